/**
 * Observes the storage of any driver: times its calls, counts failures, shows calls in traces, and says when the storage is away.
 */
import { Clock, Context, Effect, Exit, Layer, Metric, Predicate, Result } from "effect"
import { Metrics } from "./observability/Metrics.ts"
import { inStorageSpan } from "./observability/Tracing.ts"
import { UrgentCalls } from "./storage/UrgentCalls.ts"
import { StorageOutage } from "./storage/StorageOutage.ts"
import { type StoragePorts, storagePorts } from "./StoragePorts.ts"

/** A call that lasts for as long as nothing happens. */
const waits = "DeliveryQueue.awaitWork"

/** Calls that an event on its way waits for. */
const urgent: ReadonlySet<string> = new Set(["EventStore.append", "DeliveryQueue.claim", "DeliveryQueue.settle"])

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
  const isUrgent = urgent.has(operation)
  return Effect.withFiber((fiber) => {
    const urgentCalls = fiber.getRef(UrgentCalls)
    const clock = fiber.getRef(Clock.Clock)
    const startedAt = clock.monotonicTimeNanosUnsafe()
    if (isUrgent) urgentCalls.begin(startedAt)
    return Effect.onExitPrimitive(inStorageSpan(fiber, call, operation), (exit) => {
      if (isUrgent) urgentCalls.end()
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

type Calls = Readonly<Record<string, Effect.Effect<unknown, unknown, unknown> | Method>>

/** A port with the same members, each of them observed. */
const observed = Effect.fnUntraced(function* (
  outage: Outage,
  { key }: Context.Key<StoragePorts, object>,
  port: object
) {
  const name = key.slice(key.lastIndexOf("/") + 1)
  const calls = Object.entries(port as Calls)
    .map(([method, member]) => ({ method, operation: `${name}.${method}`, member }))
    .filter(({ operation }) => operation !== waits)
  // Each count starts at zero, so that the first failure shows as a change.
  yield* Effect.forEach(calls, ({ operation }) => Metric.value(Metrics.storageErrors(operation)))
  const observedCalls = calls.map(({ member, method, operation }) => [
    method,
    observedMember(outage, operation, member)
  ])
  return { ...port, ...Object.fromEntries(observedCalls) }
})

const ports: ReadonlyArray<Context.Key<StoragePorts, object>> = storagePorts

/**
 * For drivers: the ports that they provide, observed. A port's methods are its own enumerable properties. `outage` is for drivers
 * that can say more about an outage than their ports do.
 */
export const observedStorage = <E, R>(
  given: Layer.Layer<StoragePorts, E, R>,
  outage: Layer.Layer<StorageOutage> = Layer.fresh(StorageOutage.layer)
): Layer.Layer<StoragePorts, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const around = yield* Effect.context<StoragePorts | StorageOutage>()
      const known = Context.get(around, StorageOutage)
      let storage: Context.Context<StoragePorts> = Context.pick(...storagePorts)(around)
      for (const port of ports) {
        storage = Context.add(storage, port, yield* observed(known, port, Context.get(storage, port)))
      }
      return storage
    })
  ).pipe(Layer.provide(given), Layer.provide(outage))
