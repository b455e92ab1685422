/** A seller with media campaigns on the market, by the clock of the test. */
import { type Account, MediaCampaigns, SellerId } from "@sellerkit/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, caughtUpWith, done, get } from "../../campaigns/CampaignWorld.ts"
import { mediaInformation } from "../../campaigns/media/mediaCalls.ts"

const account: Account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const settled = caughtUpWith(["mediaCampaign", "market"])

export const passMinutes = Effect.fnUntraced(function* (minutes: number, pace = minutes) {
  for (let left = minutes; left > 0; left -= pace) {
    yield* TestClock.adjust(`${Math.min(left, pace)} minutes`)
    yield* settled
  }
})

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
  const { extended, status } = yield* mediaInformation(advertId)
  return {
    advertId,
    status: status as number,
    budget: extended.budget as number,
    expenses: extended.expenses as number,
    rows: yield* campaigns.rows(account, advertId)
  }
})
export type MediaFacts = Effect.Success<ReturnType<typeof mediaFacts>>
