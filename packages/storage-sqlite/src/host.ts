/** Every storage port over an SQLite of one's own, such as an edge platform's. */
import type { StorageError, StoragePorts } from "@sellerkit/core"
import { Effect, type Layer, type Scope } from "effect"
import type { SqliteHost } from "./connection/SqliteHost.ts"
import { SqliteDatabase } from "./database/SqliteDatabase.ts"
import { carryingHost } from "./lanes/CarriedLanes.ts"
import type { SqliteHealth } from "./maintenance/SqliteHealth.ts"
import { portsOver } from "./ports.ts"

export type { SqliteHost, SqlValue } from "./connection/SqliteHost.ts"
export { SqliteHealth } from "./maintenance/SqliteHealth.ts"

/** The schema is brought up to date first. Once a statement has found the database damaged, everything fails. */
export const layer = (
  host: Effect.Effect<SqliteHost, StorageError, Scope.Scope>
): Layer.Layer<SqliteHealth | StoragePorts, StorageError> =>
  portsOver(SqliteDatabase.layer({ host: Effect.map(host, (one) => carryingHost(one)) }))
