/** Records of features on SQLite. */
import {
  recordDropped,
  RecordStore,
  type StoredDecision,
  type StoredLookup,
  type Account,
  type Found,
  WorkSignal
} from "@sellerkit/core"
import { Clock, Effect, Layer, Option, Result } from "effect"
import type { SqliteHost } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { appendNew } from "../lanes/Append.ts"
import type { CarryingHost } from "../lanes/CarriedLanes.ts"
import { plainEvent } from "../lanes/PlainValues.ts"
import { accountsAfter, ensureAccount, findAccount } from "../rows/Owners.ts"
import { changeRecords, removeOldRecords } from "./Changes.ts"
import { dueRecords, nextDueOf } from "./Due.ts"
import { findParts, findRecords } from "./Find.ts"
import { makeKnownRecords } from "./KnownRecords.ts"

const find = (host: SqliteHost, account: Account, lookups: ReadonlyArray<StoredLookup>): ReadonlyArray<Found> =>
  findRecords(host, findAccount(host, account), lookups)

/** `events`: how many are published. `missed`: how often an event was dropped at once. */
interface Written<A> {
  readonly answer: A
  readonly events: number
  readonly missed: number
}

const writeDecided = <A>(
  host: CarryingHost,
  account: Account,
  { answer, changes }: StoredDecision<A>,
  now: number
): Written<A> => {
  const events = changes.events.map(plainEvent)
  changeRecords(host, ensureAccount(host, account), changes)
  const missed = events.length === 0 ? 0 : appendNew(host, account, events, now)
  return { answer, events: events.length, missed }
}

export const layer: Layer.Layer<RecordStore, never, SqliteDatabase | WorkSignal> = Layer.effect(
  RecordStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const signal = yield* WorkSignal
    const orKnown = makeKnownRecords(database.writes)
    return RecordStore.of({
      find: (account, lookups) =>
        database.read("RecordStore.find", (host) =>
          orKnown(account, lookups, () => host.snapshot(() => find(host, account, lookups)))
        ),

      parts: (account, parts) =>
        database.read("RecordStore.parts", (host) =>
          host.snapshot(() => findParts(host, findAccount(host, account), parts))
        ),

      transact: (account, lookups, decide) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("RecordStore.transact", (host) =>
            Result.map(decide(find(host, account, lookups)), (decision) => writeDecided(host, account, decision, now))
          )
        ).pipe(
          Effect.flatMap(Effect.fromResult),
          Effect.tap(({ events }) => (events === 0 ? Effect.void : signal.send)),
          Effect.tap(({ missed }) => recordDropped([{ reason: "webhookDisabled", events: missed }])),
          Effect.map(({ answer }) => answer)
        ),

      accounts: (after, most) => database.read("RecordStore.accounts", (host) => accountsAfter(host, after, most)),

      due: (collection, now, most) =>
        database.read("RecordStore.due", (host) => host.snapshot(() => dueRecords(host, collection, now, most))),

      nextDue: (collections) =>
        Effect.map(
          database.read("RecordStore.nextDue", (host) => nextDueOf(host, collections)),
          Option.fromUndefinedOr
        ),

      removeOld: (collection, before, most) =>
        database.writeApart("RecordStore.removeOld", (host) => removeOldRecords(host, collection, before, most))
    })
  })
)
