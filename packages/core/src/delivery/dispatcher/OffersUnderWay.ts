/** Offers of which it is not known yet what comes of them, by account: a lane that one of them gets takes events of those after it. */
import type { Account } from "../../access/Account.ts"
import { accountKey } from "../../access/accountKey.ts"
import type { LeasedLane } from "../flight/LeasedLane.ts"
import type { AccountLoad } from "../queue/claimRules.ts"
import type { Arriving, Lease } from "../queue/DeliveryQueue.ts"

export interface Offered {
  readonly number: number
  readonly arriving: ReadonlyArray<Arriving>
  /** Of lanes that may be leased, in the order of `arriving`. */
  readonly reserved: ReadonlyArray<AccountLoad>
  /** Of which a lane may take these events. */
  readonly before: ReadonlyArray<number>
  /** That have their lease from before, and what it is. */
  readonly joined: Array<LeasedLane>
  readonly held: Array<Lease>
}

/** Of an account. */
interface UnderWay {
  readonly offers: Set<Offered>
  /** The numbers of the offers to which a lane may be leased. */
  readonly leasing: Set<number>
  /** How many events they are about. */
  events: number
}

export class OffersUnderWay {
  private readonly accounts = new Map<string, UnderWay>()
  private characters = 0

  /** What their events take in memory, in characters. */
  get size(): number {
    return this.characters
  }

  eventsOf(account: Account): number {
    return this.accounts.get(accountKey(account))?.events ?? 0
  }

  /** The numbers of the offers to which a lane of the account may be leased. */
  leasing(account: Account): ReadonlyArray<number> {
    return [...(this.accounts.get(accountKey(account))?.leasing ?? [])]
  }

  add(offered: Offered): void {
    for (const [index, { account, events, size }] of offered.arriving.entries()) {
      const key = accountKey(account)
      const known = this.accounts.get(key) ?? { offers: new Set(), leasing: new Set(), events: 0 }
      known.offers.add(offered)
      if (offered.reserved[index]!.lanes > 0) known.leasing.add(offered.number)
      known.events += events
      this.accounts.set(key, known)
      this.characters += size
    }
  }

  /** It is known what came of it. */
  remove(offered: Offered): void {
    for (const { account, events, size } of offered.arriving) {
      this.characters -= size
      const key = accountKey(account)
      const known = this.accounts.get(key)
      if (known === undefined) continue
      known.offers.delete(offered)
      known.leasing.delete(offered.number)
      known.events -= events
      if (known.offers.size === 0) this.accounts.delete(key)
    }
  }

  /** An offer has got this lane: events of those after it may join it. */
  leased(lane: LeasedLane, number: number): void {
    for (const offered of this.accounts.get(accountKey(lane.lease.owner))?.offers ?? []) {
      if (!offered.before.includes(number)) continue
      offered.joined.push(lane)
      offered.held.push(lane.lease)
      lane.arriving++
    }
  }
}
