/**
 * Fair queueing between accounts, with a token bucket for each: accounts of which many events were sent lately come after the
 * others. They give way to an account with a few events, so that these need not wait for another account's backlog: theirs go in
 * small steps, with pauses between them.
 */
import { Duration } from "effect"
import type { Account } from "../../access/Account.ts"
import { accountKey } from "../../access/accountKey.ts"

/** Events that were sent of an account and that its rate has not made up for yet, as of a time. */
interface Ahead {
  readonly account: Account
  readonly events: number
  readonly at: number
}

/** Who goes first at a time. */
export interface Precedence {
  /** The accounts that come after all others. */
  readonly last: ReadonlyArray<Account>
  /** Whether these take small steps and pause between them, because another account has a few events. */
  readonly giveWay: boolean
}

// our choice: an account that had an event within a second is expected to have another. In milliseconds.
const expectedFor = 1000

// our choice: the part of a second's worth that counts as a few. Many more at once are a backlog themselves, and can wait.
const few = 1 / 20

// our choice: a pause is so many times as long as the step before it took: longer where the storage or the processor is slower.
const pausePerStep = 3

// our choice: a write that took very long says that something is wrong, not how much others have to do. In milliseconds.
const longestPause = 250

// our choice: so few accounts are kept without a look at whether their rate has made up for everything.
const keptAnyway = 1000

/**
 * Each account may have `rate` events a second, and a second's worth at once, before the others go first. Times are the
 * process's own, as `monotonicMillis` has them.
 */
export class FairQueueing {
  private readonly rate: number
  private readonly ahead = new Map<string, Ahead>()
  /** Keys of accounts that were beyond their rate when something of theirs was last sent. No other account can come last. */
  private readonly beyond = new Set<string>()
  /** With so many of them, those whose rate has made up for everything are looked for and forgotten. */
  private tidyAt = keptAnyway
  /** Of the accounts with a few events: the one to whose webhooks something was sent last. */
  private latest: { readonly key: string; readonly at: number } | undefined
  private pausedUntil = 0

  constructor(rate: number) {
    this.rate = rate
  }

  /** So many events of the account are sent. */
  sent({ sandbox, sellerId }: Account, events: number, now: number): void {
    const account = { sellerId, sandbox }
    const key = accountKey(account)
    const ahead = this.left(this.ahead.get(key), now) + events
    this.ahead.set(key, { account, events: ahead, at: now })
    if (ahead > this.rate) this.beyond.add(key)
    if (this.areFew(ahead)) this.latest = { key, at: now }
    if (this.ahead.size > this.tidyAt) this.tidy(now)
  }

  at(now: number): Precedence {
    const last = this.last(now)
    return { last, giveWay: last.length > 0 && this.hasAnyFew(now) }
  }

  /** After a step of accounts that give way. */
  pause(since: number, now: number): void {
    this.pausedUntil = now + Math.min(longestPause, (now - since) * pausePerStep)
  }

  /** What is left of the pause that has begun. */
  pauseLeft(now: number): Duration.Duration {
    return Duration.millis(Math.max(0, this.pausedUntil - now))
  }

  private hasAnyFew(now: number): boolean {
    const { latest } = this
    if (latest === undefined || now - latest.at >= expectedFor) return false
    return this.areFew(this.left(this.ahead.get(latest.key), now))
  }

  private areFew(events: number): boolean {
    return events <= this.rate * few
  }

  private last(now: number): ReadonlyArray<Account> {
    const last: Array<Account> = []
    for (const key of this.beyond) {
      const ahead = this.ahead.get(key)
      if (ahead !== undefined && this.left(ahead, now) > this.rate) last.push(ahead.account)
      else this.beyond.delete(key)
    }
    return last
  }

  private tidy(now: number): void {
    for (const [key, ahead] of this.ahead) if (this.left(ahead, now) === 0) this.ahead.delete(key)
    this.tidyAt = Math.max(keptAnyway, this.ahead.size * 2)
  }

  private left(ahead: Ahead | undefined, now: number): number {
    return ahead === undefined ? 0 : Math.max(0, ahead.events - ((now - ahead.at) / 1000) * this.rate)
  }
}
