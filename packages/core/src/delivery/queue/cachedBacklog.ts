/** The backlog of all lanes together, for those who ask again and again. */
import { Clock, Effect, Semaphore } from "effect"
import type { StorageError } from "../../storage/StorageError.ts"
import { type Backlog, DeliveryQueue } from "./DeliveryQueue.ts"

// our choice: what waits is counted, which takes the longer the more there is; it may take a hundredth of the time.
const keptTimesAsLong = 99

type CountBacklog = Effect.Effect<Backlog, StorageError>

const makeCachedBacklog = (queue: DeliveryQueue["Service"]): CountBacklog => {
  const turns = Semaphore.makeUnsafe(1)
  let last: { readonly backlog: Backlog; readonly until: bigint } | undefined
  return turns.withPermit(
    Effect.gen(function* () {
      const startedAt = yield* Clock.monotonicTimeNanos
      if (last !== undefined && startedAt < last.until) return last.backlog
      const backlog = yield* queue.backlog
      const now = yield* Clock.monotonicTimeNanos
      last = { backlog, until: now + (now - startedAt) * BigInt(keptTimesAsLong) }
      return backlog
    })
  )
}

/** Each queue has one cache, which all who ask share. */
const known = new WeakMap<DeliveryQueue["Service"], CountBacklog>()

/** Gives an effect that counts what waits, or, for a while after that, gives what was counted last. */
export const cachedBacklog: Effect.Effect<CountBacklog, never, DeliveryQueue> = Effect.map(DeliveryQueue, (queue) => {
  const count = known.get(queue) ?? makeCachedBacklog(queue)
  known.set(queue, count)
  return count
})
