/** Events that a host publishes with a client of its own, in a transaction of its own, while dispatchers run elsewhere. */
import { assert, describe, it } from "@effect/vitest"
import {
  EventStore,
  type PostRequest,
  OwnRateBudgets,
  SecretVault,
  type StoragePorts,
  Transport,
  WebhookStore
} from "@sellerkit/core"
import { defaultDispatcherOptions, Dispatcher, DispatcherOptions } from "@sellerkit/core/delivery"
import { servicesLayer } from "@sellerkit/core/service"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Queue, Result } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { postgresClient } from "../targets.ts"
import { makeDatabases } from "./databases.ts"
import { type HostClient, hostClients, type Publication } from "./hostClients.ts"
import { owner, webhookWrite } from "./records.ts"

/** With a table of the host's own. */
const hostDatabase = makeDatabases((database) =>
  Effect.andThen(
    PgStorage.migrate,
    Effect.flatMap(PgClient.PgClient, (sql) => sql`create table host_order (id integer)`)
  ).pipe(Effect.provide(postgresClient(database)))
)

/** Takes every request, and keeps it. */
const receiving = (requests: Queue.Enqueue<PostRequest>) =>
  Layer.succeed(Transport, {
    judges: "host",
    post: (request) => Effect.as(Queue.offer(requests, request), { status: 200 })
  })

/** Looks for work only when it is told of some. */
const options = { ...defaultDispatcherOptions, idleCheck: Duration.hours(1) }

const dispatcher = (requests: Queue.Enqueue<PostRequest>) =>
  Layer.provide(Dispatcher.layer, Layer.succeed(DispatcherOptions, options)).pipe(
    Layer.provide(servicesLayer),
    Layer.provide(Layer.mergeAll(receiving(requests), SecretVault.layer([]), OwnRateBudgets.layer)),
    Layer.provide(Layer.provideMerge(Mac.layerWebCrypto, SecureRandom.layerWebCrypto))
  )

const order: Publication = {
  order: 17,
  sellerId: owner.sellerId,
  scope: "content",
  type: "card_changed",
  payload: '{"nmID": 17}',
  key: "order-17"
}

const noted = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const events = yield* (yield* EventStore).find(owner, {}, { limit: 10, direction: "older" })
  const orders = yield* sql<{ id: number }>`select id from host_order order by id`
  return { keys: events.map(({ idempotencyKey }) => idempotencyKey), orders: orders.map(({ id }) => id) }
})

const nothing = () => Promise.resolve()
const publish = (client: HostClient, change: Partial<Publication> = {}, before = nothing) =>
  Effect.tryPromise(() => client.publish({ ...order, ...change }, before))

const messageOf = (error: Error): string => {
  let { cause } = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return (cause as Error).message
}

const refusal = (client: HostClient, change: Partial<Publication>) =>
  Effect.map(Effect.flip(publish(client, change)), messageOf)

const test = (
  title: string,
  make: (url: string) => HostClient,
  body: (
    client: HostClient,
    requests: Queue.Dequeue<PostRequest>
  ) => Effect.Effect<void, unknown, PgClient.PgClient | StoragePorts>
) =>
  it.live(title, () =>
    Effect.gen(function* () {
      const database = yield* hostDatabase
      // PGlite has one connection, which a host and a dispatcher cannot share.
      if (database.maxConnections !== undefined) return
      const requests = yield* Queue.unbounded<PostRequest>()
      yield* Effect.gen(function* () {
        yield* (yield* WebhookStore).insert(owner, () => Result.succeed(webhookWrite))
        const client = yield* Effect.acquireRelease(
          Effect.sync(() => make(database.url)),
          (client) => Effect.promise(() => client.close())
        )
        yield* body(client, requests)
      }).pipe(
        Effect.provide(dispatcher(requests).pipe(Layer.provideMerge(PgStorage.layerStores))),
        Effect.provide(postgresClient(database))
      )
    }).pipe(Effect.scoped)
  )

// Far less than the dispatcher waits by itself.
const atOnce = Duration.seconds(5)
const aWhile = Duration.millis(100)

for (const [name, make] of Object.entries(hostClients)) {
  describe(`publishing with ${name}`, () => {
    test("is delivered at once when it commits, and not before", make, (client, requests) =>
      Effect.gen(function* () {
        let early = -1
        yield* publish(client, {}, async () => {
          await new Promise((resolve) => setTimeout(resolve, Duration.toMillis(aWhile)))
          early = Queue.sizeUnsafe(requests)
        })
        const request = yield* Effect.timeout(Queue.take(requests), atOnce)
        assert.strictEqual(early, 0)
        assert.include(request.body, order.payload)
        assert.deepStrictEqual(yield* noted, { keys: [order.key], orders: [order.order] })
      })
    )

    test("is undone with the host's rows", make, (client, requests) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(publish(client, {}, () => Promise.reject(new Error("no order"))))
        assert.strictEqual(messageOf(error), "no order")
        yield* Effect.sleep(aWhile)
        assert.strictEqual(yield* Queue.size(requests), 0)
        assert.deepStrictEqual(yield* noted, { keys: [], orders: [] })
      })
    )

    test("gives the same event for the same key", make, (client, requests) =>
      Effect.gen(function* () {
        const id = yield* publish(client)
        assert.strictEqual(yield* publish(client, { order: 18 }), id)
        yield* Effect.timeout(Queue.take(requests), atOnce)
        assert.deepStrictEqual(yield* noted, { keys: [order.key], orders: [17, 18] })
      })
    )

    test("is refused in a sentence that names what is wrong", make, (client) =>
      Effect.gen(function* () {
        // Knex puts its statement before the server's sentence.
        const scope = yield* refusal(client, { scope: "unknown" })
        assert.match(scope, /(^| - )type: there is no event type card_changed in the scope unknown$/)
        const type = yield* refusal(client, { type: "unknown" })
        assert.match(type, /(^| - )type: there is no event type unknown in the scope content$/)
        assert.deepStrictEqual(yield* noted, { keys: [], orders: [] })
      })
    )
  })
}
