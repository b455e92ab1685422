/** Every storage port over a Durable Object's SQLite, and its rate budgets. */
import type { StorageError, StoragePorts } from "@sellerkit/core"
import { Clock, Effect, Layer } from "effect"
import type { RateLimiter } from "effect/persistence"
import { type DurableObjectStorage, openDurableObjectHost } from "./connection/DurableObjectHost.ts"
import { SqliteDatabase } from "./database/SqliteDatabase.ts"
import { carryingHost } from "./lanes/CarriedLanes.ts"
import * as SqliteRateBudgets from "./SqliteRateBudgets.ts"
import { portsOver } from "./ports.ts"

export { type DurableObjectStorage, openDurableObjectHost } from "./connection/DurableObjectHost.ts"
export { type NextWork, nextWork } from "./maintenance/NextWork.ts"

/**
 * Over `ctx.storage` of an object whose class uses SQLite. Nothing else may write to it: one layer per object. `committed` is
 * called with the time right after each commit, in the same turn, so that what it writes becomes durable together with it. `leaseEnds`:
 * when the first of the leases does that are in memory since then, if there is one.
 */
export const layer = (
  storage: DurableObjectStorage,
  committed: (now: number, leaseEnds: number | undefined) => void = () => {}
): Layer.Layer<RateLimiter.RateLimiterStore | StoragePorts, StorageError> => {
  const database = SqliteDatabase.layer({
    host: Effect.map(Clock.Clock, (clock) => {
      const host = carryingHost(openDurableObjectHost(storage))
      return {
        ...host,
        transaction: (change) => {
          const result = host.transaction(change)
          committed(clock.currentTimeMillisUnsafe(), host.carried.leaseEnds)
          return result
        }
      }
    })
  })
  return Layer.merge(portsOver(database), Layer.provide(SqliteRateBudgets.layer, database))
}
