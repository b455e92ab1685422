/**
 * Whose turn it is: accounts that were given many events lately come after those that were not, so that a few events need
 * not wait until another account's backlog is sent.
 */
import { type Account, accountKey } from "../access/Account.ts"

/** Events that an account was given and that its rate has not made up for yet, as of a time in milliseconds. */
interface Ahead {
  readonly account: Account
  readonly events: number
  readonly at: number
}

/** Each account may have `rate` events a second, and a second's worth at once, before the others go first. */
export class AccountTurns {
  private readonly rate: number
  private readonly ahead = new Map<string, Ahead>()

  constructor(rate: number) {
    this.rate = rate
  }

  /** The account was given so many events. */
  given({ sandbox, sellerId }: Account, events: number, now: number): void {
    const account = { sellerId, sandbox }
    const key = accountKey(account)
    this.ahead.set(key, { account, events: this.left(this.ahead.get(key), now) + events, at: now })
  }

  /** The accounts that come after all others. */
  last(now: number): ReadonlyArray<Account> {
    const last: Array<Account> = []
    for (const [key, one] of this.ahead) {
      const left = this.left(one, now)
      if (left > this.rate) last.push(one.account)
      else if (left === 0) this.ahead.delete(key)
    }
    return last
  }

  private left(ahead: Ahead | undefined, now: number): number {
    return ahead === undefined ? 0 : Math.max(0, ahead.events - ((now - ahead.at) / 1000) * this.rate)
  }
}
