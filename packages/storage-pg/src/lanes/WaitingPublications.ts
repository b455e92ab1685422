/**
 * Publications on their way to the database, in the order in which they came. Those of one account are written one after the other:
 * while a statement leases the account's lanes, another one would find these lanes leased, and its events would have to be claimed. A
 * statement that takes long, because a transaction of a host has one of its keys, keeps no account waiting for its end, and counts no
 * more among those that may be under way.
 */
import { type Account, accountKey } from "@sellerkit/core"

export interface Waiting {
  readonly account: Account
  /** How many events it has. */
  readonly size: number
  /** That publishers gave its events. Other events may have the same, and a statement waits for a transaction that takes one of them. */
  readonly keys: ReadonlyArray<string>
}

/** What one statement writes. `turns`: how many have ended since it began. */
interface Group {
  turns: number
}

/** It is under way for longer than others wait for. */
const isLong = ({ turns }: Group): boolean => turns > 1

const ownKeys = ({ account, keys }: Waiting): ReadonlyArray<string> =>
  keys.map((key) => `${accountKey(account)} ${key}`)

export interface StatementRules {
  /** How many events share a statement at most. */
  readonly eventsPerStatement: number
  /** How many statements may be under way that do not take long. */
  readonly statementsAtOnce: number
  /** How many may with those that do. */
  readonly mostStatements: number
}

export class WaitingPublications<Publication extends Waiting> {
  private readonly rules: StatementRules
  private waiting: Array<Publication> = []
  /** By account: what is being written of it. */
  private readonly underWay = new Map<string, Group>()
  private readonly groups = new Map<ReadonlyArray<Publication>, Group>()

  constructor(rules: StatementRules) {
    this.rules = rules
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

  /**
   * The next ones that can share a statement: no two of an account have a key in common. One may be larger than a statement should be.
   * None while as many statements are under way as may be. One that has a key in common with a statement that takes long would wait for
   * the same as that.
   */
  take(): ReadonlyArray<Publication> {
    if (!this.mayBegin) return []
    const { eventsPerStatement } = this.rules
    const taken: Array<Publication> = []
    const left: Array<Publication> = []
    const passedOver = new Set(this.underWay.keys())
    const waitedFor = this.keysUnderWay
    const keys = new Set<string>()
    let size = 0
    let place = 0
    for (; place < this.waiting.length && size < eventsPerStatement; place++) {
      const one = this.waiting[place]!
      const account = accountKey(one.account)
      if (!passedOver.has(account)) {
        const own = ownKeys(one)
        if (own.some((key) => waitedFor.has(key))) {
          left.push(one)
          continue
        }
        const fits = taken.length === 0 || size + one.size <= eventsPerStatement
        if (fits && own.every((key) => !keys.has(key))) {
          taken.push(one)
          size += one.size
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

  /** Nobody waits any longer for what was under way when this was called before. */
  endTurns(): void {
    for (const group of this.groups.values()) group.turns++
    for (const [account, group] of this.underWay) if (isLong(group)) this.underWay.delete(account)
  }

  /** Those that nobody has taken. */
  clear(): ReadonlyArray<Publication> {
    const { waiting } = this
    this.waiting = []
    return waiting
  }

  /** Of statements that take long, for which their accounts do not wait. */
  private get keysUnderWay(): ReadonlySet<string> {
    const keys = new Set<string>()
    for (const [taken, group] of this.groups) if (isLong(group)) for (const key of taken.flatMap(ownKeys)) keys.add(key)
    return keys
  }

  /** Whether another statement may begin. */
  private get mayBegin(): boolean {
    const { mostStatements, statementsAtOnce } = this.rules
    const underWay = [...this.groups.values()]
    return underWay.length < mostStatements && underWay.filter((group) => !isLong(group)).length < statementsAtOnce
  }

  private begin(taken: ReadonlyArray<Publication>): void {
    if (taken.length === 0) return
    const group = { turns: 0 }
    this.groups.set(taken, group)
    for (const { account } of taken) this.underWay.set(accountKey(account), group)
  }
}
