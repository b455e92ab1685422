/** A seller's whole service over the storage of its object, and what it does by itself. */
import { RetentionInterval, verifiedCallersLayer } from "@sellerkit/core"
import { DispatcherOnCall } from "@sellerkit/core/delivery"
import { makeBackgroundPass, recordWork } from "@sellerkit/core/service"
import { checkOptions, serviceLayer } from "@sellerkit/embed/portable"
import {
  layer as storageLayer,
  type NextWork,
  nextWork,
  openDurableObjectHost
} from "@sellerkit/storage-sqlite/durable-object"
import { Clock, Duration, Effect, Latch, Layer, Option, Semaphore } from "effect"
import { boundedDelivery, openConnections } from "../boundedDelivery.ts"
import type { ObjectStorage } from "../Platform.ts"
import { platformCompression } from "../platformCompression.ts"
import { withRemovalTime } from "./removalTime.ts"
import { SellerAlarm } from "./SellerAlarm.ts"
import { servedDocsPageLayer } from "../servedDocsPage.ts"
import { type AnyWorkerOptions, ofWorkers } from "../WorkerOptions.ts"

export type { ObjectStorage } from "../Platform.ts"

// our choice: far below the fifteen minutes that the platform allows.
const longest = "1 minute"

// our choice: old records that stay, because what is in them still waits, are looked at again a day later.
const removalInterval = Layer.succeed(RetentionInterval, Duration.days(1))

/** `setFor`: the time at which the platform will ring, as far as it knows. `makeDispatcher`: tests have another one. */
export const sellerLayer = (
  storage: ObjectStorage,
  options: AnyWorkerOptions,
  setFor: number | undefined,
  makeDispatcher = DispatcherOnCall.layerOnArrival
) => {
  const host = openDurableObjectHost(storage)
  /** What was read since the last commit. */
  let known: NextWork | undefined
  let leaseEnds: number | undefined
  const committed = (now: number, ends: number | undefined): void => {
    known = undefined
    leaseEnds = ends
    alarm.follow(now)
  }
  const given = Effect.runSync(checkOptions({ ...options, storage: storageLayer(storage, committed) }, ofWorkers))
  const { concurrency = openConnections, requestsPerAlarm } = options
  const { deliver, dispatcher, transport } = boundedDelivery({
    concurrency,
    lanesPerAccount: concurrency,
    requests: requestsPerAlarm,
    within: longest,
    dispatcherLayer: makeDispatcher(() => alarm.begin())
  })
  // A job's next step is left for the next ring of the alarm, after what has become due meanwhile.
  const { nextDue, run } = makeBackgroundPass({
    deliver,
    steps: 1,
    within: longest,
    knownWork: () => (known ??= withRemovalTime(nextWork(host, leaseEnds, given.retention, recordWork)))
  })
  const due = Latch.makeUnsafe(false)
  const one = Semaphore.makeUnsafe(1)
  const alarm = new SellerAlarm(storage, { nextDue, begin: () => due.openUnsafe() }, setFor)

  const tryAgain = Effect.map(Clock.currentTimeMillis, (now) => alarm.tryAgain(now))

  const work = Effect.sync(() => due.closeUnsafe()).pipe(
    Effect.andThen(run),
    Effect.andThen(Effect.sync(() => alarm.rest())),
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logError("What was due could not be done; it is tried again", cause), tryAgain)
    )
  )

  return {
    layer: serviceLayer(given, {
      transport,
      // The gateway has verified them.
      tokens: verifiedCallersLayer,
      background: Layer.merge(dispatcher, removalInterval),
      compression: platformCompression,
      docsPage: servedDocsPageLayer
    }),
    /** The object is open. Sets the alarm for what is due, where the platform has given up after a few tries or opening made it so. */
    begin: (): void => alarm.rest(),
    /** Does at once what becomes due, as long as the object exists, and sets the alarm for what comes next. */
    following: Effect.forever(Effect.andThen(due.await, one.withPermit(work))),
    /** Does what is due, and sets the alarm for what comes next. Where that is being done, it is awaited. */
    ring: Effect.sync(() => alarm.rang()).pipe(
      Effect.andThen(one.withPermitsIfAvailable(1)(work)),
      Effect.flatMap((done) => (Option.isSome(done) ? Effect.void : one.withPermit(Effect.void)))
    ),
    /** Whether it does what is due, or is about to. */
    isWorking: (): boolean => alarm.isWorking
  }
}
