/** What the marketplace's own side tells of a banner (design: operator inputs, media-statistics). */
import { Schema } from "effect"
import { CampaignId } from "../campaigns/Campaign.ts"
import { AppType } from "../statistics/StatisticsRow.ts"
import { Day } from "../time/MoscowTime.ts"
import { Count, NumericId } from "../validation/WholeNumber.ts"

/** A banner on a day and a platform. A row replaces the one with the same four first fields. */
export const MediaStatisticsRow = Schema.Struct({
  advertId: CampaignId,
  itemId: NumericId,
  date: Day,
  appType: AppType,
  views: Count,
  clicks: Count,
  atbs: Count,
  orders: Count,
  /** In roubles. our choice: a billion at most. */
  sum: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }))
}).annotate({ identifier: "MediaStatisticsRow" })
export type MediaStatisticsRow = typeof MediaStatisticsRow.Type
