/** Rows of statistics that grow by what a campaign got. */
import { hundredths } from "../../funds/Money.ts"
import type { StatisticsRow } from "../../statistics/StatisticsRow.ts"
import type { Paid } from "../displays/affording.ts"
import type { Draw } from "../hashedDraw.ts"
import { dayOf } from "../marketTime.ts"
import { platformOf } from "../displays/platformOf.ts"

export interface RowKey {
  readonly advertId: number
  readonly date: string
  readonly appType: StatisticsRow["appType"]
  readonly nmId: number
}

/** The row that a product of a campaign has what it gets in an hour in. */
export const rowKey = (draw: Draw, advertId: number, nmId: number, hour: number): RowKey => ({
  advertId,
  date: dayOf(hour),
  appType: platformOf(draw, nmId, hour),
  nmId
})

/** `more`: in hundredths of a rouble. */
const added = (roubles: number, more: number): number => (hundredths(roubles) + more) / 100

const empty = (key: RowKey): StatisticsRow => ({
  ...key,
  views: 0,
  clicks: 0,
  sum: 0,
  atbs: 0,
  orders: 0,
  shks: 0,
  sum_price: 0,
  canceled: 0
})

const averagePosition = ({ avg_position = 0, views }: StatisticsRow, { counts, display }: Paid): number =>
  Math.round(((avg_position * views + display.position * counts.views) / (views + counts.views)) * 100) / 100

/** `price`: of the product, in hundredths of a rouble. `hasPosition`: whether the row says on which position it was displayed. */
const grownBy = (row: StatisticsRow, one: Paid, price: number, hasPosition: boolean): StatisticsRow => ({
  ...row,
  views: row.views + one.counts.views,
  clicks: row.clicks + one.counts.clicks,
  sum: added(row.sum, one.cost),
  atbs: row.atbs + one.counts.baskets,
  orders: row.orders + one.counts.orders,
  shks: row.shks + one.counts.items,
  sum_price: added(row.sum_price, one.counts.items * price),
  canceled: (row.canceled ?? 0) + one.counts.returns,
  ...(hasPosition && { avg_position: averagePosition(row, one) })
})

/** All of `paid` was displayed. */
export const grown = (
  known: StatisticsRow | undefined,
  key: RowKey,
  paid: ReadonlyArray<Paid>,
  price: number,
  hasPosition: boolean
): StatisticsRow => {
  let row = known ?? empty(key)
  for (const one of paid) row = grownBy(row, one, price, hasPosition)
  return row
}
