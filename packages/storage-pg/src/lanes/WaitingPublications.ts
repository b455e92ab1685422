/**
 * Publications on their way to the database, in the order in which they came. Those of one account are written one after the other:
 * while a statement leases the account's lanes, another one would find these lanes leased, and its events would have to be claimed. A
 * statement that takes long, because a transaction of a host has one of its keys, keeps no account waiting for its end.
 */
import { type Account, accountKey } from "@sellerkit/core"

export interface Waiting {
  readonly account: Account
  /** Of its events. */
  readonly keys: ReadonlyArray<string>
}

/** What one statement writes. `isLong`: it is under way for longer than accounts wait for. */
interface Group {
  isLong: boolean
}

export class WaitingPublications<Publication extends Waiting> {
  private readonly eventsPerStatement: number
  private waiting: Array<Publication> = []
  /** By account: what is being written of it. */
  private readonly underWay = new Map<string, Group>()
  private readonly groups = new Map<ReadonlyArray<Publication>, Group>()

  constructor(eventsPerStatement: number) {
    this.eventsPerStatement = eventsPerStatement
  }

  /** Whether some wait. */
  get areAny(): boolean {
    return this.waiting.length > 0
  }

  /** Gives whether it may be taken now. */
  add(publication: Publication): boolean {
    this.waiting.push(publication)
    return !this.underWay.has(accountKey(publication.account))
  }

  /** The next ones that can share a statement: no two of an account have a key in common. One may be larger than a statement should be. */
  take(): ReadonlyArray<Publication> {
    const taken: Array<Publication> = []
    const left: Array<Publication> = []
    const passedOver = new Set(this.underWay.keys())
    const keys = new Set<string>()
    let place = 0
    for (; place < this.waiting.length && keys.size < this.eventsPerStatement; place++) {
      const one = this.waiting[place]!
      const account = accountKey(one.account)
      if (!passedOver.has(account)) {
        const own = one.keys.map((key) => `${account} ${key}`)
        const fits = taken.length === 0 || keys.size + own.length <= this.eventsPerStatement
        if (fits && own.every((key) => !keys.has(key))) {
          taken.push(one)
          for (const key of own) keys.add(key)
          continue
        }
        passedOver.add(account)
      }
      left.push(one)
    }
    this.waiting = [...left, ...this.waiting.slice(place)]
    this.begin(taken)
    return taken
  }

  /** They were written, or refused. */
  end(taken: ReadonlyArray<Publication>): void {
    const group = this.groups.get(taken)
    this.groups.delete(taken)
    for (const { account } of taken) {
      const key = accountKey(account)
      if (this.underWay.get(key) === group) this.underWay.delete(key)
    }
  }

  /** Accounts wait no longer for what was under way when this was called before. */
  endTurns(): void {
    for (const [account, group] of this.underWay) if (group.isLong) this.underWay.delete(account)
    for (const group of this.groups.values()) group.isLong = true
  }

  /** Those that nobody has taken. */
  clear(): ReadonlyArray<Publication> {
    const { waiting } = this
    this.waiting = []
    return waiting
  }

  private begin(taken: ReadonlyArray<Publication>): void {
    if (taken.length === 0) return
    const group = { isLong: false }
    this.groups.set(taken, group)
    for (const { account } of taken) this.underWay.set(accountKey(account), group)
  }
}
