/** A seller with media campaigns on the market, by the clock of the test. */
import { type Account, MediaCampaigns, SellerId } from "@sellerkit/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, caughtUpWith, done, get, operator } from "../../campaigns/CampaignWorld.ts"

const account: Account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const settled = caughtUpWith(["mediaCampaign", "market"])

/** In minutes: how time passes. Undefined: each wait at once. */
export type Pace = number | undefined

export const passMinutes = Effect.fnUntraced(function* (minutes: number, pace: Pace = minutes) {
  for (let left = minutes; left > 0; left -= pace) {
    yield* TestClock.adjust(`${Math.min(left, pace)} minutes`)
    yield* settled
  }
})

export const banner = { id: 7, name: "Front page", status: 6, cpm: 300, place: 1, subject_id: 192 }

export interface MediaInput {
  readonly type?: 1 | 2
  readonly status?: number
  /** In roubles. */
  readonly budget?: number
  readonly items?: ReadonlyArray<object>
}

/** Puts in a campaign that runs, or as it is said. */
export const putMedia = (id: number, { budget = 1000, items = [banner], status = 6, type = 2 }: MediaInput = {}) =>
  done(
    operator("PUT", `/media-campaigns/${id}`, {
      name: `Sale ${id}`,
      brand: "Plank",
      type,
      status,
      items,
      extended: { budget }
    })
  )

export const actOnMedia = (action: "pause" | "start" | "stop", id: number) =>
  call("POST", `/adv/v1/advert/${action}`, { advert_id: id })

export const bidForBanner = (id: number, itemId: number, cpm: number) =>
  call("POST", "/adv/v1/item/cpm/change", { advert_id: id, item_id: itemId, cpm })

/** Has the events of media campaigns kept. */
export const listening = Effect.suspend(() =>
  done(
    call("POST", "/api/v1/webhooks", {
      enabled: false,
      name: "Media",
      url: "https://shop.example/hook",
      subscriptions: ["campaign_budget_exhausted", "campaign_status_changed"].map((event) => ({
        scope: "promotion",
        event
      }))
    })
  )
)

/** What became of statuses, and when, in the order of time. */
export const toldEvents = Effect.map(done(get("/api/v1/events")), ({ body }) =>
  (body.events as ReadonlyArray<{ payload: ReadonlyArray<object> }>)
    .flatMap(({ payload }) => payload)
    .map((facts) => JSON.stringify(facts))
    .toSorted()
)

/** What has come of a campaign. Sums are roubles. */
export const mediaFacts = Effect.fnUntraced(function* (advertId: number) {
  const campaigns = yield* MediaCampaigns
  const { extended, status } = (yield* done(get(`/adv/v1/advert?id=${advertId}`))).body
  return {
    advertId,
    status: status as number,
    budget: extended.budget as number,
    expenses: extended.expenses as number,
    rows: yield* campaigns.rows(account, advertId)
  }
})
export type MediaFacts = Effect.Success<ReturnType<typeof mediaFacts>>
