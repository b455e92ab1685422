/** What displays get until the money is gone: for advertisers of every kind. */
import { type Counts, type Display, minus } from "./displaying.ts"
import { firstTime } from "./firstTime.ts"

/** What a display got, and what that costs in hundredths of a rouble. */
export interface Paid {
  readonly display: Display
  readonly counts: Counts
  readonly cost: number
}

/** In hundredths of a rouble. It never gets less as the counts grow. */
export type Price = (display: Display, counts: Counts) => number

export const costOfAll = (paid: ReadonlyArray<Paid>): number => paid.reduce((sum, { cost }) => sum + cost, 0)

const between =
  (displays: ReadonlyArray<Display>, from: number, price: Price) =>
  (until: number): ReadonlyArray<Paid> =>
    displays.map((display) => {
      const [before, after] = [display.by(from), display.by(until)]
      return { display, counts: minus(after, before), cost: price(display, after) - price(display, before) }
    })

/** The last displays cost what is left. */
const trimmed = (paid: ReadonlyArray<Paid>, most: number): ReadonlyArray<Paid> => {
  let excess = costOfAll(paid) - most
  return paid.map((one) => {
    const less = Math.min(excess, one.cost)
    excess -= less
    return { ...one, cost: one.cost - less }
  })
}

/** Between two times of one hour, in milliseconds since 1970. `most`: what may be spent, in hundredths of a rouble. */
export const afforded = (
  displays: ReadonlyArray<Display>,
  from: number,
  until: number,
  price: Price,
  most: number
): ReadonlyArray<Paid> => {
  if (most <= 0) return []
  const by = between(displays, from, price)
  const all = by(until)
  if (costOfAll(all) <= most) return all
  const spentAt = firstTime(from, until, (time) => costOfAll(by(time)) >= most)
  return trimmed(by(spentAt ?? until), most)
}
