/** Processes over one database, which get at the same events at the same time. */
import {
  type Arrived,
  DeliveryQueue,
  type EventId,
  EventStore,
  type Lease,
  type NewResend,
  type Outcome,
  ResendId,
  ResendStore,
  type StoragePorts,
  WebhookStore
} from "@sellerkit/core"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Latch, Option, Result, type Scope } from "effect"
import { type Outside, testApart } from "./apart.ts"
import { claim, delivered, historyEntry, newEvents, owner, uuid, webhookWrite } from "./records.ts"

/** With a webhook. */
export const test = (
  title: string,
  body: (outside: Outside) => Effect.Effect<void, unknown, PgClient.PgClient | Scope.Scope | StoragePorts>
) =>
  testApart(title, (outside) =>
    Effect.gen(function* () {
      yield* (yield* WebhookStore).insert(owner, () => Result.succeed(webhookWrite))
      yield* body(outside)
    })
  )

export const publish = (count: number) =>
  Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(count, 1)))

export const deliver = Effect.gen(function* () {
  yield* (yield* DeliveryQueue).settle((yield* claim).map((batch) => delivered(batch)))
})

/** A job that sends everything again. */
export const beginResend = Effect.fnUntraced(function* (number: number) {
  const now = yield* DateTime.now
  const resend: NewResend = {
    id: ResendId.make(uuid(number)),
    owner,
    webhookId: webhookWrite.webhook.id,
    selection: { _tag: "Period", since: DateTime.makeUnsafe(0), until: now, onlyFailed: false },
    eventsPerSecond: 1000,
    createdAt: now
  }
  yield* (yield* ResendStore).insert(resend, historyEntry(number, { time: now }))
})

export const step = Effect.flatMap(ResendStore, (resends) => resends.step(1000))

export const count = (table: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    Effect.map(
      sql.unsafe<{ count: number }>(`select count(*)::integer as count from sellerkit.${table}`),
      ([row]) => row!.count
    )
  )

/** What a dispatcher of this process is given of events that arrive; `held`: lanes that it has. */
export const takeArrivals = Effect.fnUntraced(function* () {
  const arrived: Array<Arrived> = []
  const held: Array<Lease> = []
  const take = (one: Arrived) => Effect.sync(() => void arrived.push(one))
  yield* (yield* DeliveryQueue).leaseOnArrival({
    offer: (arriving) =>
      Effect.succeed({ lanes: arriving.map(() => 10), held: [...held], before: [], lease: Duration.seconds(30), take })
  })
  return { arrived, held }
})

export const settleOne = (outcome: Outcome) => Effect.flatMap(DeliveryQueue, (queue) => queue.settle([outcome]))

export const fatesOf = (id: EventId) =>
  Effect.map(
    Effect.flatMap(DeliveryQueue, (queue) => queue.fates(owner, id)),
    (found) => Option.getOrThrow(found).webhooks.map(({ fate }) => fate)
  )

/** For as long as nobody opens `end`, in a transaction of its own. Completes when `begin` has happened there. */
export const during = Effect.fnUntraced(function* <A, E>(
  { apart }: Outside,
  begin: Effect.Effect<A, E, PgClient.PgClient | StoragePorts>,
  end: Latch.Latch
) {
  const begun = yield* Latch.make(false)
  const work = begin.pipe(Effect.tap(begun.open), Effect.tap(end.await))
  const fiber = yield* Effect.forkChild(apart(Effect.flatMap(PgClient.PgClient, (sql) => sql.withTransaction(work))))
  yield* begun.await
  return fiber
})
