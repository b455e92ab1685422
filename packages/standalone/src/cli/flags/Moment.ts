/** A point in time as it is given to a command: an RFC 3339 time, or how long ago, such as `2h` or `1h 30m`. */
import { Timestamp } from "@sellerkit/core"
import { Array, DateTime, Duration, Option, Schema } from "effect"

export type Moment =
  | { readonly _tag: "At"; readonly time: DateTime.Utc }
  | { readonly _tag: "Ago"; readonly duration: Duration.Duration }

const units: Readonly<Record<string, Duration.Unit>> = {
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
  w: "weeks"
}

// our choice: as long as records can be kept.
const longest = Duration.days(3650)

const part = /(\d+(?:\.\d+)?)\s*([smhdw])/g
const duration = /^(\d+(\.\d+)?\s*[smhdw]\s*)+$/

const readDuration = (text: string): Option.Option<Duration.Duration> => {
  if (!duration.test(text)) return Option.none()
  const parts = [...text.matchAll(part)].map(([, count, unit]) =>
    Duration.fromInput(`${Number(count)} ${units[unit!]!}`)
  )
  return Option.all(parts).pipe(
    Option.map(Array.reduce(Duration.zero, Duration.sum)),
    Option.filter(Duration.isLessThanOrEqualTo(longest))
  )
}

export const readMoment = (text: string): Option.Option<Moment> =>
  Option.orElse(
    Option.map(Schema.decodeOption(Timestamp)(text), (time): Moment => ({ _tag: "At", time })),
    () => Option.map(readDuration(text.trim()), (duration): Moment => ({ _tag: "Ago", duration }))
  )

/** The point in time that a moment stands for. */
export const timeOf = (moment: Moment, now: DateTime.Utc): DateTime.Utc =>
  moment._tag === "At" ? moment.time : DateTime.subtractDuration(now, moment.duration)
