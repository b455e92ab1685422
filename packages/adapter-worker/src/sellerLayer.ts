/** A seller's whole service over the storage of its object, and what it does when its alarm rings. */
import { Resends, Retention, verifiedCallersLayer } from "@sellerkit/core"
import { checkOptions, serviceLayer } from "@sellerkit/embed/portable"
import { layer as storageLayer, nextWork, openDurableObjectHost } from "@sellerkit/storage-sqlite/durable-object"
import { Clock, Effect } from "effect"
import { boundedDelivery, openConnections } from "./boundedDelivery.ts"
import type { ObjectStorage } from "./Platform.ts"
import { SellerAlarm } from "./SellerAlarm.ts"
import { servedDocsPageLayer } from "./servedDocsPage.ts"
import { type AnyWorkerOptions, ofWorkers } from "./WorkerOptions.ts"

export type { ObjectStorage } from "./Platform.ts"

// our choice: far below the fifteen minutes that the platform allows.
const longest = "1 minute"

/** `setFor`: what the platform will ring at, as far as it knows. */
export const sellerLayer = (storage: ObjectStorage, options: AnyWorkerOptions, setFor: number | undefined) => {
  const host = openDurableObjectHost(storage)
  const given = Effect.runSync(
    checkOptions({ ...options, storage: storageLayer(storage, () => alarm.follow()) }, ofWorkers)
  )
  const alarm = new SellerAlarm(storage, {
    nextWork: () => nextWork(host),
    periods: given.retention,
    setFor
  })
  const { concurrency = openConnections, requestsPerAlarm } = options
  const { deliver, dispatcher, transport } = boundedDelivery({
    concurrency,
    lanesPerAccount: concurrency,
    requests: requestsPerAlarm,
    within: longest
  })

  const removeSome = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (!alarm.isRemovalDue(now)) return
    // The next step is for the next time, after what has become due meanwhile.
    const mayBeMore = yield* Retention.removeSome
    if (!mayBeMore) alarm.removed(now)
  })

  const work = Resends.step.pipe(Effect.andThen(deliver), Effect.andThen(removeSome))

  const tryAgain = Effect.map(Clock.currentTimeMillis, (now) => alarm.tryAgain(now))

  return {
    layer: serviceLayer(given, {
      transport,
      // Whoever is in front has verified them.
      tokens: verifiedCallersLayer,
      background: dispatcher,
      docsPage: servedDocsPageLayer
    }),
    /** Sets the alarm, where the platform has given up what it had tried a few times. */
    begin: (): void => alarm.follow(),
    /** Does what is due, and sets the alarm for what comes next. */
    ring: Effect.sync(() => alarm.rang()).pipe(
      Effect.andThen(work),
      Effect.andThen(Effect.sync(() => alarm.rest())),
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("What was due could not be done; it is tried again", cause), tryAgain)
      )
    )
  }
}
