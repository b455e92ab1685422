/** Changes of campaigns as events: one for each change, in the order in which they happened. */
import { assert } from "@effect/vitest"
import type { WebApi } from "@sellerkit/core/http"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  call,
  type CampaignTest,
  createAuction,
  createAutomatic,
  done,
  get,
  operator,
  stocked,
  tell
} from "./CampaignWorld.ts"

const types = ["campaign_status_changed", "campaign_budget_exhausted", "campaign_declined", "campaign_removed"]

/** Nothing is sent to it: what happens is kept for it. */
const listening = Effect.andThen(
  stocked,
  done(
    call("POST", "/api/v1/webhooks", {
      enabled: false,
      name: "Campaigns",
      url: "https://shop.example/hook",
      subscriptions: types.map((event) => ({ scope: "promotion", event }))
    })
  )
)

/** What is told of each, the first one first, once there are so many: what is due is written in the background. */
const told = (count: number): Effect.Effect<ReadonlyArray<unknown>, unknown, WebApi> =>
  Effect.flatMap(done(get("/api/v1/events")), ({ body }) =>
    body.events.length < count
      ? Effect.andThen(TestClock.withLive(Effect.sleep("10 millis")), told(count))
      : Effect.succeed(body.events.toReversed().map(({ payload, type }: any) => [type, payload[0]]))
  )

export const eventScenarios = (test: CampaignTest): void => {
  test(
    "tells when a status changed, when nothing was left, and when a campaign was removed",
    Effect.gen(function* () {
      yield* listening
      const id = yield* createAutomatic()
      const removed = yield* createAuction()
      yield* done(get(`/adv/v0/pause?id=${id}`))
      yield* done(get(`/adv/v0/delete?id=${removed}`))
      yield* TestClock.adjust("1 minute")
      yield* done(get(`/adv/v0/start?id=${id}`))
      // Taken back in the same minute: nothing changes.
      yield* done(get(`/adv/v0/pause?id=${id}`))
      yield* done(get(`/adv/v0/start?id=${id}`))
      yield* TestClock.adjust("6 minutes")
      const row = { advertId: id, date: "1970-01-01", appType: 1, nmId: 101, views: 1, clicks: 1 }
      yield* tell({ ...row, sum: 2000, atbs: 0, orders: 0, shks: 0, sum_price: 0 })
      const winter = { advertId: id, name: "Winter", type: 8 }
      const summer = { advertId: removed, name: "Summer", type: 9 }
      assert.deepStrictEqual(yield* told(5), [
        ["campaign_status_changed", { ...summer, from: 4, to: -1, changedAt: "1970-01-01T00:00:00.000Z" }],
        ["campaign_status_changed", { ...winter, from: 9, to: 11, changedAt: "1970-01-01T00:01:00.000Z" }],
        ["campaign_status_changed", { ...winter, from: 11, to: 9, changedAt: "1970-01-01T00:02:00.000Z" }],
        ["campaign_removed", { ...summer, removedAt: "1970-01-01T00:06:00.000Z" }],
        ["campaign_budget_exhausted", { ...winter, exhaustedAt: "1970-01-01T00:07:00.000Z" }]
      ])
    })
  )

  test(
    "tells what the marketplace's own side decided, and nothing of what was refused",
    Effect.gen(function* () {
      yield* listening
      const campaign = { name: "Old", type: 6, status: 4 }
      yield* done(operator("PUT", "/campaigns/77", campaign))
      assert.strictEqual((yield* get("/adv/v0/start?id=77")).status, 422)
      yield* done(operator("PUT", "/campaigns/77", campaign))
      yield* done(operator("PUT", "/campaigns/77", { ...campaign, status: 8 }))
      const declined = { advertId: 77, name: "Old", type: 6, declinedAt: "1970-01-01T00:00:00.000Z" }
      assert.deepStrictEqual(yield* told(1), [["campaign_declined", declined]])
    })
  )
}
