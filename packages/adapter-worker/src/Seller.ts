/** A seller's whole service over the storage of its object: what is asked of it, and what it does when its alarm rings. */
import { type EventScope, Resends, Retention } from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { openSellerkit, retentionPeriods, type Sellerkit, serviceLayer } from "@sellerkit/embed/portable"
import { layer as storageLayer, nextWork, openDurableObjectHost } from "@sellerkit/storage-sqlite/durable-object"
import { Clock, Effect, ManagedRuntime } from "effect"
import { objectPlatform } from "./objectPlatform.ts"
import type { ObjectStorage } from "./Platform.ts"
import { SellerAlarm } from "./SellerAlarm.ts"
import { Subrequests } from "./Subrequests.ts"
import type { AnyWorkerOptions } from "./WorkerOptions.ts"

// our choice: below the thousand that one invocation may make. The address of a webhook may be one of them.
const requestsPerAlarm = 900

// our choice: far below the fifteen minutes that the platform allows.
const longest = "1 minute"

type AnySellerkit = Sellerkit<ReadonlyArray<EventScope>>

export interface Seller extends Pick<AnySellerkit, "publish" | "revokeToken" | "webhooks"> {
  readonly answer: AnySellerkit["handler"]
  /** Does what is due, and sets the alarm for what comes next. */
  ring(): Promise<void>
}

export const openSeller = async (storage: ObjectStorage, options: AnyWorkerOptions): Promise<Seller> => {
  const host = openDurableObjectHost(storage)
  const alarm = new SellerAlarm(storage, {
    nextWork: () => nextWork(host),
    periods: retentionPeriods(options),
    setFor: (await storage.getAlarm()) ?? undefined
  })
  const subrequests = new Subrequests(options.requestsPerAlarm ?? requestsPerAlarm)
  const stored = { ...options, storage: storageLayer(storage, () => alarm.follow()) }
  const runtime = ManagedRuntime.make(serviceLayer(stored, objectPlatform(subrequests, options.concurrency)))
  const { handler, publish, revokeToken, webhooks } = await openSellerkit(runtime, undefined)
  // The platform may have given up what it had tried a few times.
  alarm.follow()

  const removeSome = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (!alarm.isRemovalDue(now)) return
    // The next step is for the next time, after what has become due meanwhile.
    const mayBeMore = yield* Retention.removeSome
    if (!mayBeMore) alarm.removed(now)
  })

  const work = Effect.suspend(() => {
    subrequests.begin()
    const enough = Effect.raceFirst(Effect.sleep(longest), subrequests.enough)
    return Resends.step.pipe(Effect.andThen(Dispatcher.drainUntil(enough)), Effect.andThen(removeSome))
  })

  const ring = work.pipe(
    Effect.andThen(Effect.sync(() => alarm.rest())),
    Effect.catchCause((cause) =>
      Effect.gen(function* () {
        yield* Effect.logError("What was due could not be done; it is tried again", cause)
        alarm.tryAgain(yield* Clock.currentTimeMillis)
      })
    )
  )

  return {
    answer: handler,
    publish,
    revokeToken,
    webhooks,
    ring: () => {
      alarm.rang()
      return runtime.runPromise(ring)
    }
  }
}
