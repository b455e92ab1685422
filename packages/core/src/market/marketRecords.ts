/** How far the market of an account is counted. */
import { DateTime, Schema } from "effect"
import { collection } from "../records/Collection.ts"
import { hourLength } from "./marketTime.ts"

/** Kinds of advertisers: each is counted by itself. */
export const AdvertiserKind = Schema.Literals(["promotion", "media"])
export type AdvertiserKind = typeof AdvertiserKind.Type

/** How far a campaign is counted. */
const Meter = Schema.Struct({
  advertId: Schema.Int,
  /** In milliseconds since 1970. */
  until: Schema.Int,
  /** On the Moscow day of that time, in hundredths of a rouble: 0 where statistics say what it has spent on a day. */
  spent: Schema.Int
})
export type Meter = typeof Meter.Type

/** Times are milliseconds since 1970. */
export const Market = Schema.Struct({
  kind: AdvertiserKind,
  /** The end of the last hour that is counted for all campaigns. */
  until: Schema.Int,
  /** Campaigns that are counted further, or have spent something today. */
  meters: Schema.Array(Meter)
})
export type Market = typeof Market.Type

export const markets = collection("market", {
  schema: Market,
  key: ({ kind }) => [kind],
  indexes: {},
  rewritten: true,
  due: ({ until }) => DateTime.makeUnsafe(until + hourLength)
})
