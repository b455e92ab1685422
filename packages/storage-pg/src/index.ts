/** Every storage port on PostgreSQL. The ports are still to come: what is here is how they reach the database. */
import { StorageError } from "@sellerkit/core"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"

/** Connections to a database, which are closed with the layer. Fails when none can be made. */
export const connectionLayer = (
  config: PgClient.PgPoolConfig
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, StorageError> =>
  Layer.catchTag(PgClient.layer({ applicationName: "sellerkit", ...config }), "SqlError", (cause) =>
    Layer.unwrap(Effect.fail(new StorageError({ operation: "connect", retryable: cause.isRetryable, cause })))
  )
