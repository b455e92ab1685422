/** How many events a page of the event history holds: as many as were asked for, unless their payloads are large. */
import type { Event } from "./Event.ts"

// our choice: with a thousand events of 256 KiB a single answer would take all the memory there is.
/** The most bytes of payload on one page. A single larger event is a page too. */
export const largestPage = 4 * 1024 * 1024

const utf8 = new TextEncoder()

// Where texts are encoded only to be counted. our choice: most payloads fit; others take memory of their own.
const counted = new Uint8Array(64 * 1024)

export const payloadBytes = ({ payload }: Pick<Event, "payload">): number => {
  const { read, written } = utf8.encodeInto(payload, counted)
  return read === payload.length ? written : utf8.encode(payload).length
}

/**
 * How many events a driver has to find for a page: those that fit, and one more when there are more. `sizes` are bytes of
 * payload in the order of travel, one more than the limit when there are more.
 */
export const countToFind = (sizes: ReadonlyArray<number>, limit: number): number =>
  Math.min(countThatFit(sizes, limit) + 1, sizes.length)

/** How many of them, from the first, are on the page. */
export const countThatFit = (sizes: ReadonlyArray<number>, limit: number): number => {
  let bytes = 0
  let count = 0
  for (const size of sizes.slice(0, limit)) {
    bytes += size
    if (count > 0 && bytes > largestPage) break
    count++
  }
  return count
}
