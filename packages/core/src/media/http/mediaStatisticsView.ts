/** Statistics of banners as answers show them (contract, Nested shapes, Media stats). */
import { Array, Schema } from "effect"
import { CampaignId } from "../../campaigns/Campaign.ts"
import { spentIn } from "../../funds/Money.ts"
import { clickCost, clickRate } from "../../statistics/campaignTotals.ts"
import { AppType } from "../../statistics/StatisticsRow.ts"
import { Day } from "../../time/MoscowTime.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { AdvertType, type MediaCampaign, type MediaItem, MediaStatus } from "../MediaCampaign.ts"
import type { MediaStatisticsRow } from "../MediaStatisticsRow.ts"
import { momentOf, MoscowMoment } from "./mediaView.ts"

// our choice: as many digits as every reader of JSON keeps.
const bounds = { minimum: 0, maximum: 999_999_999_999_999 }
const Sum = Schema.Int.check(Schema.isBetween(bounds))
const Amount = Schema.Finite.check(Schema.isBetween(bounds))

const counts = { views: Sum, clicks: Sum, atbs: Sum, orders: Sum, cr: Amount, ctr: Amount }

const ItemStatistics = Schema.Struct({
  item_id: NumericId,
  item_name: Schema.String,
  category_name: Schema.optionalKey(Schema.String),
  advert_type: Schema.optionalKey(AdvertType),
  place: Schema.optionalKey(Sum),
  ...counts,
  date_from: Schema.optionalKey(MoscowMoment),
  date_to: Schema.optionalKey(MoscowMoment),
  subject_name: Schema.optionalKey(Schema.String),
  price: Amount,
  cpc: Amount,
  status: MediaStatus,
  daily_stats: Schema.Array(
    Schema.Struct({
      date: MoscowMoment,
      app_type_stats: Schema.Array(
        Schema.Struct({
          app_type: AppType,
          stats: Schema.Array(Schema.Struct(counts).annotate({ identifier: "MediaAppStatistics" }))
        }).annotate({ identifier: "MediaApp" })
      )
    }).annotate({ identifier: "MediaDay" })
  ),
  expenses: Amount,
  cr1: Amount,
  cr2: Sum
}).annotate({ identifier: "MediaItemStatistics" })

export const MediaInterval = Schema.Struct({ begin: Day, end: Day }).annotate({ identifier: "MediaInterval" })

/** With the interval, the days or neither, as it was asked for; or why there is nothing. */
export const MediaStatisticsView = Schema.Struct({
  interval: Schema.optionalKey(MediaInterval),
  dates: Schema.optionalKey(Schema.Array(Day)),
  stats: Schema.optionalKey(Schema.Array(ItemStatistics)),
  advert_id: Schema.optionalKey(CampaignId),
  error: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "MediaStatistics" })

const totalsOf = (rows: ReadonlyArray<MediaStatisticsRow>) => {
  const all = (field: "atbs" | "clicks" | "orders" | "views") => rows.reduce((sum, row) => sum + row[field], 0)
  const [views, clicks, atbs, orders] = [all("views"), all("clicks"), all("atbs"), all("orders")]
  return { views, clicks, atbs, orders, cr: clickRate(orders, clicks), ctr: clickRate(clicks, views) }
}

const days = (rows: ReadonlyArray<MediaStatisticsRow>) =>
  Object.values(Array.groupBy(rows, ({ date }) => date)).map((ofDay) => ({
    date: `${ofDay[0].date}T00:00:00+03:00`,
    app_type_stats: Object.values(Array.groupBy(ofDay, ({ appType }) => `app ${appType}`)).map((ofApp) => ({
      app_type: ofApp[0].appType,
      stats: [totalsOf(ofApp)]
    }))
  }))

/** What came of one banner. Ratios are those of the published example: `cr1` baskets per click, `cr2` orders per basket. */
const itemStatistics = (
  { status }: MediaCampaign,
  item: MediaItem,
  rows: ReadonlyArray<MediaStatisticsRow>
): typeof ItemStatistics.Type => {
  const totals = totalsOf(rows)
  const expenses = spentIn(rows)
  return {
    item_id: item.id,
    item_name: item.name,
    ...(item.category_name !== undefined && { category_name: item.category_name }),
    ...(item.advert_type !== undefined && { advert_type: item.advert_type }),
    ...(item.place !== undefined && { place: item.place }),
    ...totals,
    ...(item.date_from && { date_from: momentOf(item.date_from) }),
    ...(item.date_to && { date_to: momentOf(item.date_to) }),
    ...(item.subject_name !== undefined && { subject_name: item.subject_name }),
    price: expenses,
    cpc: clickCost(expenses, totals.clicks),
    status,
    daily_stats: days(rows),
    expenses,
    cr1: clickRate(totals.atbs, totals.clicks),
    cr2: Math.round(clickRate(totals.orders, totals.atbs))
  }
}

/** Of all banners of the campaign, in their order; the rows are those of the days that are asked for. */
export const mediaStatistics = (campaign: MediaCampaign, rows: ReadonlyArray<MediaStatisticsRow>) =>
  campaign.items.map((item) =>
    itemStatistics(
      campaign,
      item,
      rows.filter(({ itemId }) => itemId === item.id)
    )
  )
