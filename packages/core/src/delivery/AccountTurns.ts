/**
 * Whose turn it is: accounts of which many events were sent lately come after the others, so that a few events need not wait
 * until another account's backlog is sent.
 */
import { type Account, accountKey } from "../access/Account.ts"

/** Events that were sent of an account and that its rate has not made up for yet, as of a time. */
interface Ahead {
  readonly account: Account
  readonly events: number
  readonly at: bigint
}

/**
 * Each account may have `rate` events a second, and a second's worth at once, before the others go first. Times are the
 * process's own, in nanoseconds that grow evenly.
 */
export class AccountTurns {
  private readonly rate: number
  private readonly ahead = new Map<string, Ahead>()

  constructor(rate: number) {
    this.rate = rate
  }

  /** So many events of the account are sent. */
  sent({ sandbox, sellerId }: Account, events: number, now: bigint): void {
    const account = { sellerId, sandbox }
    const key = accountKey(account)
    this.ahead.set(key, { account, events: this.left(this.ahead.get(key), now) + events, at: now })
  }

  /** The accounts that come after all others. */
  last(now: bigint): ReadonlyArray<Account> {
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
