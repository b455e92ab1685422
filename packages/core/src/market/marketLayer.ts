/** A simulated market, for a host that has one: what buyers and competitors do to the campaigns of every account. */
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import type { SecureRandom } from "effect/crypto"
import { runJobs } from "../background/runJobs.ts"
import { CurrentBeforeChange } from "../campaigns/BeforeChange.ts"
import { currentProductSource } from "../products/ProductSource.ts"
import { dueRecordsJob } from "../records/dueRecordsJob.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { Records } from "../records/Records.ts"
import type { RecordStore } from "../records/RecordStore.ts"
import { recordedReports } from "../reports/recordedReports.ts"
import { ReportSource } from "../reports/ReportSource.ts"
import { retentionJob } from "../retention/Retention.ts"
import type { Advertisers } from "./Advertisers.ts"
import { courseOf } from "./scenario/course.ts"
import { makeModel } from "./displays/displaying.ts"
import { type MarketOptions, type MarketRefused, readMarketOptions } from "./MarketOptions.ts"
import { type AdvertiserKind, markets } from "./marketRecords.ts"
import { makeMediaAdvertisers } from "./media/mediaAdvertisers.ts"
import { marketReports, orderedPartsAreKept } from "./orders/marketReports.ts"
import { orderedParts } from "./orders/OrderedPart.ts"
import { makePromotionAdvertisers } from "./promotion/promotionAdvertisers.ts"

/** Counts an hour of each account's market when it is over. */
const jobOf = (advertisers: Readonly<Record<AdvertiserKind, Advertisers>>) =>
  dueRecordsJob({
    name: "market",
    collection: markets,
    // our choice: a second's worth.
    most: 100,
    handle: (account, market) => advertisers[market.kind].countHour(account, market),
    problem: "An hour of the simulated market could not be counted; it is tried again",
    retryAfter: Duration.seconds(10),
    feedsDelivery: true
  })

/** Removes what no report shows any more. */
const removal = {
  ...retentionJob({ marketOrders: recordRetention(orderedParts, orderedPartsAreKept) }),
  name: "marketRetention"
}

/** The embedder's, or what was recorded. */
const otherReports = Effect.zipWith(Effect.serviceOption(ReportSource), Records, (given, records) =>
  Option.getOrElse(given, () => recordedReports(records))
)

/**
 * Services of campaigns that are built over it tell it before they change one, and reports have its orders. Named hours of its scenario are those after it was
 * built.
 */
export const marketLayer = (
  options: MarketOptions
): Layer.Layer<ReportSource, MarketRefused, RecordStore | SecureRandom.SecureRandom> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { scenario = [], seed } = yield* readMarketOptions(options)
      const course = courseOf(scenario, yield* Clock.currentTimeMillis)
      const model = makeModel(seed)
      const promotion = yield* makePromotionAdvertisers(model, course)
      const media = yield* makeMediaAdvertisers(model, course)
      yield* runJobs([jobOf({ promotion: promotion.advertisers, media: media.advertisers }), removal])
      const products = yield* currentProductSource
      const reports = marketReports(yield* otherReports, { draw: model.draw, products, records: yield* Records })
      return Context.make(CurrentBeforeChange, { promotion: promotion.beforeChange, media: media.beforeChange }).pipe(
        Context.add(ReportSource, reports)
      )
    })
  ).pipe(Layer.provide(Records.layer))
