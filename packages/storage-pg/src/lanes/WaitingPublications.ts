/**
 * Publications on their way to the database, in the order in which they came. Those of one account are written one after the other:
 * while a statement leases the account's lanes, another one would find these lanes leased, and its events would have to be claimed.
 */
import { type Account, accountKey } from "@sellerkit/core"

export interface Waiting {
  readonly account: Account
  /** Of its events. */
  readonly keys: ReadonlyArray<string>
}

export class WaitingPublications<Publication extends Waiting> {
  private readonly eventsPerStatement: number
  private waiting: Array<Publication> = []
  /** Accounts of which something is being written. */
  private readonly underWay = new Set<string>()

  constructor(eventsPerStatement: number) {
    this.eventsPerStatement = eventsPerStatement
  }

  add(publication: Publication): void {
    this.waiting.push(publication)
  }

  /** The next ones that can share a statement: no two of an account have a key in common. One may be larger than a statement should be. */
  take(): ReadonlyArray<Publication> {
    const taken: Array<Publication> = []
    const left: Array<Publication> = []
    const passedOver = new Set(this.underWay)
    const keys = new Set<string>()
    let events = 0
    for (const one of this.waiting) {
      const account = accountKey(one.account)
      const own = one.keys.map((key) => `${account} ${key}`)
      const isFull = taken.length > 0 && events + own.length > this.eventsPerStatement
      if (isFull || passedOver.has(account) || own.some((key) => keys.has(key))) {
        left.push(one)
        passedOver.add(account)
        continue
      }
      taken.push(one)
      events += own.length
      for (const key of own) keys.add(key)
    }
    this.waiting = left
    for (const { account } of taken) this.underWay.add(accountKey(account))
    return taken
  }

  /** They were written, or refused. */
  end(taken: ReadonlyArray<Publication>): void {
    for (const { account } of taken) this.underWay.delete(accountKey(account))
  }

  /** Those that nobody has taken. */
  clear(): ReadonlyArray<Publication> {
    const { waiting } = this
    this.waiting = []
    return waiting
  }
}
