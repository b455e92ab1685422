/** Statistics of a campaign as answers show them (Seller Statistics Reports, Campaign statistics row; contract, Nested shapes). */
import { Array } from "effect"
import { spentIn } from "../funds/Money.ts"
import type { StatisticsRow } from "./StatisticsRow.ts"

export interface Totals {
  readonly views: number
  readonly clicks: number
  /** Clicks per hundred views. */
  readonly ctr: number
  /** Roubles for a click. */
  readonly cpc: number
  readonly sum: number
  readonly atbs: number
  readonly orders: number
  /** Orders per hundred clicks. */
  readonly cr: number
  readonly shks: number
  readonly sum_price: number
  readonly canceled: number
}

/** With two digits, as published examples have them. */
const rounded = (number: number): number => Math.round(number * 100) / 100

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

export const clickRate = (clicks: number, views: number): number => rounded(100 * ratio(clicks, views))
export const clickCost = (sum: number, clicks: number): number => rounded(ratio(sum, clicks))

type Summed = "atbs" | "canceled" | "clicks" | "orders" | "shks" | "sum_price" | "views"

export const totalsOf = (rows: ReadonlyArray<StatisticsRow>): Totals => {
  const all = (field: Summed) => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0)
  const [views, clicks, orders] = [all("views"), all("clicks"), all("orders")]
  const sum = spentIn(rows)
  return {
    views,
    clicks,
    ctr: clickRate(clicks, views),
    cpc: clickCost(sum, clicks),
    sum,
    atbs: all("atbs"),
    orders,
    // Campaign statistics row, cr: a whole number.
    cr: Math.round(100 * ratio(orders, clicks)),
    shks: all("shks"),
    sum_price: rounded(all("sum_price")),
    canceled: all("canceled")
  }
}

const groups = <Row>(
  rows: ReadonlyArray<Row>,
  key: (row: Row) => number | string
): ReadonlyArray<Array.NonEmptyArray<Row>> =>
  // Keys with a letter in front stay in the order in which they come.
  Object.values(Array.groupBy(rows, (row) => `k${key(row)}`))

/** `nameOf`: what a product is called. */
export const daysOf = (rows: ReadonlyArray<StatisticsRow>, nameOf: (nm: number) => string) =>
  groups(rows, ({ date }) => date).map((ofDay) => ({
    // The published form of a day: its midnight in UTC, told in Moscow.
    date: `${ofDay[0].date}T03:00:00+03:00`,
    ...totalsOf(ofDay),
    apps: groups(ofDay, ({ appType }) => appType).map((ofApp) => ({
      appType: ofApp[0].appType,
      ...totalsOf(ofApp),
      nm: groups(ofApp, ({ nmId }) => nmId).map((ofProduct) => ({
        nmId: ofProduct[0].nmId,
        name: nameOf(ofProduct[0].nmId),
        ...totalsOf(ofProduct)
      }))
    }))
  }))

/** The average position of each product on each day, where it was told: weighed by views. */
export const positionsOf = (rows: ReadonlyArray<StatisticsRow>) =>
  groups(
    rows.filter(({ avg_position }) => avg_position !== undefined),
    ({ date, nmId }) => `${date} ${nmId}`
  ).map((own) => {
    const views = own.reduce((sum, row) => sum + row.views, 0)
    const weighed = own.reduce((sum, { avg_position = 0, views: weight }) => sum + avg_position * weight, 0)
    return {
      date: `${own[0].date}T03:00:00+03:00`,
      nm: own[0].nmId,
      avg_position: rounded(views === 0 ? own[0].avg_position! : weighed / views)
    }
  })
