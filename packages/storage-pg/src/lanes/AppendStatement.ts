/** The statement that stores events. It also leases lanes that get some to a dispatcher of this process that has capacity. */
import {
  type Account,
  arrivingOf,
  type LaneOffer,
  LaneTakers,
  type NewEvent,
  type StorageError,
  type WebhookId
} from "@sellerkit/core"
import { DateTime, Duration, Effect } from "effect"
import { bigints, booleans, integers, texts, uuids } from "../connection/lists.ts"
import { type Parameter, PgDatabase } from "../connection/PgDatabase.ts"
import { type ArrivalColumns, type ArrivingEvent, toArrived } from "./ArrivalBatches.ts"
import { type Topics, toTopics, toEachTopic } from "./Topics.ts"

/** Events of an account, no two with the same key. */
export interface Appending {
  readonly account: Account
  readonly distinct: ReadonlyArray<NewEvent>
}

/** Lists are null where there is nothing to list. Places count a statement's events, from 1. */
export interface AppendedRow extends ArrivalColumns {
  readonly wakes: boolean
  readonly places: ReadonlyArray<number> | null
  readonly deliveries: ReadonlyArray<number> | null
  readonly missed: ReadonlyArray<number> | null
  readonly known_places: ReadonlyArray<number> | null
  readonly known_ids: ReadonlyArray<string> | null
  readonly known_deliveries: ReadonlyArray<number> | null
  readonly conflicts: ReadonlyArray<number> | null
}

export const appendText = "select * from sellerkit.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
const leasingAppendText = appendText.replace("$13", "$13, $14, $15, $16, $17")

const eventsOf = (publications: ReadonlyArray<Appending>): ReadonlyArray<ArrivingEvent> =>
  publications.flatMap(({ account, distinct }) => distinct.map((event) => ({ account, event })))

const valuesOf = (
  now: number | null,
  arriving: ReadonlyArray<ArrivingEvent>,
  { all, ofEvents }: Topics,
  onlyWebhook: WebhookId | null
) =>
  [
    now,
    uuids(all.map(({ account }) => account.sellerId)),
    booleans(all.map(({ account }) => account.sandbox)),
    texts(all.map(({ scope }) => scope)),
    texts(all.map(({ type }) => type)),
    integers(ofEvents),
    uuids(arriving.map(({ event }) => event.id)),
    texts(arriving.map(({ event }) => event.idempotencyKey ?? null)),
    bigints(arriving.map(({ event }) => DateTime.toEpochMillis(event.time))),
    booleans(arriving.map(({ event }) => event.timeGiven)),
    texts(arriving.map(({ event }) => event.payload)),
    texts(arriving.map(({ event }) => event.traceparent ?? null)),
    onlyWebhook
  ] as const

/** The parameters of `sellerkit.append`. */
export const appendValues = (
  now: number | null,
  publications: ReadonlyArray<Appending>,
  onlyWebhook: WebhookId | null = null
) => {
  const arriving = eventsOf(publications)
  return valuesOf(now, arriving, toTopics(arriving), onlyWebhook)
}

type Row = Effect.Effect<AppendedRow, StorageError>

export const makeAppendStatement = Effect.gen(function* () {
  const database = yield* PgDatabase
  const takers = yield* LaneTakers

  const write = Effect.fnUntraced(function* (text: string, ...values: ReadonlyArray<Parameter>) {
    const [row] = yield* database.rows<AppendedRow>("EventStore.append", text, ...values)
    return row!
  })

  return {
    /** Part of the caller's transaction, where there is one. It leases nothing, because a transaction may be undone. */
    plain: (publications: ReadonlyArray<Appending>): Row =>
      Effect.flatMap(database.now, (now) => write(appendText, ...appendValues(now, publications))),
    /** In a transaction of its own. When it completes, the dispatcher has taken what was leased. */
    leasing: Effect.fnUntraced(function* (
      publications: ReadonlyArray<Appending>
    ): Effect.fn.Return<AppendedRow, StorageError> {
      const arriving = eventsOf(publications)
      const topics = toTopics(arriving)
      const values = valuesOf(yield* database.now, arriving, topics, null)
      const asked = arrivingOf(arriving)
      const store = (offer: LaneOffer | undefined) => {
        if (offer === undefined) return write(appendText, ...values)
        const accounts = asked.map(({ account }) => account)
        const mostLanes = integers(toEachTopic(topics, accounts, offer.lanes))
        const held = uuids(offer.held.map(({ webhookId }) => webhookId))
        const fences = bigints(offer.held.map(({ fence }) => fence))
        return write(leasingAppendText, ...values, Duration.toMillis(offer.lease), mostLanes, held, fences)
      }
      return yield* takers.storing(asked, store, (row, offer) => toArrived(row, arriving, offer))
    })
  }
})
