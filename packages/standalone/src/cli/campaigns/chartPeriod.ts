/** The days that a chart is about. */
import { type Days, MoscowTime } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { CommandFailed } from "../CommandFailed.ts"

/** Campaign statistics are told of so many days at once (Seller Statistics Reports, Promotion operations). */
const mostDays = 31

// our choice: a week, so that every day of it has the one to compare it with.
const daysUnlessTold = 7

export interface AskedPeriod {
  /** Days in Moscow, such as `2026-01-15`. */
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
}

/** `now` is in milliseconds since 1970. It fails where the days are in the wrong order, or too many. */
export const chartPeriod = Effect.fnUntraced(function* (asked: AskedPeriod, now: number) {
  const to = Option.getOrElse(asked.to, () => MoscowTime.moscowDay(now))
  const from = Option.getOrElse(asked.from, () => MoscowTime.dayBefore(to, daysUnlessTold - 1))
  const count = MoscowTime.daysBetween(from, to) + 1
  if (count < 1) {
    const end = Option.isSome(asked.to) ? `--to ${to}` : `today, which is ${to} in Moscow`
    return yield* new CommandFailed({ message: `--from ${from} is after ${end}. Give a first day that is not.` })
  }
  if (count > mostDays) {
    const first = `--from ${MoscowTime.dayBefore(to, mostDays - 1)}`
    const last = `--to ${MoscowTime.dayBefore(from, 1 - mostDays)}`
    return yield* new CommandFailed({
      message: `From ${from} to ${to} it is ${count} days, and a chart has ${mostDays} at most. Give ${first}, or ${last}.`
    })
  }
  return { from, to } satisfies Days
})
