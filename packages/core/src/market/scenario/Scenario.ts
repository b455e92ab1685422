/** What is to happen on the market, as plain data: periods that differ from usual ones, and single happenings. */
import { Option, Schema } from "effect"
import { Timestamp } from "../../time/Timestamp.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { hourLength } from "../marketTime.ts"

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

/** Undefined: it is none. Both are undefined where the text has neither. */
export interface NamedHour {
  /** From 0 for Monday. */
  readonly weekday: number | undefined
  readonly hour: number | undefined
}

const named = new RegExp(`^(?:(${weekdays.join("|")})(?: |$))?(?:([01]\\d|2[0-3]):00)?$`)

export const namedHour = (text: string): NamedHour | undefined => {
  const found = named.exec(text)
  if (found === null || text === "" || text.endsWith(" ")) return undefined
  const [, weekday, hour] = found
  return {
    weekday: weekday === undefined ? undefined : weekdays.findIndex((name) => name === weekday),
    hour: hour === undefined ? undefined : Number(hour)
  }
}

const asTime = Schema.decodeOption(Timestamp)

/** Milliseconds since 1970; undefined: it is no time, or none at which an hour begins. */
export const namedTime = (text: string): number | undefined => {
  const time = Option.getOrUndefined(Option.map(asTime(text), ({ epochMilliseconds }) => epochMilliseconds))
  return time !== undefined && time % hourLength === 0 ? time : undefined
}

/** When an hour of Moscow begins: `2026-01-14T12:00:00+03:00`, or the next `Wednesday`, `12:00` or `Wednesday 12:00`. */
const Moment = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      namedHour(text) !== undefined ||
      namedTime(text) !== undefined ||
      "Expected when an hour begins, such as 2026-01-14T12:00:00+03:00, Wednesday, 12:00 or Wednesday 12:00"
  )
)

const Factor = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

const Names = Schema.Array(Schema.String)

/** A time in which the market is another. Several of them at once multiply. */
export const Period = Schema.Struct({
  /** From the beginning, when absent. */
  from: Schema.optionalKey(Moment),
  /** For ever, when absent. Named hours are those after `from`. */
  until: Schema.optionalKey(Moment),
  /** Of what competitors offer: 2 is a price war. */
  competitorBids: Schema.optionalKey(Factor),
  /** Of what buyers look at: 0 is a market without buyers. */
  displays: Schema.optionalKey(Factor),
  /** Of clicks for a display. */
  clicks: Schema.optionalKey(Factor),
  /** Of orders for a basket. */
  orders: Schema.optionalKey(Factor),
  /** Subjects that it is about; all of them, when absent. */
  subjects: Schema.optionalKey(Schema.Array(NumericId)),
  /** Products that it is about, by their `nm`; all of them, when absent. */
  products: Schema.optionalKey(Schema.Array(NumericId))
})
export type Period = typeof Period.Type

/** Something that happens at a time to the campaigns that run then. */
export const Happening = Schema.Struct({
  at: Moment,
  /**
   * `budgetExhausted`: buyers come in the hour before until nothing is left of the budget (a daily limit counts all the same).
   * `declined`: moderation declines it, also where it is ready or paused.
   */
  happens: Schema.Literals(["budgetExhausted", "declined"]),
  /** Campaigns that it is about, by their names; all of them, when absent. */
  campaigns: Schema.optionalKey(Names)
})
export type Happening = typeof Happening.Type

export const Scenario = Schema.Array(Schema.Union([Happening, Period]))
export type Scenario = typeof Scenario.Type
