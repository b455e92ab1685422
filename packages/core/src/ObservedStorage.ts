/** Storage whose calls are timed, counted where they fail, and shown in traces, and that says when it is away, whatever the driver. */
import { Clock, type Context, Effect, Exit, Layer, Metric, Predicate, Result } from "effect"
import { RevokedTokens } from "./access/RevokedTokens.ts"
import { DeliveryLog } from "./delivery/DeliveryLog.ts"
import { DeliveryQueue } from "./delivery/DeliveryQueue.ts"
import { ResendStore } from "./delivery/ResendStore.ts"
import { RetryScheduleStore } from "./delivery/RetryScheduleStore.ts"
import { EventStore } from "./events/EventStore.ts"
import { HistoryStore } from "./history/HistoryStore.ts"
import { Metrics } from "./observability/Metrics.ts"
import { inStorageSpan } from "./observability/Tracing.ts"
import { RetentionStore } from "./retention/RetentionStore.ts"
import { StorageOutage } from "./storage/StorageOutage.ts"
import type { StoragePorts } from "./StoragePorts.ts"
import { WebhookStore } from "./webhooks/WebhookStore.ts"

/** A call that lasts for as long as nothing happens. */
const waits = "DeliveryQueue.awaitWork"

const isFailed = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit)) return false
  return Exit.hasDies(exit) || Predicate.isTagged(Result.getOrUndefined(Exit.findError(exit)), "StorageError")
}

type Outage = StorageOutage["Service"]

const observedCall = <A, E, R>(
  outage: Outage,
  operation: string,
  call: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const duration = Metrics.storageDuration(operation)
  const errors = Metrics.storageErrors(operation)
  return Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const startedAt = clock.monotonicTimeNanosUnsafe()
    return Effect.onExitPrimitive(inStorageSpan(fiber, call, operation), (exit) => {
      const endedAt = clock.monotonicTimeNanosUnsafe()
      duration.updateUnsafe(Number(endedAt - startedAt) / 1e9, fiber.context)
      if (isFailed(exit)) errors.updateUnsafe(1, fiber.context)
      return outage.note({ operation, startedAt, endedAt }, exit)
    })
  })
}

type Method = (...args: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, unknown>

const observedMember = (
  outage: Outage,
  operation: string,
  member: Effect.Effect<unknown, unknown, unknown> | Method
) => {
  if (Effect.isEffect(member)) return observedCall(outage, operation, member)
  return (...args: ReadonlyArray<never>) => observedCall(outage, operation, member(...args))
}

const observed = <Identifier, Port extends object>(
  port: Context.Service<Identifier, Port>
): Layer.Layer<Identifier, never, Identifier | StorageOutage> => {
  const name = port.key.slice(port.key.lastIndexOf("/") + 1)
  return Layer.effect(
    port,
    Effect.gen(function* () {
      const given = yield* port
      const outage = yield* StorageOutage
      const calls = Object.entries(given)
        .map(([method, member]) => ({ method, operation: `${name}.${method}`, member }))
        .filter(({ operation }) => operation !== waits)
      // Counted from zero on, so that the first failure shows as a change.
      yield* Effect.forEach(calls, ({ operation }) => Metric.value(Metrics.storageErrors(operation)))
      const observedCalls = calls.map(({ member, method, operation }) => [
        method,
        observedMember(outage, operation, member)
      ])
      return { ...given, ...Object.fromEntries(observedCalls) }
    })
  )
}

/**
 * For drivers: what they provide, observed. A port's methods are its own enumerable properties. `outage` is for drivers that have
 * more to say of it than their ports do.
 */
export const observedStorage = <E, R>(
  ports: Layer.Layer<StoragePorts, E, R>,
  outage: Layer.Layer<StorageOutage> = Layer.fresh(StorageOutage.layer)
): Layer.Layer<StoragePorts, E, R> =>
  Layer.mergeAll(
    observed(DeliveryLog),
    observed(DeliveryQueue),
    observed(EventStore),
    observed(HistoryStore),
    observed(ResendStore),
    observed(RetentionStore),
    observed(RetryScheduleStore),
    observed(RevokedTokens),
    observed(WebhookStore)
  ).pipe(Layer.provide(ports), Layer.provide(outage))
