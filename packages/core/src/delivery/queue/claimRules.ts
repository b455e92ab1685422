/**
 * The rules by which lanes are claimed, and events of them go into a request. Storage drivers calculate with them as they write,
 * also in a thread that loads little else.
 */
import * as Duration from "effect/Duration"
import type { Account } from "../../access/Account.ts"
import { accountKey } from "../../access/accountKey.ts"

/** How many lanes of one account are in flight. */
export interface AccountLoad {
  readonly account: Account
  readonly lanes: number
}

const accountOf = ({ sandbox, sellerId }: Account): Account => ({ sellerId, sandbox })

/**
 * What each account has in flight of the lanes that it may have: one whose receivers hang takes its share and no more, so that
 * the others do not wait for it.
 */
export class AccountCapacity {
  private readonly lanesPerAccount: number
  private readonly loads = new Map<string, AccountLoad>()

  constructor(lanesPerAccount: number, inFlight: ReadonlyArray<AccountLoad> = []) {
    this.lanesPerAccount = lanesPerAccount
    for (const load of inFlight) this.loads.set(accountKey(load.account), load)
  }

  /** More lanes of the account are in flight. */
  add(owner: Account, lanes = 1): void {
    const key = accountKey(owner)
    const { account, lanes: before } = this.loads.get(key) ?? { account: accountOf(owner), lanes: 0 }
    this.loads.set(key, { account, lanes: before + lanes })
  }

  /** So many of them are no longer. */
  remove(owner: Account, lanes = 1): void {
    const key = accountKey(owner)
    const { account, lanes: before } = this.loads.get(key)!
    if (before === lanes) this.loads.delete(key)
    else this.loads.set(key, { account, lanes: before - lanes })
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

// our choice: enough that a backlog goes out in few requests, little enough to hold many batches in memory.
export const largestBatch = 512

/** Bytes of payload one request may carry; a single larger event still goes. */
export const largestBatchBytes = 512 * 1024

/**
 * Events of a batch in which the one that failed most often has failed 0, 1, 2 … times; after those only itself. Which of the
 * events a receiver could not digest is not known: the more often one has failed, the fewer others it may take with it. After
 * five failures it goes alone, with attempts left for those that only had the wrong neighbour.
 */
export const largestWithTried: ReadonlyArray<number> = [largestBatch, 128, 32, 8, 2]

/** How many events the next request of a lane may carry after one that succeeded: twice as many. */
export const afterSuccess = (size: number): number => Math.min(size * 2, largestBatch)

/** After one that failed: half of what it carried, and at least one. It may have carried fewer than it was allowed to. */
export const afterFailure = (carried: number): number => Math.max(1, Math.floor(carried / 2))

/**
 * Gathers a batch: says of one event after the other, those with the fewest attempts first, whether it goes along. The
 * first one always does; after one that does not, the batch is full.
 */
export const makeBatchLimit = (most: { readonly events: number; readonly bytes: number }) => {
  let events = 0
  let bytes = 0
  return (attempts: number, size: number): boolean => {
    events += 1
    bytes += size
    return events === 1 || (events <= Math.min(most.events, largestWithTried[attempts] ?? 1) && bytes <= most.bytes)
  }
}

// our choice: what an event that waits in memory takes besides its payload, in characters.
const sizeWithoutPayload = 400

/** What an event takes while it waits in memory, in characters. */
export const sizeInMemory = ({ payload }: { readonly payload: string }): number => sizeWithoutPayload + payload.length

// our choice: how long an event that has failed may be overtaken by fresh ones on a lane that never rests.
export const overdueAfter = Duration.minutes(1)

/**
 * When test events are due that were never tried, in milliseconds: before everything else, and whatever their lane waits for.
 * our choice: the sender of a test event wants to see now whether the receiver works.
 */
export const testDueAt = -1
