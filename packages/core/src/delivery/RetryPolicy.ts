/**
 * When a failed delivery is tried again: after 10 seconds, then after twice as long each time, up to 15 minutes; after
 * that the event is dropped (Seller Webhooks Service, Delivery rules, rule 2).
 */
import { Duration } from "effect"

const first = Duration.seconds(10)
export const longestInterval = Duration.minutes(15)

/** How long to wait after `failures` failures in a row; 1 is the first. */
export const interval = (failures: number): Duration.Duration =>
  Duration.min(Duration.times(first, 2 ** Math.min(failures - 1, 30)), longestInterval)

const isLongest = (failures: number): boolean => Duration.equals(interval(failures), longestInterval)

/** Attempts an event gets: the last is the one made after the first wait of 15 minutes. */
export const mostAttempts: number = (() => {
  let failures = 1
  while (!isLongest(failures)) failures++
  return failures + 1
})()

/** Whether an event that has failed `attempts` times is dropped. */
export const isSpent = (attempts: number): boolean => attempts >= mostAttempts
