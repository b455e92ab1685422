/**
 * Times as the statistics reports have them: without a zone they are times in Moscow (Seller Statistics Reports, Resources and their
 * fields; contract, must-do list, 5).
 */
import { Option, Schema, SchemaTransformation } from "effect"
import { remember } from "../storage/remember.ts"
import { isDay, moscowOffset, startOfDay } from "./MoscowTime.ts"

const form =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+\- ])([01]\d|2[0-3]):?([0-5]\d))?)?$/

// The years 1 to 9999 in Moscow: those that have four digits when they are written back.
const [first, end] = [-62_135_607_600_000, 253_402_290_000_000]

const zone = moscowOffset / 60_000

const longest = 40

/**
 * Milliseconds since 1970; none where the text is no such time. A day alone is its beginning, and less than a millisecond is left
 * out. Clients that do not escape a `+` in a query send a space.
 */
export const parseMoscowDateTime = (text: string): Option.Option<number> =>
  text.length > longest ? Option.none() : parse(text)

// A row is checked, ordered and dated by its times, and rows of one time follow each other.
const parse = remember(1000, (text): Option.Option<number> => {
  const parts = form.exec(text)
  if (parts === null) return Option.none()
  const [, day, hour = "0", minute = "0", second = "0", fraction = "", utc, sign, zoneHour, zoneMinute] = parts
  if (!isDay(day!)) return Option.none()
  const start = startOfDay(day!)
  const given = sign === undefined ? zone : (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === "-" ? -1 : 1)
  const offset = utc === undefined ? given : 0
  const minutes = Number(hour) * 60 + Number(minute) + zone - offset
  const time = start + minutes * 60_000 + Number(second) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))
  return time >= first && time < end ? Option.some(time) : Option.none()
})

/** `2026-01-15T12:30:00` or, with a part of a second, `2026-01-15T12:30:00.5`: in Moscow, and without a zone. */
export const moscowDateTime = (time: number): string =>
  new Date(time + moscowOffset).toISOString().replace(/\.?0*Z$/, "")

const isTime = (text: string) =>
  Option.isSome(parseMoscowDateTime(text)) || "Expected a time, such as 2026-01-15T12:30:00, or with a zone"

/** When it is. Throws where the text is no such time. */
export const millisOf = (text: string): number => Option.getOrThrow(parseMoscowDateTime(text))

const plainForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/** Most rows have the plain form, which stays as it is. */
const inMoscow = (text: string): string => (plainForm.test(text) ? text : moscowDateTime(millisOf(text)))

/** Any of these forms; read as the time in Moscow without a zone. */
export const MoscowDateTime = Schema.String.check(
  Schema.makeFilter(isTime),
  Schema.isMaxLength(longest),
  Schema.isPattern(form)
).pipe(Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: inMoscow, encode: (text) => text })))
