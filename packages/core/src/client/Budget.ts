/**
 * What a client knows of the rate budget of one operation: a token bucket as declared, corrected by what answers say of it
 * (contract, Rate limiting). The service counts for itself, and others with the same token may spend from the budget as well.
 */
import { Duration } from "effect"
import type { Headers } from "effect/http"
import type { Limit } from "../limits/Limits.ts"
import { parseHttpDate } from "../time/httpDate.ts"

/** What 429 says. In seconds, but for the number of requests that a full budget holds. */
export interface Refusal {
  readonly retry: number
  readonly limit: number
  readonly reset: number
}

const wholeNumber = /^\d{1,9}$/

export const numberIn = (headers: Headers.Headers, name: string): number | undefined => {
  const text = headers[name] ?? ""
  return wholeNumber.test(text) ? Number(text) : undefined
}

/** `Retry-After` as a number of seconds, or as a time of the clock that the answer names (RFC 9110, 10.2.3). `now` in milliseconds. */
const retryAfterIn = (headers: Headers.Headers, now: number): number | undefined => {
  const seconds = numberIn(headers, "retry-after")
  const time = parseHttpDate(headers["retry-after"] ?? "")
  if (seconds !== undefined || time === undefined) return seconds
  return Math.ceil((time - (parseHttpDate(headers["date"] ?? "") ?? now)) / 1000)
}

/**
 * our choice: a second, where a service does not say it. A service may say it in one header or in another, and a proxy in one. Where
 * only the time is told until a budget is full, that is what is waited for.
 */
export const refusalOf = (headers: Headers.Headers, now: number): Refusal => {
  const reset = numberIn(headers, "x-ratelimit-reset")
  const retry = Math.max(1, numberIn(headers, "x-ratelimit-retry") ?? retryAfterIn(headers, now) ?? reset ?? 1)
  const limit = Math.max(1, numberIn(headers, "x-ratelimit-limit") ?? 1)
  return { retry, limit, reset: reset ?? retry }
}

export class Budget {
  #permits: number
  /** Milliseconds until the next token comes. */
  #interval: number
  #held: number
  /** Until when tokens have come. */
  #filledAt: number
  /** Requests without an answer. */
  #underway = 0
  /** Whether two of the latest requests were underway at once: nobody knows which of them an answer has counted. */
  #isMixed = false
  /** The budget was full, and the service begins to refill it when the first request arrives. It has done so once that is answered. */
  #isStarting = false

  constructor({ permits, window }: Limit, now: number) {
    this.#permits = permits
    this.#interval = Duration.toMillis(Duration.fromInputUnsafe(window)) / permits
    this.#held = permits
    this.#filledAt = now
  }

  #fill(now: number): void {
    const come = (now - this.#filledAt) / this.#interval
    if (come <= 0 || this.#isStarting) return
    this.#held = Math.min(this.#permits, this.#held + come)
    this.#filledAt = now
  }

  /** Milliseconds until a request is possible. */
  wait(now: number): number {
    this.#fill(now)
    // A token that is complete but for a rounding error is one.
    if (this.#held > 0.999) return 0
    return Math.max(1, Math.ceil(Math.max(0, this.#filledAt - now) + (1 - this.#held) * this.#interval))
  }

  send(): void {
    if (this.#held >= this.#permits) this.#isStarting = true
    this.#held = Math.max(0, this.#held - 1)
    this.#isMixed = this.#underway > 0
    this.#underway++
  }

  /** A request has ended, with an answer or without. What the answer says is told after this. */
  end(now: number): void {
    this.#underway--
    if (this.#isStarting) this.#filledAt = now
    this.#isStarting = false
  }

  /** `remaining`: whole requests that the service would still take. */
  answered(remaining: number, now: number): void {
    this.#fill(now)
    if (this.#underway > 0 || this.#isMixed) {
      this.#held = Math.min(this.#held, remaining)
      return
    }
    // A part of a token that has come is kept.
    if (Math.floor(this.#held) !== remaining) this.#held = remaining
    this.#permits = Math.max(this.#permits, remaining)
  }

  refused({ limit, reset, retry }: Refusal, now: number): void {
    this.#permits = limit
    // Both are seconds until a number of tokens has come: the first one, and all.
    if (limit > 1 && reset > retry) this.#interval = ((reset - retry) * 1000) / (limit - 1)
    this.#held = 0
    this.#filledAt = now + retry * 1000 - this.#interval
  }
}
