/** A receiver that is busy may say when to come again: in seconds, or as a date (RFC 9110, 10.2.3). */
import { Duration, Option } from "effect"
import { parseHttpDate } from "../../time/httpDate.ts"
import type { Reply } from "../../transport/Transport.ts"

/** 429 Too Many Requests, 503 Service Unavailable. */
const busy = new Set([429, 503])

/** Milliseconds; infinitely many where no number holds them. */
const parse = (text: string, now: number): number | undefined => {
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const at = parseHttpDate(text)
  return at === undefined ? undefined : Math.max(0, at - now)
}

/**
 * How long the receiver asks to be left alone, at most `longest`; `now` in milliseconds. None for any other answer, and where
 * what it says is no time.
 */
export const askedToWait = (
  { retryAfter, status }: Reply,
  now: number,
  longest: Duration.Duration
): Option.Option<Duration.Duration> => {
  const wait = retryAfter === undefined || !busy.has(status) ? undefined : parse(retryAfter.trim(), now)
  if (wait === undefined) return Option.none()
  // Whole milliseconds, as storages keep times.
  return Option.some(Duration.millis(Math.floor(Math.min(wait, Duration.toMillis(longest)))))
}
