/** A seller's whole service over the storage of its object, and what it does when its alarm rings. */
import { Resends, Retention } from "@sellerkit/core"
import { DispatcherOnCall } from "@sellerkit/core/delivery"
import { retentionPeriods, serviceLayer } from "@sellerkit/embed/portable"
import { layer as storageLayer, nextWork, openDurableObjectHost } from "@sellerkit/storage-sqlite/durable-object"
import { Clock, Effect } from "effect"
import { objectPlatform } from "./objectPlatform.ts"
import type { ObjectStorage } from "./Platform.ts"
import { SellerAlarm } from "./SellerAlarm.ts"
import { Subrequests } from "./Subrequests.ts"
import type { AnyWorkerOptions } from "./WorkerOptions.ts"

export type { ObjectStorage } from "./Platform.ts"

// our choice: below the thousand that one invocation may make. The address of a webhook may be one of them.
const requestsPerAlarm = 900

// our choice: far below the fifteen minutes that the platform allows.
const longest = "1 minute"

/** `setFor`: what the platform will ring at, as far as it knows. */
export const sellerLayer = (storage: ObjectStorage, options: AnyWorkerOptions, setFor: number | undefined) => {
  const host = openDurableObjectHost(storage)
  const alarm = new SellerAlarm(storage, {
    nextWork: () => nextWork(host),
    periods: retentionPeriods(options),
    setFor
  })
  const subrequests = new Subrequests(options.requestsPerAlarm ?? requestsPerAlarm)

  const removeSome = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (!alarm.isRemovalDue(now)) return
    // The next step is for the next time, after what has become due meanwhile.
    const mayBeMore = yield* Retention.removeSome
    if (!mayBeMore) alarm.removed(now)
  })

  const work = Effect.gen(function* () {
    const { drainUntil } = yield* DispatcherOnCall
    subrequests.begin()
    yield* Resends.step
    yield* drainUntil(Effect.raceFirst(Effect.sleep(longest), subrequests.enough))
    yield* removeSome
  })

  const tryAgain = Effect.map(Clock.currentTimeMillis, (now) => alarm.tryAgain(now))

  return {
    layer: serviceLayer(
      { ...options, storage: storageLayer(storage, () => alarm.follow()) },
      objectPlatform(subrequests, options.concurrency)
    ),
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
