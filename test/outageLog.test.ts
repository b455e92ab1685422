/** What the log says of a storage that is away: that it is, and that it is back, however much fails meanwhile. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import {
  Category,
  DeliveryQueue,
  EventStore,
  JwtTokens,
  observedStorage,
  OwnRateBudgets,
  SecretVault,
  Records,
  RevokedTokens,
  SellerId,
  StorageError,
  type StoragePorts,
  storagePorts
} from "@sellerkit/core"
import { FetchTransport } from "@sellerkit/core/delivery"
import { fallbackLayer, wholeDocsPageLayer } from "@sellerkit/core/http"
import { backgroundLayer, sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Clock, Context, Duration, Effect, Exit, Layer, Logger, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { TestClock } from "effect/testing"

type Method = (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>

/** A storage whose calls fail with what is given, if anything is. */
const failing = (failure: (operation: string) => StorageError | undefined): Layer.Layer<StoragePorts> => {
  const instead = (operation: string, call: Effect.Effect<unknown, unknown>) =>
    Effect.suspend(() => {
      const error = failure(operation)
      return error === undefined ? call : Effect.fail(error)
    })
  const keys: ReadonlyArray<Context.Key<StoragePorts, object>> = storagePorts
  return observedStorage(
    Layer.effectContext(
      Effect.map(Layer.build(MemoryStorage.layer), (memory) => {
        let context = Context.empty() as Context.Context<StoragePorts>
        for (const key of keys) {
          const port = key.key.slice(key.key.lastIndexOf("/") + 1)
          const members = Object.entries(Context.get(memory, key)).map(([name, member]) => [
            name,
            Effect.isEffect(member)
              ? instead(`${port}.${name}`, member as Effect.Effect<unknown, unknown>)
              : (...args: ReadonlyArray<unknown>) => instead(`${port}.${name}`, (member as Method)(...args))
          ])
          context = Context.add(context, key, Object.fromEntries(members))
        }
        return context
      })
    )
  )
}

const refused = (operation: string, change: Partial<ConstructorParameters<typeof StorageError>[0]> = {}) =>
  new StorageError({
    operation,
    retryable: true,
    cause: new Error("connect ECONNREFUSED 127.0.0.1:5432", { cause: new Error("with a long stack") }),
    ...change
  })

const secret = Redacted.make("a secret of at least thirty-two characters")

/** Over a storage of their own, in which nothing fails. */
const tokensLayer = JwtTokens.layer({ kind: "secret", secret }).pipe(
  Layer.provide(Layer.provide(RevokedTokens.layer, Records.layer)),
  Layer.provide(MemoryStorage.layer)
)

const token = JwtTokens.issue(
  secret,
  {
    tokenId: "one",
    sellerId: SellerId.make(crypto.randomUUID()),
    type: "base",
    categories: Category.literals,
    readOnly: false,
    sandbox: false
  },
  Duration.days(1)
)

/** All that a process does of itself, and its API, over this storage and by the test's clock. */
const running = Effect.fnUntraced(function* (storage: Layer.Layer<StoragePorts>) {
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.make((options) => void lines.push(Logger.formatJson.log(options)))])
  const clock = yield* Clock.Clock
  const work = backgroundLayer.pipe(
    Layer.provideMerge(servicesLayer),
    Layer.provideMerge(
      Layer.mergeAll(
        storage,
        FetchTransport.layer,
        OwnRateBudgets.layer,
        SecretVault.layer([]),
        NodeCrypto.layerMac,
        tokensLayer
      )
    ),
    Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerSecureRandom, logger))
  )
  const built = Layer.succeedContext(yield* Layer.build(work))
  const routes = Layer.mergeAll(sellerRoutes, fallbackLayer).pipe(
    Layer.provide([wholeDocsPageLayer, built]),
    Layer.provideMerge(Layer.merge(logger, Layer.succeed(Clock.Clock, clock)))
  )
  const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const authorization = Redacted.value(yield* token)
  const list = Effect.promise(async () => {
    const response = await handler(new Request("http://seller.test/api/v1/webhooks", { headers: { authorization } }))
    return response.status
  })
  return { lines, list }
})

const messagesOf = (lines: ReadonlyArray<string>) => lines.map((line) => JSON.parse(line).message as string)

describe("an outage of 20 seconds", () => {
  it.effect("is told with two lines, while every loop tries again and each second 50 requests fail", () =>
    Effect.gen(function* () {
      let isAway = false
      const failures: Array<string> = []
      const { lines, list } = yield* running(
        failing((operation) => {
          if (isAway) failures.push(operation)
          return isAway ? refused(operation) : undefined
        })
      )
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* list, 200)
      isAway = true
      for (let second = 0; second < 20; second++) {
        yield* TestClock.adjust("1 second")
        for (let request = 0; request < 50; request++) assert.strictEqual(yield* list, 503)
      }
      isAway = false
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* list, 200)
      const tried = new Set(failures)
      for (const operation of ["DeliveryQueue.claim", "ResendStore.step", "WebhookStore.list"]) {
        assert.isTrue(tried.has(operation), operation)
      }
      assert.isAbove(failures.length, 1000)
      const [begun, ended, ...more] = lines.map((line) => JSON.parse(line))
      assert.deepStrictEqual([begun.message, begun.level, more], ["The database cannot be used", "ERROR", []])
      assert.strictEqual(begun.annotations.reason, "connect ECONNREFUSED 127.0.0.1:5432")
      assert.match(ended.message, /^The database can be used again, after (19|20)(\.\d)? s$/)
      assert.isBelow(Buffer.byteLength(lines.join("\n")), 1000)
    }).pipe(Effect.scoped)
  )

  it.effect("that no wait would end is told once more, where the log knows of another only", () =>
    Effect.gen(function* () {
      let change: Partial<ConstructorParameters<typeof StorageError>[0]> | undefined
      const { lines } = yield* running(
        failing((operation) => (change === undefined ? undefined : refused(operation, change)))
      )
      yield* TestClock.adjust("10 seconds")
      change = {}
      yield* TestClock.adjust("10 seconds")
      change = { lasting: true, cause: new Error("The file of the database was deleted") }
      yield* TestClock.adjust("10 seconds")
      change = undefined
      yield* TestClock.adjust("10 seconds")
      const told = lines.map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        told.map(({ annotations, message }) => annotations.reason ?? message.slice(0, 35)),
        [
          "connect ECONNREFUSED 127.0.0.1:5432",
          "The file of the database was deleted",
          "The database can be used again, aft"
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("that repeating would not end is told by each loop, once for each cause", () =>
    Effect.gen(function* () {
      let reason: string | undefined
      const { lines } = yield* running(
        failing((operation) =>
          reason === undefined ? undefined : refused(operation, { retryable: false, cause: new Error(reason) })
        )
      )
      yield* TestClock.adjust("10 seconds")
      reason = "no such table: lane"
      yield* TestClock.adjust("20 seconds")
      const once = messagesOf(lines)
      assert.sameMembers(once, [
        "The dispatcher could not go on, and tries again",
        "Events could not be sent again; it is tried once more",
        "The heartbeat of the dispatcher could not be written; it is tried again"
      ])
      reason = "no such table: recipient"
      yield* TestClock.adjust("20 seconds")
      assert.sameMembers(messagesOf(lines).slice(once.length), once)
    }).pipe(Effect.scoped)
  )
})

describe("where only some calls fail", () => {
  /** Publishes, with nobody to receive it, every 100 ms, and claims as often. */
  const busy = Effect.gen(function* () {
    const owner = { sellerId: SellerId.make(crypto.randomUUID()), sandbox: false }
    yield* Effect.exit(Effect.flatMap(EventStore, (store) => store.append(owner, [])))
    yield* Effect.exit(Effect.flatMap(DeliveryQueue, (queue) => queue.backlog))
    yield* TestClock.adjust("100 millis")
  })

  const withLog = <A, E>(
    body: (lines: ReadonlyArray<string>) => Effect.Effect<A, E, StoragePorts>,
    failure: (operation: string) => StorageError | undefined
  ) => {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make((options) => void lines.push(Logger.formatJson.log(options)))])
    return body(lines).pipe(Effect.provide(failing(failure)), Effect.provide(logger))
  }

  it.effect("others that go well do not end the outage", () => {
    let isFull = true
    return withLog(
      (lines) =>
        Effect.gen(function* () {
          for (let round = 0; round < 600; round++) yield* busy
          assert.lengthOf(lines, 1)
          isFull = false
          for (let round = 0; round < 20; round++) yield* busy
          assert.match(messagesOf(lines)[1]!, /^The database can be used again, after 60 s$/)
        }),
      (operation) => (isFull && operation === "EventStore.append" ? refused(operation) : undefined)
    )
  })

  it.effect("one that nobody tries again is forgotten after a while", () =>
    withLog(
      (lines) =>
        Effect.gen(function* () {
          const queue = yield* DeliveryQueue
          yield* Effect.exit(Effect.flatMap(EventStore, (store) => store.append({} as never, [])))
          yield* TestClock.adjust("29 seconds")
          yield* queue.backlog
          assert.lengthOf(lines, 1)
          yield* TestClock.adjust("1 second")
          yield* queue.backlog
          assert.match(messagesOf(lines)[1]!, /after 29 s$/)
        }),
      (operation) => (operation === "EventStore.append" ? refused(operation) : undefined)
    )
  )

  it.effect("one that was under way as the storage came back begins no other outage", () => {
    let isAway = true
    return withLog(
      (lines) =>
        Effect.gen(function* () {
          const { backlog, fates } = yield* DeliveryQueue
          yield* Effect.exit(backlog)
          const slow = yield* Effect.forkChild(Effect.exit(fates({} as never, "one" as never)), {
            startImmediately: true
          })
          isAway = false
          yield* TestClock.adjust("2 seconds")
          yield* backlog
          assert.lengthOf(lines, 2)
          yield* TestClock.adjust("30 seconds")
          assert.isTrue(Exit.isSuccess(slow.pollUnsafe() ?? Exit.fail("still under way")))
          assert.lengthOf(lines, 2)
        }),
      (operation) => (isAway || operation === "DeliveryQueue.fates" ? refused(operation) : undefined)
    )
  })
})
