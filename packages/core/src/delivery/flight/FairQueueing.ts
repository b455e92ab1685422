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
  readonly at: bigint
}

/** Who goes first at a time. */
export interface Precedence {
  /** The accounts that come after all others. */
  readonly last: ReadonlyArray<Account>
  /** Whether these take small steps and pause between them, because another account has a few events. */
  readonly giveWay: boolean
}

// our choice: an account that had an event within a second is expected to have another. In nanoseconds.
const expectedFor = 1_000_000_000n

// our choice: the part of a second's worth that counts as a few. Many more at once are a backlog themselves, and can wait.
const few = 1 / 20

// our choice: a pause is so many times as long as the step before it took: longer where the storage or the processor is slower.
const pausePerStep = 3

// our choice: a write that took very long says that something is wrong, not how much others have to do. In nanoseconds.
const longestPause = 250_000_000

/**
 * Each account may have `rate` events a second, and a second's worth at once, before the others go first. Times are the
 * process's own, in nanoseconds that grow evenly.
 */
export class FairQueueing {
  private readonly rate: number
  private readonly ahead = new Map<string, Ahead>()
  /** Of the accounts with a few events: the one to whose webhooks something was sent last. */
  private latest: { readonly key: string; readonly at: bigint } | undefined
  private pausedUntil = 0n

  constructor(rate: number) {
    this.rate = rate
  }

  /** So many events of the account are sent. */
  sent({ sandbox, sellerId }: Account, events: number, now: bigint): void {
    const account = { sellerId, sandbox }
    const key = accountKey(account)
    const ahead = this.left(this.ahead.get(key), now) + events
    this.ahead.set(key, { account, events: ahead, at: now })
    if (this.areFew(ahead)) this.latest = { key, at: now }
  }

  at(now: bigint): Precedence {
    const last = this.last(now)
    return { last, giveWay: last.length > 0 && this.hasAnyFew(now) }
  }

  /** After a step of accounts that give way. */
  pause(since: bigint, now: bigint): void {
    this.pausedUntil = now + BigInt(Math.min(longestPause, Math.round(Number(now - since) * pausePerStep)))
  }

  /** What is left of the pause that has begun. */
  pauseLeft(now: bigint): Duration.Duration {
    return Duration.millis(Math.max(0, Number(this.pausedUntil - now) / 1e6))
  }

  private hasAnyFew(now: bigint): boolean {
    const { latest } = this
    if (latest === undefined || now - latest.at >= expectedFor) return false
    return this.areFew(this.left(this.ahead.get(latest.key), now))
  }

  private areFew(events: number): boolean {
    return events <= this.rate * few
  }

  private last(now: bigint): ReadonlyArray<Account> {
    const last: Array<Account> = []
    for (const [key, one] of this.ahead) {
      const left = this.left(one, now)
      if (left > this.rate) last.push(one.account)
      else if (left === 0) this.ahead.delete(key)
    }
    return last
  }

  private left(ahead: Ahead | undefined, now: bigint): number {
    return ahead === undefined ? 0 : Math.max(0, ahead.events - (Number(now - ahead.at) / 1e9) * this.rate)
  }
}
