/**
 * Records of every feature: campaigns, money, products, statistics, jobs. What a feature keeps is declared as collections; this
 * reads and writes them over any storage. Rows that only grow or are replaced by their key, and are read in order, are
 * collections too (`series`): their texts are given as they were written.
 */
import { Context, Effect, Layer, Option, Result, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import { stringOf } from "../storage/RawText.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { Collection, StoredRecord } from "./Collection.ts"
import { FirstDue } from "./FirstDue.ts"
import { encodeKey, type KeyParts } from "./Key.ts"
import type { Lookup } from "./Lookup.ts"
import { type Range, toStoredRange } from "./Range.ts"
import {
  type DueRecord,
  type Found,
  type FoundPart,
  type RecordEvent,
  RecordStore,
  type StoredChanges,
  type StoredDecision,
  type StoredLookup,
  type StoredPart
} from "./RecordStore.ts"

/** One change of a write. */
export type Change =
  | { readonly put: StoredRecord }
  | { readonly remove: Pick<StoredRecord, "collection" | "key"> }
  | { readonly publish: RecordEvent }

/** Replaces the record with its key. Throws where the value cannot be kept (`Collection.encode`). */
export const put = <Value, Index extends string>(collection: Collection<Value, Index>, value: Value): Change => ({
  put: collection.encode(value)
})

export const remove = <Value, Index extends string>({ name }: Collection<Value, Index>, key: KeyParts): Change => ({
  remove: { collection: name, key: encodeKey(key) }
})

/** Publishes the event to the account's webhooks, if and only if the write succeeds. */
export const publish = (event: RecordEvent): Change => ({ publish: event })

export interface Decision<A> {
  readonly answer: A
  readonly changes: ReadonlyArray<Change>
}

/** All that storages know of a collection. */
type Named = Pick<Collection<never>, "name">

type Lookups = Readonly<Record<string, Lookup<unknown>>>
type FoundBy<Find extends Lookups> = { readonly [Name in keyof Find]: Find[Name] extends Lookup<infer A> ? A : never }

/** Of several changes of one record the last one counts. */
const toStored = (changes: ReadonlyArray<Change>): StoredChanges => {
  const last = new Map<string, Map<string, Exclude<Change, { readonly publish: RecordEvent }>>>()
  const events: Array<RecordEvent> = []
  for (const change of changes) {
    if ("publish" in change) {
      events.push(change.publish)
      continue
    }
    const { collection, key } = "put" in change ? change.put : change.remove
    const ofCollection = last.get(collection) ?? new Map()
    last.set(collection, ofCollection.set(key, change))
  }
  const puts: Array<StoredRecord> = []
  const removes: Array<Pick<StoredRecord, "collection" | "key">> = []
  for (const ofCollection of last.values()) {
    for (const change of ofCollection.values()) {
      if ("put" in change) puts.push(change.put)
      else removes.push(change.remove)
    }
  }
  return { puts, removes, events }
}

const storedOf = (find: Lookups) => Object.values(find).map(({ stored }) => stored)

const readAll = <Find extends Lookups>(find: Find, found: ReadonlyArray<Found>): FoundBy<Find> =>
  // Each name has the result of its lookup. The type says so for each name, the entries do not.
  Object.fromEntries(
    Object.entries(find).map(([name, { read }], index) => [name, read(found[index]!)])
  ) as FoundBy<Find>

type Decide<A, E> = (found: ReadonlyArray<Found>) => Result.Result<StoredDecision<A>, E>

/** Carries what `decide` throws past the storage, which knows failures only. */
class Thrown {
  readonly defect: unknown

  constructor(defect: unknown) {
    this.defect = defect
  }
}

const isThrown = (failure: unknown): failure is Thrown => failure instanceof Thrown

// our choice: a storage that reads less at once gives less.
const mostInPart = 1000

/** Writes, and then tells `firstDue` what has become due. */
const notingDue =
  (store: RecordStore["Service"], firstDue: FirstDue) =>
  <A, E>(account: Account, lookups: ReadonlyArray<StoredLookup>, decide: Decide<A, E>) =>
    Effect.suspend(() => {
      let written: StoredChanges | undefined
      const kept = store.transact(account, lookups, (found) =>
        Result.map(decide(found), (decision) => {
          written = decision.changes
          return decision
        })
      )
      return Effect.tap(kept, () => Effect.sync(() => firstDue.wrote(written?.puts ?? [])))
    })

export class Records extends Context.Service<
  Records,
  {
    find<A>(account: Account, lookup: Lookup<A>): Effect.Effect<A, StorageError>

    /** Several lookups, as of one moment. */
    findAll<const Find extends Lookups>(account: Account, find: Find): Effect.Effect<FoundBy<Find>, StorageError>

    /** One atomic write that reads nothing first. */
    write(account: Account, changes: ReadonlyArray<Change>): Effect.Effect<void, StorageError>

    /** The first texts of ranges, as of one moment, and where the rest of each begins. */
    parts(account: Account, parts: ReadonlyArray<StoredPart>): Effect.Effect<ReadonlyArray<FoundPart>, StorageError>

    /**
     * One atomic write over any of the account's collections. `decide` gets what was found, and says what is changed and answered;
     * it is pure, and may run again. A failure that it returns changes nothing, nor does an error that it throws, such as
     * `InvalidRecord`, which is a defect.
     */
    transact<const Find extends Lookups, A, E>(
      account: Account,
      find: Find,
      decide: (found: FoundBy<Find>) => Result.Result<Decision<A>, E>
    ): Effect.Effect<A, E | StorageError>

    /** The texts of a range, in order, however many: read in parts, each as of its own moment. */
    stream<Value, Index extends string>(
      account: Account,
      collection: Collection<Value, Index>,
      range: Range<Index>
    ): Stream.Stream<string, StorageError>

    /** Accounts that have records or webhooks, and perhaps some that had, in the order of sellers' ids: those after `after`, at most `most`. */
    accounts(after: Account | undefined, most: number): Effect.Effect<ReadonlyArray<Account>, StorageError>

    /** Records that are due by `now` (milliseconds), of all accounts in turn, at most `most`, as they are kept. */
    due(collection: Named, now: number, most: number): Effect.Effect<ReadonlyArray<DueRecord>, StorageError>

    /** When there is something to look at next, in milliseconds. */
    nextDue(collection: Named): Effect.Effect<Option.Option<number>, StorageError>

    /**
     * Completes when a record of the collection is due, as far as this process knows: by `nextDue` after the last `due`, and by what
     * it has written since.
     */
    awaitDue(collection: Named): Effect.Effect<void>

    /** Makes a record due later, whatever it says itself, if it is unchanged since it was found due. Gives whether it was. */
    postpone<Value, Index extends string>(
      collection: Collection<Value, Index>,
      found: DueRecord,
      until: number
    ): Effect.Effect<boolean, StorageError>

    /** Removes at most `most` records of all accounts whose age counts from before `before` (milliseconds), and gives how many. */
    removeOld(collection: Named, before: number, most: number): Effect.Effect<number, StorageError>
  }
>()("@sellerkit/core/records/Records") {
  static readonly layer: Layer.Layer<Records, never, RecordStore> = Layer.effect(
    Records,
    Effect.map(RecordStore, (store) => {
      const findAll = <Find extends Lookups>(account: Account, find: Find) =>
        Effect.map(store.find(account, storedOf(find)), (found) => readAll(find, found))

      const firstDue = new FirstDue()
      const transact = notingDue(store, firstDue)

      return Records.of({
        find: (account, lookup) => Effect.map(store.find(account, [lookup.stored]), ([found]) => lookup.read(found!)),
        findAll,
        parts: (account, parts) => store.parts(account, parts),
        accounts: store.accounts,
        write: (account, changes) =>
          transact(account, [], () => Result.succeed({ answer: undefined, changes: toStored(changes) })),
        transact: (account, find, decide) =>
          Effect.catchIf(
            transact(account, storedOf(find), (found) =>
              Result.flatMap(
                Result.try({ try: () => decide(readAll(find, found)), catch: (defect) => new Thrown(defect) }),
                Result.map(({ answer, changes }) => ({ answer, changes: toStored(changes) }))
              )
            ),
            isThrown,
            ({ defect }) => Effect.die(defect)
          ),
        stream: (account, collection, range) => {
          const whole = { ...toStoredRange(collection, range), limit: mostInPart, places: false }
          return Stream.paginate(whole.from, (from) =>
            Effect.map(
              store.parts(account, [{ ...whole, from }]),
              ([found]) => [found!.texts.map(stringOf), Option.fromUndefinedOr(found!.next)] as const
            )
          )
        },
        due: ({ name }, now, most) =>
          Effect.andThen(
            Effect.sync(() => firstDue.forget(name)),
            store.due(name, now, most)
          ),
        nextDue: ({ name }) =>
          Effect.tap(store.nextDue([name]), (next) =>
            Effect.sync(() => Option.map(next, (at) => firstDue.found(name, at)))
          ),
        awaitDue: ({ name }) => firstDue.awaitTime(name),
        postpone: ({ decode, encode, keyOf, name }, { account, content }, until) =>
          Effect.suspend(() => {
            const value = decode(content)
            const key = encodeKey(keyOf(value))
            return transact(account, [{ kind: "keys", collection: name, keys: [key] }], ([found]) => {
              // What was handled is another record now, as a rule.
              const isSame = found!.records[0]?.content === content
              const puts = isSame ? [{ ...encode(value), content, dueAt: until }] : []
              return Result.succeed({ answer: isSame, changes: { puts, removes: [], events: [] } })
            })
          }),
        removeOld: ({ name }, before, most) => store.removeOld(name, before, most)
      })
    })
  )
}
