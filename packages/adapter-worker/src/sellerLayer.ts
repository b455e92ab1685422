/** A seller's whole service over the storage of its object, and what it does when its alarm rings. */
import { RetentionInterval, verifiedCallersLayer } from "@sellerkit/core"
import { makeBackgroundPass, recordWork } from "@sellerkit/core/service"
import { checkOptions, serviceLayer } from "@sellerkit/embed/portable"
import { layer as storageLayer, nextWork, openDurableObjectHost } from "@sellerkit/storage-sqlite/durable-object"
import { Clock, Duration, Effect, Layer } from "effect"
import { boundedDelivery, openConnections } from "./boundedDelivery.ts"
import type { ObjectStorage } from "./Platform.ts"
import { platformCompression } from "./platformCompression.ts"
import { SellerAlarm } from "./SellerAlarm.ts"
import { servedDocsPageLayer } from "./servedDocsPage.ts"
import { type AnyWorkerOptions, ofWorkers } from "./WorkerOptions.ts"

export type { ObjectStorage } from "./Platform.ts"

// our choice: far below the fifteen minutes that the platform allows.
const longest = "1 minute"

// our choice: records that have become too old wait for others, so that they are removed once a day.
const removalInterval = Layer.succeed(RetentionInterval, Duration.days(1))

/** `setFor`: the time at which the platform will ring, as far as it knows. */
export const sellerLayer = (storage: ObjectStorage, options: AnyWorkerOptions, setFor: number | undefined) => {
  const host = openDurableObjectHost(storage)
  const given = Effect.runSync(
    checkOptions({ ...options, storage: storageLayer(storage, () => alarm.follow()) }, ofWorkers)
  )
  const { concurrency = openConnections, requestsPerAlarm } = options
  const { deliver, dispatcher, transport } = boundedDelivery({
    concurrency,
    lanesPerAccount: concurrency,
    requests: requestsPerAlarm,
    within: longest
  })
  // A job's next step is left for the next ring of the alarm, after what has become due meanwhile.
  const { nextDue, run } = makeBackgroundPass({
    deliver,
    steps: 1,
    within: longest,
    knownWork: () => nextWork(host, given.retention, recordWork)
  })
  const alarm = new SellerAlarm(storage, nextDue, setFor)

  const tryAgain = Effect.map(Clock.currentTimeMillis, (now) => alarm.tryAgain(now))

  return {
    layer: serviceLayer(given, {
      transport,
      // The gateway has verified them.
      tokens: verifiedCallersLayer,
      background: Layer.merge(dispatcher, removalInterval),
      compression: platformCompression,
      docsPage: servedDocsPageLayer
    }),
    /** Sets the alarm, where the platform has given up after a few tries. */
    begin: (): void => alarm.follow(),
    /** Does what is due, and sets the alarm for what comes next. */
    ring: Effect.sync(() => alarm.rang()).pipe(
      Effect.andThen(run),
      Effect.andThen(Effect.sync(() => alarm.rest())),
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("What was due could not be done; it is tried again", cause), tryAgain)
      )
    )
  }
}
