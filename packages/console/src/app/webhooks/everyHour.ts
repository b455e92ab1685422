/** The hours of a webhook without gaps: those without an attempt are left out by the service. */
import type { OperatorAnswer } from "../api/http/answers.ts"

export type Hour = OperatorAnswer<"webhooks", "hours">["hours"][number]

const hourLength = 3_600_000

/** `at`: when the hour begins, in milliseconds since 1970. From the first hour with an attempt to the last one. */
export const everyHour = (hours: ReadonlyArray<Hour>) => {
  const known = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]))
  const [first, last] = [[...known.keys()].at(0), [...known.keys()].at(-1)]
  if (first === undefined || last === undefined) return []
  return Array.from({ length: (last - first) / hourLength + 1 }, (_, index) => {
    const at = first + index * hourLength
    const { failed = 0, succeeded = 0 } = known.get(at) ?? {}
    return { at, succeeded, failed }
  })
}
