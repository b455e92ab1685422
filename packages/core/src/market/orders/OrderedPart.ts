/**
 * What buyers ordered of a campaign's product in a part of an hour. It is kept as few numbers: the rows that reports have of it follow
 * from these, and are made when somebody reads them.
 */
import { DateTime, Schema } from "effect"
import { collection } from "../../records/Collection.ts"

/** Times are milliseconds since 1970. */
export const OrderedPart = Schema.Struct({
  advertId: Schema.Int,
  nmId: Schema.Int,
  from: Schema.Int,
  /** In the same hour as `from`, or its end. It was counted then. */
  until: Schema.Int,
  /** At least one. */
  orders: Schema.Int,
  /** Each order has one or two. */
  items: Schema.Int,
  /** Items that are cancelled later: no more than there are orders. */
  canceled: Schema.Int,
  /** Of an item, in hundredths of a rouble. */
  price: Schema.Int
})
export type OrderedPart = typeof OrderedPart.Type

/** In the order of the times at which they were counted. */
export const orderedParts = collection("marketOrders", {
  schema: OrderedPart,
  key: ({ advertId, nmId, until }) => [until, advertId, nmId],
  indexes: {},
  since: ({ until }) => DateTime.makeUnsafe(until)
})
