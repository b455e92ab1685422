/** What the marketplace's own side tells of a campaign (design: operator inputs, campaign-statistics). */
import { Schema } from "effect"
import { CampaignId, longestPhrase } from "../campaigns/Campaign.ts"
import { Day } from "../time/MoscowTime.ts"
import { PlainText } from "../validation/PlainText.ts"
import { Count, NumericId } from "../validation/WholeNumber.ts"

/** Contract, Nested shapes, fullstats: a browser, Android, iOS. */
export const AppType = Schema.Literals([1, 32, 64])

// our choice: a billion roubles in one row.
const Roubles = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }))

/** A product of a campaign on a day and a platform. A row replaces the one with the same four first fields. */
export const StatisticsRow = Schema.Struct({
  advertId: CampaignId,
  date: Day,
  appType: AppType,
  nmId: NumericId,
  views: Count,
  clicks: Count,
  /** In roubles. */
  sum: Roubles,
  atbs: Count,
  orders: Count,
  shks: Count,
  sum_price: Roubles,
  canceled: Schema.optionalKey(Count),
  /** Of automatic campaigns, for `boosterStats`: our addition. */
  avg_position: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))
}).annotate({ identifier: "StatisticsRow" })
export type StatisticsRow = typeof StatisticsRow.Type

/** A phrase of a campaign on a day. A row replaces the one with the same three first fields. */
export const KeywordRow = Schema.Struct({
  advertId: CampaignId,
  date: Day,
  keyword: PlainText.check(Schema.isBetweenCodePoints(1, longestPhrase)),
  views: Count,
  clicks: Count,
  /** In roubles. A part of what the rows of products have: it is not charged again. */
  sum: Roubles
}).annotate({ identifier: "KeywordRow" })
export type KeywordRow = typeof KeywordRow.Type
