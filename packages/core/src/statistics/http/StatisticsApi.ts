/** Operations on statistics of campaigns (Seller Statistics Reports, Promotion operations; contract, Nested shapes). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { CampaignId } from "../../campaigns/Campaign.ts"
import { campaignQuery } from "../../campaigns/http/CampaignsApi.ts"
import { RefusedInput } from "../../http/middleware/RefusedInput.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { refusing } from "../../http/refusals/InputRefusals.ts"
import { asError, asMessage } from "../../http/refusals/Refused.ts"
import { Day } from "../../time/MoscowTime.ts"
import { mayBeLeftOut } from "../../validation/mayBeLeftOut.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { AppType } from "../StatisticsRow.ts"
import { statisticsLimits } from "./statisticsLimits.ts"
import { refusals } from "./statisticsRefusals.ts"

const Interval = Schema.Struct({ begin: Day, end: Day }).annotate({ identifier: "StatisticsInterval" })

/** Days or an interval, but not both; with neither the last 24 hours. */
const StatisticsRequest = Schema.Struct({
  id: CampaignId,
  // our choice: as long as the longest interval.
  dates: mayBeLeftOut(Schema.Array(Day).check(Schema.isMaxLength(31))),
  interval: mayBeLeftOut(Interval)
})
  .check(
    Schema.makeFilter(
      ({ dates = [], interval }: { readonly dates?: ReadonlyArray<string>; readonly interval?: unknown }) =>
        dates.length === 0 || interval === undefined || "Expected dates or an interval, but not both"
    )
  )
  .annotate({ identifier: "StatisticsRequest" })

// our choice: as many digits as every reader of JSON keeps.
const bounds = { minimum: 0, maximum: 999_999_999_999_999 }
const Sum = Schema.Int.check(Schema.isBetween(bounds))
const Amount = Schema.Finite.check(Schema.isBetween(bounds))

const totals = {
  views: Sum,
  clicks: Sum,
  ctr: Amount,
  cpc: Amount,
  sum: Amount,
  atbs: Sum,
  orders: Sum,
  cr: Sum,
  shks: Sum,
  sum_price: Amount,
  canceled: Sum
}

const Moment = Schema.String.annotate({ format: "date-time" })

const StatisticsView = Schema.Struct({
  ...totals,
  dates: Schema.optionalKey(Schema.Array(Day)),
  interval: Schema.optionalKey(Interval),
  days: Schema.Array(
    Schema.Struct({
      date: Moment,
      ...totals,
      apps: Schema.Array(
        Schema.Struct({
          appType: AppType,
          ...totals,
          nm: Schema.Array(
            Schema.Struct({ nmId: NumericId, name: Schema.String, ...totals }).annotate({
              identifier: "ProductStatistics"
            })
          )
        }).annotate({ identifier: "AppStatistics" })
      )
    }).annotate({ identifier: "DayStatistics" })
  ),
  boosterStats: Schema.Array(
    Schema.Struct({ date: Moment, nm: NumericId, avg_position: Amount }).annotate({
      identifier: "AveragePosition"
    })
  ),
  advertId: CampaignId
}).annotate({ identifier: "CampaignStatistics" })

const Clusters = Schema.Struct({
  excluded: Schema.Array(Schema.String),
  clusters: Schema.Array(
    Schema.Struct({
      cluster: Schema.String,
      count: Sum,
      keywords: Schema.Array(Schema.String)
    }).annotate({ identifier: "Cluster" })
  )
}).annotate({ identifier: "Clusters" })

const KeyPhrases = Schema.Struct({
  words: Schema.Struct({
    phrase: Schema.Array(Schema.String),
    strong: Schema.Array(Schema.String),
    excluded: Schema.Array(Schema.String),
    pluse: Schema.Array(Schema.String),
    keywords: Schema.Array(
      Schema.Struct({ keyword: Schema.String, count: Sum }).annotate({ identifier: "KeyPhraseCount" })
    ),
    fixed: Schema.Boolean
  }).annotate({ identifier: "CampaignWords" }),
  stat: Schema.Array(
    Schema.Struct({
      advertId: CampaignId,
      keyword: Schema.String,
      advertName: Schema.String,
      campaignName: Schema.String,
      begin: Moment,
      end: Moment,
      views: Sum,
      clicks: Sum,
      frq: Sum,
      ctr: Amount,
      cpc: Amount,
      duration: Sum,
      sum: Amount
    }).annotate({ identifier: "KeyPhraseStatistics" })
  )
}).annotate({ identifier: "KeyPhrases" })

const Keywords = Schema.Struct({
  keywords: Schema.Array(
    Schema.Struct({
      date: Day,
      stats: Schema.Array(
        Schema.Struct({
          keyword: Schema.String,
          views: Sum,
          clicks: Sum,
          ctr: Amount,
          sum: Amount
        }).annotate({ identifier: "KeywordStatistics" })
      )
    }).annotate({ identifier: "KeywordDay" })
  )
}).annotate({ identifier: "Keywords" })

/** Promotion operations, Campaign statistics. */
const mostItems = 100

export class StatisticsApi extends HttpApiGroup.make("statistics")
  .add(
    HttpApiEndpoint.post("campaigns", "/v2/fullstats", {
      payload: Schema.Array(StatisticsRequest).check(Schema.isMinLength(1), Schema.isMaxLength(mostItems)),
      success: Schema.Array(StatisticsView),
      error: asError.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Campaign statistics",
          description:
            "Of campaigns that are or were shown: by days, platforms and products. Campaigns in other statuses are left out. With the id alone: the last 24 hours.",
          access: accessRules.promotionReads,
          limit: statisticsLimits.campaignStatistics
        })
      )
      .annotateMerge(refusing({ body: asError, otherwise: refusals.body })),
    HttpApiEndpoint.get("clusters", "/v2/auto/stat-words", {
      query: campaignQuery,
      success: Clusters,
      error: asError.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Automatic campaign clusters",
          description: "Phrases with at least one display, grouped. Refreshed every 15 minutes.",
          access: accessRules.promotionReads,
          limit: statisticsLimits.phraseStatistics
        })
      )
      .annotateMerge(refusing({ body: asError, otherwise: refusals.notFound })),
    HttpApiEndpoint.get("keyPhrases", "/v1/stat/words", {
      query: campaignQuery,
      success: KeyPhrases,
      error: asError.withStatus(400)
    })
      .annotateMerge(
        operation({
          summary: "Key phrase statistics",
          description:
            "The phrases of a campaign, its total, and then the 60 phrases with most views. Refreshed every 30 minutes.",
          access: accessRules.promotionReads,
          limit: statisticsLimits.phraseStatistics
        })
      )
      .annotateMerge(refusing({ body: asError, otherwise: refusals.notFound })),
    HttpApiEndpoint.get("keywords", "/v0/stats/keywords", {
      query: { advert_id: CampaignId, from: Day, to: Day },
      success: Keywords,
      error: [asMessage.withStatus(400), asMessage.withStatus(404)]
    })
      .annotateMerge(
        operation({
          summary: "Keyword statistics for automatic and auction campaigns",
          description: "Phrases by days, of at most 7 days. Refreshed every hour.",
          access: accessRules.promotionReads,
          limit: statisticsLimits.phraseStatistics
        })
      )
      .annotateMerge(refusing({ body: asMessage, otherwise: refusals.parameters }))
  )
  .prefix("/adv")
  .middleware(RefusedInput)
  .middleware(StatusAdmission)
  .annotateMerge(OpenApi.annotations({ title: "Statistics", description: "What came of campaigns." })) {}
