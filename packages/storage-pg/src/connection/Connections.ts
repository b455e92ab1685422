/** Connections to a database. */
import { PgClient } from "@effect/sql-pg"
import { StorageError } from "@sellerkit/core"
import { Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseUrl } from "./DatabaseUrl.ts"
import { endingSoon } from "./ending.ts"
import { explained, isAway, passes } from "./Fault.ts"
import { rawTextTypes } from "./rawTexts.ts"
import { WorkSource } from "./WorkNotifications.ts"

// our choice: a listener may hear nothing for a long time, and has to notice when its connection is lost.
const keepAlive = Duration.seconds(10)

/** Connections to a database, which are closed with the layer, however silent it is. Fails when none can be made. */
export const connectionLayer = (
  config: PgClient.PgPoolConfig
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, StorageError> =>
  Layer.catchTag(
    endingSoon(PgClient.layer({ applicationName: "sellerkit", keepAlive, ...config })),
    "SqlError",
    (cause) =>
      Layer.unwrap(
        Effect.fail(
          new StorageError({
            operation: "connect",
            retryable: cause.isRetryable || passes(cause),
            cause: explained(cause)
          })
        )
      )
  )

/**
 * Connections to a pooler that lends a connection for one transaction at a time, as PgBouncer does (`pool_mode = transaction`):
 * no statement is kept prepared. What uses them has to look for work (`WorkSource`), because it cannot listen.
 */
export const pooledConnectionLayer = (config: PgClient.PgPoolConfig) => connectionLayer({ ...config, prepare: false })

/** Connections that are the service's own, and how work is noticed over them. */
export const layerConnections = ({
  pooled,
  url
}: DatabaseUrl): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, StorageError> => {
  const config = { url, ...(rawTextTypes && { types: rawTextTypes }) }
  return Layer.merge(
    pooled ? pooledConnectionLayer(config) : connectionLayer(config),
    Layer.succeed(WorkSource, pooled ? "look" : "listen")
  )
}

// our choice: how long a server may take until it takes connections, as after a crash or together with this process.
const startsWithin = Duration.minutes(1)
const firstPause = Duration.millis(100)
const longestPause = Duration.seconds(1)

/**
 * Waits for a server that is starting, and logs that once. Completes when the server takes connections, when it has taken none
 * for a minute, or when something else is wrong: the next connection then fails with that.
 */
export const awaitServer = (server: DatabaseUrl, within: Duration.Duration = startsWithin): Effect.Effect<void> => {
  const ask = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("select 1")).pipe(
    Effect.provide(layerConnections(server))
  )
  const askAgain = Effect.retry(ask, {
    while: isAway,
    schedule: Schedule.exponential(firstPause).pipe(
      Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, longestPause)))
    )
  })
  const tell = (cause: unknown) =>
    Effect.annotateLogs(
      Effect.logWarning(`The database takes no connections yet; it is asked again for ${Duration.format(within)}`),
      {
        reason: explained(cause).message
      }
    )
  return ask.pipe(
    Effect.catchIf(isAway, (cause) => Effect.andThen(tell(cause), Effect.timeoutOption(askAgain, within))),
    Effect.ignore
  )
}
