/** Records of features in memory. */
import {
  type Account,
  behindPrefix,
  encodeKey,
  type Found,
  inTurn,
  recordDropped,
  RecordStore,
  type StoredChanges,
  type StoredLookup
} from "@sellerkit/core"
import { Clock, Effect, Layer, Option, Order } from "effect"
import { appendNew } from "./lanes/Append.ts"
import { MemoryState, putRecord, recordCollection } from "./state/MemoryState.ts"
import type { RecordCollection } from "./state/RecordCollection.ts"

type State = MemoryState["Service"]

/** The collections of this name, of all accounts. */
const collectionsOf = ({ records }: State, name: string): ReadonlyArray<RecordCollection> => [
  ...(records.get(name)?.values() ?? [])
]

const find = (state: State, account: Account, lookups: ReadonlyArray<StoredLookup>): ReadonlyArray<Found> =>
  lookups.map((lookup) => recordCollection(state, account, lookup.collection).find(lookup))

/** Gives how often an event was dropped. */
const apply = (state: State, account: Account, { events, puts, removes }: StoredChanges, now: number): number => {
  for (const record of puts) putRecord(state, account, record)
  for (const { collection, key } of removes) recordCollection(state, account, collection).remove(key)
  if (events.length === 0) return 0
  state.work.openUnsafe()
  return appendNew(state, account, events, now)
}

/** The first due records of an account, in the order of time. */
const dueOf = (collection: RecordCollection, now: number, limit: number) =>
  collection
    .due({ below: behindPrefix([now]), limit })
    .map(({ content, dueAt }) => ({ account: collection.account, content, dueAt: dueAt! }))

const nextDueOf = (collection: RecordCollection): ReadonlyArray<number> =>
  collection.due({ limit: 1 }).map(({ dueAt }) => dueAt!)

const removeOld = (state: State, name: string, before: number, limit: number): number => {
  const old = collectionsOf(state, name)
    .flatMap((collection) =>
      collection
        .aging({ below: encodeKey([before]), limit })
        .map(({ key, since }) => ({ collection, key, since: since! }))
    )
    .toSorted(Order.mapInput(Order.Number, ({ since }) => since))
    .slice(0, limit)
  for (const { collection, key } of old) collection.remove(key)
  return old.length
}

/** In the order of sellers' ids, a live account first. */
const AccountOrder = Order.combine(
  Order.mapInput(Order.String, ({ sellerId }: Account) => sellerId),
  Order.mapInput(Order.Boolean, ({ sandbox }: Account) => sandbox)
)

const accountsIn = ({ records }: State, after: Account | undefined, most: number): ReadonlyArray<Account> => {
  const written = [...records.values()].flatMap((ofAccounts) =>
    [...ofAccounts].filter(([, collection]) => collection.wasWritten)
  )
  return [...new Map(written).values()]
    .map(({ account: { sandbox, sellerId } }) => ({ sellerId, sandbox }))
    .filter((account) => after === undefined || AccountOrder(account, after) > 0)
    .toSorted(AccountOrder)
    .slice(0, most)
}

export const layer: Layer.Layer<RecordStore, never, MemoryState> = Layer.effect(
  RecordStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return RecordStore.of({
      find: (account, lookups) => Effect.sync(() => find(state, account, lookups)),
      parts: (account, parts) =>
        Effect.sync(() => parts.map((part) => recordCollection(state, account, part.collection).part(part))),
      transact: Effect.fnUntraced(function* (account, lookups, decide) {
        const now = yield* Clock.currentTimeMillis
        const { answer, changes } = yield* Effect.fromResult(decide(find(state, account, lookups)))
        yield* recordDropped([{ reason: "webhookDisabled", events: apply(state, account, changes, now) }])
        return answer
      }),
      accounts: (after, most) => Effect.sync(() => accountsIn(state, after, most)),
      due: (name, now, most) =>
        Effect.sync(() =>
          inTurn(
            collectionsOf(state, name).map((collection) => dueOf(collection, now, most)),
            most
          ).map(({ account, content }) => ({ account, content }))
        ),
      nextDue: (names) =>
        Effect.sync(() => {
          const times = names.flatMap((name) => collectionsOf(state, name).flatMap(nextDueOf))
          return times.length === 0 ? Option.none() : Option.some(Math.min(...times))
        }),
      removeOld: (name, before, most) => Effect.sync(() => removeOld(state, name, before, most))
    })
  })
)
