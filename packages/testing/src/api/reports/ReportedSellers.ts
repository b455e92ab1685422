/** Sellers whose reports have rows: one with a few of each, one with many orders, and some with stocks alone. */
import { assert } from "@effect/vitest"
import type { ReportKind, ReportRows } from "@sellerkit/core"
import { incomeRow, orderRow, realizationRow, saleRow, stockRow } from "../../reports/reportRows.ts"
import type { ApiService } from "../ApiTarget.ts"
import { newSeller } from "../Caller.ts"
import { operate } from "../promotion/Advertiser.ts"

export interface ReportedSellers {
  readonly sellerId: string
  /** Of the one with many orders. */
  readonly sellerIdOfMany: string
  /** Their stocks are those of the first one. One account may ask for current stocks once in 20 seconds. */
  readonly sellerIdsOfStocks: ReadonlyArray<string>
  /** The day in Moscow that its rows are of. Rows of long ago would be removed. */
  readonly day: string
  /** The day after. */
  readonly next: string
}

type Rows = { readonly [Kind in ReportKind]: ReadonlyArray<ReportRows[Kind]> }

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** More than are read at once, in the order of their changes. */
export const manyOrders = (day: string): ReadonlyArray<ReportRows["orders"]> =>
  Array.from({ length: 600 }, (_, index) => {
    const minute = String(Math.floor(index / 10)).padStart(2, "0")
    const changes = { date: `${day}T10:00:00`, lastChangeDate: `${day}T12:${minute}:00` }
    return orderRow(`order ${String(index).padStart(4, "0")}`, changes)
  })

const rowsOf = (day: string, next: string): Rows => {
  const weekly = { date_from: day, date_to: next }
  return {
    incomes: [incomeRow(1, { date: `${day}T00:00:54`, lastChangeDate: `${day}T12:00:00` })],
    stocks: [
      stockRow(1, { lastChangeDate: `${day}T12:00:00`, chrtId: 11, warehouseId: 507, regionName: "Южный" }),
      stockRow(2, { lastChangeDate: `${day}T12:00:00` })
    ],
    orders: [
      orderRow("a", { date: `${day}T10:00:00`, lastChangeDate: `${day}T12:00:00` }),
      orderRow("b", { date: `${next}T00:00:00`, lastChangeDate: `${next}T12:00:00.5` })
    ],
    sales: [
      saleRow("a", { date: `${day}T10:00:00`, lastChangeDate: `${day}T12:00:00` }),
      saleRow("b", { date: `${next}T00:00:00`, lastChangeDate: `${next}T12:00:00` })
    ],
    realization: [
      realizationRow(1, { ...weekly, rr_dt: day }),
      realizationRow(2, { ...weekly, rr_dt: next }),
      realizationRow(3, { date_from: day, date_to: day, rr_dt: day })
    ]
  }
}

/** Lines as the marketplace's own side sends them. */
const record = async (service: ApiService, sellerId: string, kind: string, rows: ReadonlyArray<object>) => {
  const lines = rows.map((row) => JSON.stringify(row)).join("\n")
  const told = await operate(service, "POST", sellerId, `/reports/${kind}`, lines)
  assert.deepStrictEqual(told, { accepted: rows.length, changed: rows.length, refused: [], more: 0 })
}

/** Their rows are shown: `refreshed` completes when reports show what was recorded. `withStocks` have stocks alone. */
export const newReportedSellers = async (
  service: ApiService,
  withStocks: number,
  refreshed: () => Promise<void>
): Promise<ReportedSellers> => {
  const sellerIdsOfStocks = Array.from({ length: withStocks }, newSeller)
  const sellers = {
    sellerId: newSeller(),
    sellerIdOfMany: newSeller(),
    sellerIdsOfStocks,
    day: dayAgo(10),
    next: dayAgo(9)
  }
  const { day, next, sellerId, sellerIdOfMany } = sellers
  const rows = rowsOf(day, next)
  for (const [kind, ofKind] of Object.entries(rows)) await record(service, sellerId, kind, ofKind)
  for (const id of sellerIdsOfStocks) await record(service, id, "stocks", rows.stocks)
  await record(service, sellerIdOfMany, "orders", manyOrders(day).toReversed())
  await refreshed()
  return sellers
}
