/** That a failing storage shows in metrics, and a refusal does not. What drivers do is shown by the storage suites. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Metric } from "effect"
import { DeliveryLog } from "../src/delivery/queue/DeliveryLog.ts"
import { DeliveryQueue } from "../src/delivery/queue/DeliveryQueue.ts"
import { DispatcherStore } from "../src/dispatchers/DispatcherStore.ts"
import { ResendStore } from "../src/delivery/resend/ResendStore.ts"
import { EventStore } from "../src/events/EventStore.ts"
import { observedStorage } from "../src/ObservedStorage.ts"
import { Metrics } from "../src/observability/Metrics.ts"
import { RecordStore } from "../src/records/RecordStore.ts"
import { RetentionStore } from "../src/retention/RetentionStore.ts"
import { UrgentCalls } from "../src/storage/UrgentCalls.ts"
import { StorageError } from "../src/storage/StorageError.ts"
import { WebhookStore } from "../src/webhooks/WebhookStore.ts"
import { WebhookNotFound } from "../src/webhooks/WebhookErrors.ts"
import { owner, webhook } from "./fixtures.ts"

const away = new StorageError({ operation: "DeliveryQueue.settle", retryable: true, cause: "away" })

const ports = Layer.mergeAll(
  Layer.mock(DeliveryLog, {}),
  Layer.mock(DispatcherStore, {}),
  Layer.mock(EventStore, {}),
  Layer.mock(RecordStore, {}),
  Layer.mock(ResendStore, {}),
  Layer.mock(RetentionStore, {}),
  Layer.succeed(WebhookStore, {
    ...({} as WebhookStore["Service"]),
    remove: () => Effect.fail(new WebhookNotFound({ id: webhook(1).id })),
    list: () => Effect.die(new Error("a bug in a driver"))
  }),
  Layer.succeed(DeliveryQueue, {
    ...({} as DeliveryQueue["Service"]),
    settle: () => Effect.fail(away),
    backlog: Effect.fail(away),
    awaitWork: Effect.void,
    leaseOnArrival: () => Effect.void
  })
)

const errors = (operation: string) => Effect.map(Metric.value(Metrics.storageErrors(operation)), ({ count }) => count)
const calls = (operation: string) => Effect.map(Metric.value(Metrics.storageDuration(operation)), ({ count }) => count)

describe("observed storage", () => {
  it.effect("counts errors and defects, but not what it refuses, and times all of them", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const store = yield* WebhookStore
      assert.strictEqual(yield* Effect.flip(queue.settle([])), away)
      yield* Effect.flip(queue.backlog)
      yield* Effect.exit(store.list(owner()))
      yield* Effect.flip(store.remove(webhook(1), {} as never))
      const operations = ["DeliveryQueue.settle", "DeliveryQueue.backlog", "WebhookStore.list", "WebhookStore.remove"]
      assert.deepStrictEqual(yield* Effect.forEach(operations, errors), [1, 1, 1, 0])
      assert.deepStrictEqual(yield* Effect.forEach(operations, calls), [1, 1, 1, 1])
    }).pipe(
      Effect.provide(observedStorage(ports)),
      Effect.provideServiceEffect(
        Metric.MetricRegistry,
        Effect.sync(() => new Map())
      )
    )
  )

  it.effect("does not time the wait for work", () =>
    Effect.gen(function* () {
      yield* (yield* DeliveryQueue).awaitWork
      assert.strictEqual(yield* calls("DeliveryQueue.awaitWork"), 0)
    }).pipe(
      Effect.provide(observedStorage(ports)),
      Effect.provideServiceEffect(
        Metric.MetricRegistry,
        Effect.sync(() => new Map())
      )
    )
  )

  it.effect("makes long reads give way to what events wait for, until it ends or fails", () =>
    Effect.gen(function* () {
      const begun = yield* Latch.make(false)
      const answered = yield* Latch.make(false)
      const settle = Effect.andThen(begun.open, Effect.andThen(answered.await, Effect.fail(away)))
      const queue = Layer.succeed(DeliveryQueue, { ...({} as DeliveryQueue["Service"]), settle: () => settle })
      yield* Effect.gen(function* () {
        const settling = yield* Effect.forkChild(Effect.flip((yield* DeliveryQueue).settle([])))
        yield* begun.await
        const reading = yield* Effect.forkChild((yield* UrgentCalls).giveWay)
        yield* Effect.repeat(Effect.yieldNow, { times: 5 })
        assert.isUndefined(reading.pollUnsafe())
        yield* answered.open
        yield* Fiber.join(settling)
        yield* Fiber.join(reading)
      }).pipe(Effect.provide(observedStorage(Layer.merge(ports, queue))))
    }).pipe(Effect.provideServiceEffect(UrgentCalls, Effect.sync(UrgentCalls.defaultValue)))
  )
})
