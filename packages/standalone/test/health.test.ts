import {
  DeliveryQueue,
  DispatcherStore,
  OperationalEvents,
  RetrySchedules,
  SecretVault,
  StorageError,
  Transport,
  Webhooks
} from "@sellerkit/core"
import { defaultDispatcherOptions, Dispatcher, DispatcherOptions } from "@sellerkit/core/delivery"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Layer, Logger, Option } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { vi } from "vitest"
import { DatabaseHealth } from "../src/storage/DatabaseHealth.ts"
import { healthRoutes } from "../src/Health.ts"

const idleCheckOf = (idleCheck: Duration.Duration) =>
  Layer.succeed(DispatcherOptions, { ...defaultDispatcherOptions, idleCheck, storagePause: Duration.millis(1) })

/** `GET /health/ready` of a service with this dispatcher, until the scope closes. */
const readinessOf = (
  dispatcher: Layer.Layer<Dispatcher>,
  options: Layer.Layer<never>,
  file: Layer.Layer<DatabaseHealth> = DatabaseHealth.none
) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        HttpRouter.toWebHandler(
          healthRoutes.pipe(
            Layer.provide(dispatcher),
            Layer.provide(options),
            Layer.provide(file),
            Layer.provide(HttpServer.layerServices),
            Layer.provide(Logger.layer([]))
          ),
          { disableLogger: true }
        )
      ),
      ({ dispose }) => Effect.promise(dispose)
    ),
    ({ handler }) =>
      async () => {
        const response = await handler(new Request("http://x/health/ready"))
        return { status: response.status, body: (await response.json()) as any }
      }
  )

/** The answer when the dispatcher last looked for work so long ago. */
const afterSilence = Effect.fnUntraced(function* (
  silence: Duration.Duration | undefined,
  idleCheck = defaultDispatcherOptions.idleCheck,
  file: Layer.Layer<DatabaseHealth> = DatabaseHealth.none
) {
  const now = yield* Clock.currentTimeMillis
  const lastPassAt = silence === undefined ? undefined : now - Duration.toMillis(silence)
  const dispatcher = Layer.succeed(Dispatcher, {
    health: Effect.succeed({ lastPassAt, inFlight: 3, fullAccounts: [], isIdle: true }),
    nextDue: Effect.succeedNone
  })
  const ready = yield* readinessOf(dispatcher, idleCheckOf(idleCheck), file)
  return yield* Effect.promise(ready)
})

describe("readiness", () => {
  it.live("holds while the dispatcher looks for work", () =>
    Effect.gen(function* () {
      const { body, status } = yield* afterSilence(Duration.seconds(5))
      assert.deepStrictEqual([status, body.status, body.dispatcher.inFlight], [200, "ready", 3])
    })
  )

  it.live("fails when claims stop, and says so", () =>
    Effect.gen(function* () {
      const { body, status } = yield* afterSilence(Duration.seconds(16))
      assert.deepStrictEqual([status, body.status], [503, "not ready"])
      assert.match(body.dispatcher.problem, /does not get work from the storage/)
    })
  )

  it.live("allows a dispatcher that looks for work more rarely as much more silence", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* afterSilence(Duration.seconds(16), Duration.minutes(1))).status, 200)
      assert.strictEqual((yield* afterSilence(Duration.seconds(181), Duration.minutes(1))).status, 503)
    })
  )

  it.live("fails before the first look", () =>
    Effect.gen(function* () {
      const { body, status } = yield* afterSilence(undefined)
      assert.strictEqual(status, 503)
      assert.match(body.dispatcher.problem, /has not got work from the storage since the service started/)
    })
  )

  for (const [problem, says] of [
    ["replaced", /deleted or replaced/],
    ["diskFull", /disk .* full/]
  ] as const) {
    it.live(`fails while the database would not keep what is written (${problem}), and says so`, () =>
      Effect.gen(function* () {
        const file = Layer.succeed(DatabaseHealth, { problem: Effect.succeed(Option.some(problem)) })
        const { body, status } = yield* afterSilence(Duration.seconds(5), undefined, file)
        assert.deepStrictEqual([status, body.status, body.dispatcher.problem], [503, "not ready", undefined])
        assert.match(body.database.problem, says)
      })
    )
  }

  it.live("follows a dispatcher whose claims fail, and then succeed again", () =>
    Effect.gen(function* () {
      let isBroken = false
      const broken = new StorageError({ operation: "DeliveryQueue.claim", retryable: true, cause: "gone" })
      const queue = Layer.mock(DeliveryQueue, {
        claim: () => Effect.suspend(() => (isBroken ? Effect.fail(broken) : Effect.succeed([]))),
        nextDue: () => Effect.succeed(Option.none()),
        awaitWork: Effect.never,
        leaseOnArrival: () => Effect.void
      })
      const dispatcher = Dispatcher.layer.pipe(
        Layer.provide(
          Layer.mergeAll(
            queue,
            OperationalEvents.layer,
            SecretVault.layer([]),
            Layer.mock(DispatcherStore, { note: () => Effect.void, remove: () => Effect.void }),
            Layer.mock(Webhooks, {}),
            Layer.mock(RetrySchedules, {}),
            Layer.mock(Transport, { judges: "host" })
          )
        ),
        Layer.provide(Layer.merge(NodeCrypto.layerMac, NodeCrypto.layerSecureRandom))
      )
      const ready = yield* readinessOf(dispatcher, idleCheckOf(Duration.millis(20)))
      const becomes = (status: number) =>
        Effect.promise(() => vi.waitFor(async () => assert.strictEqual((await ready()).status, status)))
      yield* becomes(200)
      isBroken = true
      yield* becomes(503)
      isBroken = false
      yield* becomes(200)
    })
  )
})
