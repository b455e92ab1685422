/** The statement that stores events, and leases lanes that get some to a dispatcher of this process, where one has room. */
import type { Account, LaneOffer, NewEvent, StorageError, WebhookId } from "@sellerkit/core"
import { DateTime, Duration, Effect } from "effect"
import { type ArrivedColumns, type Arriving, toArrivedBatches } from "./Arrived.ts"
import { LaneTakers } from "./LaneTakers.ts"
import { bigints, booleans, integers, texts, uuids } from "./parameters.ts"
import { PgDatabase } from "./PgDatabase.ts"

/** Events of an account, no two with the same key. */
export interface Appending {
  readonly account: Account
  readonly distinct: ReadonlyArray<NewEvent>
}

/** Lists are null where there is nothing to list. Places are of a statement's events, from 1. */
export interface AppendedRow extends ArrivedColumns {
  readonly wakes: boolean
  readonly places: ReadonlyArray<number> | null
  readonly deliveries: ReadonlyArray<number> | null
  readonly missed: ReadonlyArray<number> | null
  readonly known_places: ReadonlyArray<number> | null
  readonly known_ids: ReadonlyArray<string> | null
  readonly known_deliveries: ReadonlyArray<number> | null
  readonly conflicts: ReadonlyArray<number> | null
}

export const appendText = "select * from sellerkit.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
const leasingAppendText = appendText.replace("$12", "$12, $13, $14")

const eventsOf = (publications: ReadonlyArray<Appending>): ReadonlyArray<Arriving> =>
  publications.flatMap(({ account, distinct }) => distinct.map((event) => ({ account, event })))

/** The further parameters of `sellerkit.append` where lanes may be leased. */
const leasingValues = ({ lanes, lease }: LaneOffer, publications: ReadonlyArray<Appending>) =>
  [
    Duration.toMillis(lease),
    integers(publications.flatMap(({ distinct }, index) => distinct.map(() => lanes[index]!)))
  ] as const

/** The parameters of `sellerkit.append`. */
export const appendValues = (
  now: number | null,
  publications: ReadonlyArray<Appending>,
  onlyWebhook: WebhookId | null = null
) => {
  const events = eventsOf(publications)
  return [
    now,
    uuids(events.map(({ account }) => account.sellerId)),
    booleans(events.map(({ account }) => account.sandbox)),
    uuids(events.map(({ event }) => event.id)),
    texts(events.map(({ event }) => event.idempotencyKey ?? null)),
    bigints(events.map(({ event }) => DateTime.toEpochMillis(event.time))),
    booleans(events.map(({ event }) => event.timeGiven)),
    texts(events.map(({ event }) => event.scope)),
    texts(events.map(({ event }) => event.type)),
    texts(events.map(({ event }) => event.payload)),
    texts(events.map(({ event }) => event.traceparent ?? null)),
    onlyWebhook
  ] as const
}

type Row = Effect.Effect<AppendedRow, StorageError>

/** The events are stored, whatever becomes of this. */
const handOver = (row: AppendedRow, publications: ReadonlyArray<Appending>, offer: LaneOffer) =>
  Effect.suspend(() => offer.take(toArrivedBatches(row, eventsOf(publications), offer))).pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(
        Effect.logError("What arrived could not be taken, and is sent when its lease has run out", cause),
        offer.take([])
      )
    )
  )

export const makeAppendStatement = Effect.gen(function* () {
  const database = yield* PgDatabase
  const takers = yield* LaneTakers

  const write = Effect.fnUntraced(function* (publications: ReadonlyArray<Appending>, offer?: LaneOffer) {
    const values = appendValues(yield* database.now, publications)
    const [row] = yield* offer === undefined
      ? database.rows<AppendedRow>("EventStore.append", appendText, ...values)
      : database.rows<AppendedRow>(
          "EventStore.append",
          leasingAppendText,
          ...values,
          ...leasingValues(offer, publications)
        )
    return row!
  })

  const writeLeasing = Effect.fnUntraced(function* (publications: ReadonlyArray<Appending>, offer: LaneOffer) {
    const row = yield* Effect.onError(write(publications, offer), () => offer.take([]))
    yield* handOver(row, publications, offer)
    return row
  })

  return {
    /** In the caller's transaction, where there is one: what may be undone is not leased. */
    plain: (publications: ReadonlyArray<Appending>): Row => write(publications),
    /** In a transaction of its own. What is leased has been taken when it completes. */
    leasing: (publications: ReadonlyArray<Appending>): Row =>
      Effect.flatMap(takers.offer(publications.map(({ account }) => account)), (offer) =>
        offer === undefined ? write(publications) : writeLeasing(publications, offer)
      )
  }
})
