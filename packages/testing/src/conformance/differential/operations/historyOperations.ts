/** Operations on the histories: single records, and pages of them. */
import {
  DeliveryLog,
  EventStore,
  History,
  type Position,
  Records,
  type StorageError,
  type TimePageRequest
} from "@sellerkit/core"
import { DateTime, Duration, Effect } from "effect"
import type { StorageServices } from "../../storageTest.ts"
import type { OperationOf } from "../Operation.ts"
import { askerOf, owners, viewerOf } from "../owners.ts"
import type { Trial } from "../Trial.ts"
import { which, type World } from "../World.ts"

const hour = Duration.toMillis("1 hour")

export const readDelivery = (operation: OperationOf<"ReadDelivery">, { drivers, world }: Trial) => {
  const known = which(world.deliveries, operation.delivery)
  if (known === undefined) return Effect.void
  const owner = askerOf(operation.asking, known)
  return drivers.ask(
    Effect.gen(function* () {
      const log = yield* DeliveryLog
      return {
        own: yield* log.get(owner, known.id),
        inAccount: yield* log.inAccount(owner, known.id),
        hours: yield* log.hours(owner, known.webhook.id, hour, 25 * hour)
      }
    })
  )
}

export const recordRefusal = (operation: OperationOf<"RecordRefusal">, { drivers, world }: Trial) => {
  const entry = world.nextEntry(owners[operation.owner], { source: "operator", response: {}, error: "refused" })
  return drivers.ask(Effect.flatMap(Records, (records) => records.write(owners[operation.owner], [{ put: entry }])))
}

export const readEntry = (operation: OperationOf<"ReadEntry">, { drivers, world }: Trial) => {
  const known = which(world.entries, operation.entry)
  if (known === undefined) return Effect.void
  const owner = askerOf(operation.asking, known)
  return drivers.ask(Effect.flatMap(History, (history) => history.get(owner, known.id)))
}

interface PageRecord {
  readonly id: string
  readonly time: DateTime.Utc
}

type FindPage = (request: TimePageRequest) => Effect.Effect<ReadonlyArray<PageRecord>, StorageError, StorageServices>

const findPage = ({ of, owner: name, success, webhook }: OperationOf<"ReadPages">, world: World): FindPage => {
  const owner = owners[name]
  const known = webhook === null ? undefined : which(world.webhooks, webhook)
  const filter = known === undefined ? {} : { webhookId: known.id }
  const ended = success === null ? filter : { ...filter, success }
  const finds = {
    events: (request) => Effect.flatMap(EventStore, (store) => store.find(owner, filter, request)),
    accountEvents: (request) =>
      Effect.flatMap(EventStore, (store) => store.findInAccount(viewerOf(owner), filter, request)),
    deliveries: (request) => Effect.flatMap(DeliveryLog, (log) => log.find(owner, filter, request)),
    accountDeliveries: (request) =>
      Effect.flatMap(DeliveryLog, (log) => log.findInAccount(viewerOf(owner), ended, request)),
    history: (request) =>
      Effect.map(
        Effect.flatMap(History, (history) => history.page(owner, request)),
        ({ items }) => items
      )
  } satisfies Record<typeof of, FindPage>
  return finds[of]
}

/** The time of a known record. */
const timeOf = ({ of }: OperationOf<"ReadPages">, world: World, number: number | null): number | undefined => {
  const { deliveries, entries, events } = world
  const known = { events, accountEvents: events, deliveries, accountDeliveries: deliveries, history: entries }[of]
  return number === null ? undefined : which<{ readonly time: number }>(known, number)?.time
}

const positionOf = ({ id, time }: PageRecord): Position => ({ id, time: DateTime.toEpochMillis(time) })

/** A page, and further pages from there on, in either direction. */
export const readPages = (operation: OperationOf<"ReadPages">, { drivers, world }: Trial) => {
  const { beyond, directions, limit } = operation
  const find = findPage(operation, world)
  const [from, to] = [timeOf(operation, world, operation.from), timeOf(operation, world, operation.to)]
  const bounds = { ...(from === undefined ? undefined : { from }), ...(to === undefined ? undefined : { to }) }
  return drivers.ask(
    Effect.gen(function* () {
      const pages: Array<ReadonlyArray<PageRecord>> = []
      for (const direction of directions) {
        const reached = which(pages.at(-1) ?? [], beyond)
        const cursor = reached && { cursor: positionOf(reached) }
        pages.push(yield* find({ limit, direction, ...bounds, ...cursor }))
      }
      return pages
    })
  )
}
