/** What a server says of itself and of the schema that it holds, and whether this version can use them. */
import { StorageError } from "@sellerkit/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { explained, passes } from "../connection/Fault.ts"
import { type Migration, migrations } from "./migrations/index.ts"

/** Where migrations are recorded. */
export const migrationTable = "sellerkit.migration"

/** The number of the last of some migrations. */
export const newestOf = (known: Readonly<Record<string, Migration>>): number =>
  Math.max(0, ...Object.keys(known).map((name) => Number.parseInt(name, 10)))

/** The number of the last migration that this version knows. */
const newestSchema = newestOf(migrations)

const oldestServer = 14

export interface Server {
  /** As a number, such as 180003 for 18.3. */
  readonly version: number
  readonly isReadOnly: boolean
  /** The number of its last migration; 0 where there is none. */
  readonly schema: number
}

/** What is wrong, and what to do. */
export interface ServerProblem {
  readonly message: string
  readonly advice: string
}

/** What keeps this version from using the server. An older schema is no obstacle: it may be brought up to date. */
export const judgeServer = (
  { isReadOnly, schema, version }: Server,
  newest = newestSchema
): ServerProblem | undefined => {
  if (version < oldestServer * 10_000) {
    const message = `The server is PostgreSQL ${Math.floor(version / 10_000)}, which is too old`
    return { message, advice: `Use PostgreSQL ${oldestServer} or newer` }
  }
  if (schema > newest) {
    const message = `A newer version has changed the schema (it is ${schema}, and this version knows ${newest})`
    return { message, advice: "Use that version or a later one" }
  }
  if (isReadOnly) {
    const message = "The server takes nothing that is written: it is a replica, or set to be read only"
    return { message, advice: "Give the address of the primary" }
  }
  return undefined
}

/** Says that a migration is needed, to those who may not make one. */
export const judgeSchema = ({ schema }: Server, newest = newestSchema): ServerProblem | undefined => {
  if (schema >= newest) return undefined
  const message =
    schema === 0
      ? "The database has no schema of this service yet"
      : `The schema is older than this version (it is ${schema}, and ${newest} is needed)`
  return { message, advice: "Run sellerkit migrate, as a user who may create tables there" }
}

const serverText = `select current_setting('server_version_num')::integer as version,
    current_setting('transaction_read_only') = 'on' as read_only,
    to_regclass('${migrationTable}') is not null as has_schema`

export const readServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql.unsafe<{
    readonly version: number
    readonly read_only: boolean
    readonly has_schema: boolean
  }>(serverText)
  const { has_schema: hasSchema, read_only: isReadOnly, version } = found!
  const [last] = hasSchema
    ? yield* sql.unsafe<{ readonly schema: number }>(
        `select coalesce(max(migration_id), 0)::integer as schema from ${migrationTable}`
      )
    : []
  return { version, isReadOnly, schema: last?.schema ?? 0 } satisfies Server
})

export const refused = ({ advice, message }: ServerProblem, cause?: unknown): StorageError =>
  new StorageError({
    operation: "open",
    retryable: false,
    cause: new Error(`${message}. ${advice}`, { cause })
  })

/** Fails where the ports would fail. It is for those who do not bring the schema up to date themselves. */
export const checkServer: Effect.Effect<void, StorageError, SqlClient.SqlClient> = readServer.pipe(
  Effect.mapError(
    (cause) =>
      new StorageError({ operation: "open", retryable: cause.isRetryable || passes(cause), cause: explained(cause) })
  ),
  Effect.flatMap((server) => {
    const problem = judgeServer(server) ?? judgeSchema(server)
    return problem === undefined ? Effect.void : Effect.fail(refused(problem))
  })
)
