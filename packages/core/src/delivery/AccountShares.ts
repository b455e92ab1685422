/**
 * How lanes in flight are shared between accounts: one whose receivers hang takes its share and no more, so that the
 * others do not wait for it.
 */
import type { Account } from "../access/Account.ts"
import { accountKey } from "../access/accountKey.ts"

/** How many lanes of one account are in flight. */
export interface AccountLoad {
  readonly account: Account
  readonly lanes: number
}

/** Counts lanes in flight against the share of their account. */
export class AccountShares {
  private readonly lanesPerAccount: number
  private readonly loads = new Map<string, AccountLoad>()

  constructor(lanesPerAccount: number, inFlight: ReadonlyArray<AccountLoad> = []) {
    this.lanesPerAccount = lanesPerAccount
    for (const load of inFlight) this.loads.set(accountKey(load.account), load)
  }

  /** More lanes of the account are in flight. */
  add({ sandbox, sellerId }: Account, lanes = 1): void {
    const account = { sellerId, sandbox }
    const key = accountKey(account)
    this.loads.set(key, { account, lanes: (this.loads.get(key)?.lanes ?? 0) + lanes })
  }

  /** How many further lanes of the account may be taken now. */
  left(account: Account): number {
    return Math.max(0, this.lanesPerAccount - (this.loads.get(accountKey(account))?.lanes ?? 0))
  }

  isFull(account: Account): boolean {
    return this.left(account) === 0
  }

  get inFlight(): ReadonlyArray<AccountLoad> {
    return [...this.loads.values()]
  }

  /** The accounts that have their whole share in flight. */
  get full(): ReadonlyArray<Account> {
    return this.inFlight.filter(({ lanes }) => lanes >= this.lanesPerAccount).map(({ account }) => account)
  }
}
