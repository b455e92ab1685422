/** Every storage port over a Durable Object's SQLite. */
import type { StorageError, StoragePorts } from "@sellerkit/core"
import { Clock, Effect, type Layer } from "effect"
import { type DurableObjectStorage, openDurableObjectHost } from "./connection/DurableObjectHost.ts"
import * as Host from "./host.ts"

export { type DurableObjectStorage, openDurableObjectHost } from "./connection/DurableObjectHost.ts"
export { type NextWork, nextWork } from "./maintenance/NextWork.ts"

/**
 * Over `ctx.storage` of an object whose class uses SQLite. Nothing else may write to it: one layer per object. `committed` is
 * called with the time right after each commit, in the same turn, so that what it writes becomes durable together with it.
 */
export const layer = (
  storage: DurableObjectStorage,
  committed: (now: number) => void = () => {}
): Layer.Layer<StoragePorts, StorageError> =>
  Host.layer(
    Effect.map(Clock.Clock, (clock) => {
      const host = openDurableObjectHost(storage)
      return {
        ...host,
        transaction: (change) => {
          const result = host.transaction(change)
          committed(clock.currentTimeMillisUnsafe())
          return result
        }
      }
    })
  )
