/**
 * Port: records of every feature, as texts that `Collection` makes of them. A record has an account, a collection and a key; it
 * is found by its key, and through the indexes that list it.
 */
import { Context, type Effect, type Option, type Result } from "effect"
import type { Account } from "../access/Account.ts"
import type { NewEvent } from "../catalog/NewEvent.ts"
import type { RawText } from "../storage/RawText.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { StoredRecord } from "./Collection.ts"

/** A part of an order of places: the records' keys or, in an index, their places there. Compared byte by byte. */
export interface StoredRange {
  readonly collection: string
  /** The number of an index of the collection, from 0; undefined: the keys. */
  readonly index: number | undefined
  /** The first text that is included; undefined: from the beginning. */
  readonly from: string | undefined
  /** The first text after the range; undefined: to the end. */
  readonly below: string | undefined
}

/** What is read of one account. */
export type StoredLookup =
  | { readonly kind: "keys"; readonly collection: string; readonly keys: ReadonlyArray<string> }
  | (StoredRange & {
      readonly kind: "range"
      readonly descending: boolean
      /** How many records are skipped before the first. */
      readonly offset: number
      readonly limit: number
      /** False: only places are asked for, and every content that is found is empty. */
      readonly contents: boolean
    })
  | (StoredRange & { readonly kind: "count" })

/** What is read at once of a range that is read part by part, in the order of its places. */
export interface StoredPart extends StoredRange {
  /** How many records at most: one, or more. */
  readonly limit: number
  /** Whether it is asked where the records stand. */
  readonly places: boolean
}

export interface FoundPart {
  /** The contents of the first records of the range. */
  readonly texts: ReadonlyArray<RawText>
  /** Where each of them stands; empty where that is not asked. */
  readonly places: ReadonlyArray<string>
  /** From where on the rest of the range is read; undefined: this was all of it. */
  readonly next: string | undefined
}

/** The key, where exactly one record is looked for. */
export const onlyKey = ([lookup, ...others]: ReadonlyArray<StoredLookup>):
  | { readonly collection: string; readonly key: string }
  | undefined =>
  lookup?.kind === "keys" && lookup.keys.length === 1 && others.length === 0
    ? { collection: lookup.collection, key: lookup.keys[0]! }
    : undefined

/** A record that was found. `place` is where it stands in the order that was read: its key, where no index was named. */
export interface FoundRecord {
  readonly place: string
  readonly content: string
}

/** The answer, by the kind of the lookup: the records that exist (for keys in no particular order), or how many there are. */
export interface Found {
  readonly records: ReadonlyArray<FoundRecord>
  readonly count: number
}

/** Its id is new and serves as its key, so that no earlier event has the same key. */
export interface RecordEvent extends NewEvent {
  readonly idempotencyKey?: never
}

/** What one write changes. No record is named twice. */
export interface StoredChanges {
  /** Each replaces the record with its key, in indexes too. */
  readonly puts: ReadonlyArray<StoredRecord>
  /** Records that do not exist are skipped. */
  readonly removes: ReadonlyArray<Pick<StoredRecord, "collection" | "key">>
  /** Events of the account: delivered as those of `EventStore.append` are. */
  readonly events: ReadonlyArray<RecordEvent>
}

export interface StoredDecision<A> {
  readonly answer: A
  readonly changes: StoredChanges
}

/** A record that background work has to look at. */
export interface DueRecord {
  readonly account: Account
  readonly content: string
}

export class RecordStore extends Context.Service<
  RecordStore,
  {
    /** One read: all of them as of one moment. */
    find(account: Account, lookups: ReadonlyArray<StoredLookup>): Effect.Effect<ReadonlyArray<Found>, StorageError>

    /**
     * One read of parts of ranges, all of them as of one moment. A storage gives as many records of each as it reads at once: the
     * limit, or fewer, but some where there are any.
     */
    parts(account: Account, parts: ReadonlyArray<StoredPart>): Effect.Effect<ReadonlyArray<FoundPart>, StorageError>

    /**
     * One atomic write, decided on what the lookups find: no other write of the account comes in between. `decide` is pure, never
     * throws, and may be called more than once; a failure that it returns changes nothing.
     */
    transact<A, E>(
      account: Account,
      lookups: ReadonlyArray<StoredLookup>,
      decide: (found: ReadonlyArray<Found>) => Result.Result<StoredDecision<A>, E>
    ): Effect.Effect<A, E | StorageError>

    /**
     * Accounts that have records or webhooks, and perhaps some that had: those after `after`, at most `most`, in the order of
     * sellers' ids, a seller's live account before its sandbox.
     */
    accounts(after: Account | undefined, most: number): Effect.Effect<ReadonlyArray<Account>, StorageError>

    /**
     * Records of a collection that are due by `now` (milliseconds), of all accounts, at most `most`: the first record of each
     * account, then the second of each, so that many records of one account do not hold up another's. In each turn, and within
     * one account, records that were due first come first.
     */
    due(collection: string, now: number, most: number): Effect.Effect<ReadonlyArray<DueRecord>, StorageError>

    /** When the first record of the collections is due, in milliseconds. */
    nextDue(collections: ReadonlyArray<string>): Effect.Effect<Option.Option<number>, StorageError>

    /**
     * One write: removes at most `most` records of a collection, of all accounts, whose `since` is before `before` (milliseconds), the
     * oldest first, and gives how many.
     */
    removeOld(collection: string, before: number, most: number): Effect.Effect<number, StorageError>
  }
>()("@sellerkit/core/records/RecordStore") {}
