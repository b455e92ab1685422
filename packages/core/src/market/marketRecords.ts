/** How far the market of an account is counted. */
import { DateTime, Schema } from "effect"
import { collection } from "../records/Collection.ts"
import { hourLength } from "./marketTime.ts"

/** Kinds of advertisers: each is counted by itself. */
export const AdvertiserKind = Schema.Literals(["promotion"])
export type AdvertiserKind = typeof AdvertiserKind.Type

/** Times are milliseconds since 1970. */
export const Market = Schema.Struct({
  kind: AdvertiserKind,
  /** The end of the last hour that is counted for all campaigns. */
  until: Schema.Int,
  /** Campaigns that are counted further, or have spent something today: in hundredths of a rouble. */
  meters: Schema.Array(Schema.Struct({ advertId: Schema.Int, until: Schema.Int, spent: Schema.Int }))
})
export type Market = typeof Market.Type

export const markets = collection("market", {
  schema: Market,
  key: ({ kind }) => [kind],
  indexes: {},
  rewritten: true,
  due: ({ until }) => DateTime.makeUnsafe(until + hourLength)
})
