/** The course of a scenario: what holds in an hour, and what happens at its end. */
import { type Circumstances, usual } from "./Circumstances.ts"
import { hourLength, hourOfDay, startOfHour, weekdayOf } from "../marketTime.ts"
import type { Placement } from "../displays/Placement.ts"
import { type Happening, namedHour, namedTime, type Period, type Scenario } from "./Scenario.ts"

export interface Course {
  readonly during: (placement: Placement, hour: number) => Circumstances
  /** What happens at a time, in milliseconds since 1970. */
  readonly at: (time: number) => ReadonlyArray<Happening>
}

/** The first such hour that begins at `from` or later, in milliseconds since 1970. */
const resolved = (moment: string, from: number): number => {
  const hour = namedHour(moment)
  // The schema of scenarios takes nothing else.
  if (hour === undefined) return namedTime(moment)!
  const { hour: ofDay = 0, weekday } = hour
  for (let found = Math.ceil(from / hourLength); ; found++) {
    if (hourOfDay(found) === ofDay && (weekday === undefined || weekdayOf(found) === weekday)) return startOfHour(found)
  }
}

interface Lasting {
  readonly period: Period
  readonly from: number
  readonly until: number
}

const lasting = (period: Period, startsAt: number): Lasting => {
  const from = period.from === undefined ? -Infinity : resolved(period.from, startsAt)
  const until = period.until === undefined ? Infinity : resolved(period.until, Math.max(from, startsAt) + 1)
  return { period, from, until }
}

const isAbout = ({ products, subjects }: Period, { product, subject }: Placement): boolean =>
  (products?.includes(product) ?? true) && (subjects?.includes(subject) ?? true)

const isHappening = (part: Happening | Period): part is Happening => "happens" in part

/** `startsAt`: named hours in which something begins are those from then on, and at whose beginning it ends or happens those after it. */
export const courseOf = (scenario: Scenario, startsAt: number): Course => {
  const periods = scenario.flatMap((part) => (isHappening(part) ? [] : [lasting(part, startsAt)]))
  const happenings = scenario.flatMap((part) =>
    isHappening(part) ? [{ happening: part, time: resolved(part.at, startsAt + 1) }] : []
  )
  return {
    during: (placement, hour) =>
      periods
        .filter(({ from, period, until }) => {
          const time = startOfHour(hour)
          return time >= from && time < until && isAbout(period, placement)
        })
        .reduce<Circumstances>(
          (sum, { period: { clicks = 1, competitorBids = 1, displays = 1, orders = 1 } }) => ({
            competitorBids: sum.competitorBids * competitorBids,
            displays: sum.displays * displays,
            clicks: sum.clicks * clicks,
            orders: sum.orders * orders
          }),
          usual
        ),
    at: (time) => happenings.filter((one) => one.time === time).map(({ happening }) => happening)
  }
}

/** Whether it is about a campaign of this name. */
export const concerns = ({ campaigns }: Happening, name: string): boolean => campaigns?.includes(name) ?? true
