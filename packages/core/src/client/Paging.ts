/** What the API gives in pages, as streams that fetch page after page as they are read. Histories come from the newest record on. */
import { Effect } from "effect"
import { pageLimits } from "../pagination/TimePage.ts"
import type { SellerClient } from "./Client.ts"
import { byChange, byContinuation, byNext, byOffset } from "./walking.ts"

export * from "./walking.ts"

/** Every field may be left out. `limit`: how many records come with one request, 100 by default. */
type Query<Group extends "deliveries" | "events" | "history"> = Partial<
  Omit<Parameters<SellerClient[Group]["list"]>[0]["query"], "next" | "prev">
>

const { default: limit } = pageLimits

/** Events of the caller's webhooks. */
export const events = (client: SellerClient, query: Query<"events"> = {}) =>
  byNext((cursor) =>
    Effect.map(client.events.list({ query: { limit, ...query, next: cursor } }), ({ events: items, next }) => ({
      items,
      next
    }))
  )

/** Attempts to deliver to the caller's webhooks. */
export const deliveries = (client: SellerClient, query: Query<"deliveries"> = {}) =>
  byNext((cursor) =>
    Effect.map(client.deliveries.list({ query: { limit, ...query, next: cursor } }), ({ deliveries: items, next }) => ({
      items,
      next
    }))
  )

/** Changes of the caller's webhooks. */
export const history = (client: SellerClient, query: Query<"history"> = {}) =>
  byNext((cursor) =>
    Effect.map(client.history.list({ query: { limit, ...query, next: cursor } }), ({ history: items, next }) => ({
      items,
      next
    }))
  )

/** What an operation is asked for, without what a walk says itself. */
type Asked<Request, Part extends string, Field extends string> = Request extends { readonly [Key in Part]: infer Given }
  ? Omit<Given, Field>
  : never

type MediaQuery = Asked<Parameters<SellerClient["media"]["list"]>[0], "query", "offset">
/** Media campaigns, by their ids. One that is put in meanwhile may be missing, and none comes twice. */
export const mediaCampaigns = (client: SellerClient, query: MediaQuery = {}) => {
  const { limit = pageLimits.default } = query
  return byOffset({
    limit,
    fetch: (offset) =>
      Effect.map(
        client.media.list({ query: { order: "id", direction: "asc", ...query, limit, offset } }),
        (found) => found ?? []
      ),
    keyOf: ({ advertId }) => String(advertId)
  })
}

interface Changing {
  readonly lastChangeDate: string
}

/** Rows of a report that changed then or later. One that changes meanwhile comes again, as it is then. */
const changes = <A extends Changing, E, R>(
  dateFrom: string,
  fetch: (dateFrom: string) => Effect.Effect<ReadonlyArray<A>, E, R>,
  keyOf: (row: A) => string
) => byChange({ from: dateFrom, changedAt: ({ lastChangeDate }: A) => lastChangeDate, keyOf, fetch })

interface Since {
  /** `2026-01-15`, or a time with or without a zone, which is then that of Moscow. */
  readonly dateFrom: string
}

/** Supplies. */
export const incomes = (client: SellerClient, { dateFrom }: Since) =>
  changes(
    dateFrom,
    (from) => client.reports.incomes({ query: { dateFrom: from } }),
    ({ barcode, incomeId }) => `${incomeId} ${barcode}`
  )

/** Stocks, as the old report has them. */
export const stocks = (client: SellerClient, { dateFrom }: Since) =>
  changes(
    dateFrom,
    (from) => client.reports.stocks({ query: { dateFrom: from } }),
    ({ barcode, nmId, warehouseName }) => `${nmId} ${barcode} ${warehouseName}`
  )

/** Orders. */
export const orders = (client: SellerClient, { dateFrom }: Since) =>
  changes(
    dateFrom,
    (from) => client.reports.orders({ query: { dateFrom: from } }),
    ({ srid }) => srid
  )

/** Sales and returns. */
export const sales = (client: SellerClient, { dateFrom }: Since) =>
  changes(
    dateFrom,
    (from) => client.reports.sales({ query: { dateFrom: from } }),
    ({ saleID, srid }) => `${srid} ${saleID}`
  )

/** The realization report, until the status is 204. */
export const realization = (
  client: SellerClient,
  query: Asked<Parameters<SellerClient["reports"]["realization"]>[0], "query", "rrdid">
) =>
  byContinuation({
    fetch: (after) =>
      Effect.map(client.reports.realization({ query: { ...query, rrdid: after } }), (items) =>
        items === undefined ? undefined : { items, next: items.at(-1)?.rrd_id ?? 0 }
      )
  })

// Contract, Stocks report (current): as many as one answer has.
const mostStocks = 250_000

/** What is in the marketplace's warehouses now. */
export const currentStocks = (
  client: SellerClient,
  asked: Asked<Parameters<SellerClient["reports"]["currentStocks"]>[0], "payload", "offset"> = {}
) => {
  const { limit = mostStocks } = asked
  return byOffset({
    limit,
    fetch: (offset) =>
      Effect.map(client.reports.currentStocks({ payload: { ...asked, limit, offset } }), ({ data }) => data.items),
    // A size that is not known is 0, as is a warehouse: several sizes of a product look the same then.
    keyOf: ({ chrtId, nmId, warehouseId, warehouseName }) =>
      chrtId === 0 ? undefined : `${nmId} ${chrtId} ${warehouseId} ${warehouseName}`
  })
}
