/** When buyers order: how many a day, and at which times of it. */
import { day, hour } from "./time.ts"

/** Of an average day, from Sunday on. */
const weekdays = [1.08, 1.04, 1, 0.97, 0.96, 0.93, 1.02]

/** From January on: holidays, and what comes before them. */
const months = [0.85, 0.9, 1, 0.95, 0.95, 0.92, 0.9, 1, 1.02, 1.05, 1.3, 1.16]

/** Of an average hour, from midnight on. */
const hours = [
  0.5, 0.3, 0.2, 0.15, 0.15, 0.25, 0.5, 0.8, 1, 1.1, 1.2, 1.25, 1.3, 1.2, 1.15, 1.15, 1.2, 1.3, 1.4, 1.55, 1.7, 1.65,
  1.3, 0.7
]

/** Of the orders of a day, how many have come when each hour begins. */
const soFar = hours.map((_, index) => hours.slice(0, index).reduce((sum, part) => sum + part, 0))
const whole = hours.reduce((sum, part) => sum + part, 0)

/** How many orders a day has that begins at `midnight`, where it has `average` over the year. */
export const ordersOf = (midnight: number, average: number): number => {
  const date = new Date(midnight)
  return Math.max(1, Math.round(average * weekdays[date.getUTCDay()]! * months[date.getUTCMonth()]!))
}

/** When the order comes that has the given part of its day's orders before it. Later parts have later times. */
export const timeOfOrder = (midnight: number, part: number): number => {
  const wanted = part * whole
  let index = 0
  while (index < hours.length - 1 && soFar[index + 1]! <= wanted) index++
  return Math.floor(midnight + (index + (wanted - soFar[index]!) / hours[index]!) * hour)
}

/** How many times as many of a product are bought as on average over the year: a wave with one crest. */
export const seasonOf = ([month, times]: readonly [month: number, times: number], time: number): number => {
  const since = (time / day - (month - 0.5) * 30.4) / 365.25
  return 1 + (times - 1) * Math.cos(2 * Math.PI * since)
}
