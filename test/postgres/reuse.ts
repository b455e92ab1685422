/** Makes a database that a test has given back as empty as it was: 3 ms, where making and dropping one takes 50 to 130. */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { setTimeout } from "node:timers/promises"

interface Table {
  readonly name: string
  readonly filled: boolean
}

/** What an empty database looks like. */
export interface Blank {
  readonly tables: ReadonlyArray<Table>
  /** Changes with the schema, and with tables that a migration has filled. */
  readonly fingerprint: string
}

/** The name of connections that stay open from one test to the next. */
export const keptName = "sellerkit tests"

/** Objects that are not the server's own have higher numbers. */
const ownFrom = 16384
const catalogs = ["pg_class", "pg_attrdef", "pg_constraint", "pg_namespace", "pg_proc", "pg_trigger", "pg_type"]

/** Each row knows which transaction wrote it: no change leaves both the number of rows and the newest transaction alone. */
const versionOf = (source: string): string => `(select (count(*), max(xmin::text::bigint))::text from ${source})`

const fingerprintOf = (sql: SqlClient.SqlClient, tables: ReadonlyArray<Table>) => {
  const versions = [
    ...catalogs.map((name) => versionOf(`${name} where oid >= ${ownFrom}`)),
    versionOf(`pg_attribute where attrelid >= ${ownFrom}`),
    ...tables.filter(({ filled }) => filled).map(({ name }) => versionOf(name))
  ]
  return Effect.map(
    sql.unsafe<{ fingerprint: string }>(`select concat_ws(' ', ${versions.join(", ")}) as fingerprint`),
    ([row]) => row!.fingerprint
  )
}

const tablesOf = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const names = yield* sql<{ name: string }>`
      select format('%I.%I', nspname, relname) as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and relpersistence <> 't' and pg_class.oid >= ${ownFrom}`
    return yield* Effect.forEach(names, ({ name }) =>
      Effect.map(sql.unsafe<{ filled: boolean }>(`select exists (select from ${name}) as filled`), ([row]): Table => ({
        name,
        filled: row!.filled
      }))
    )
  })

/** Looks at a database that was not used yet. */
export const inspectBlank = (sql: SqlClient.SqlClient): Effect.Effect<Blank, SqlError.SqlError> =>
  Effect.gen(function* () {
    const tables = yield* tablesOf(sql)
    return { tables, fingerprint: yield* fingerprintOf(sql, tables) }
  })

/** Whether the test has left: the server notices a moment after a connection is closed, and what is kept is at rest. */
const isLeft = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    for (let waited = 0; waited < 200; waited++) {
      const [row] = yield* sql<{ others: boolean }>`
        select exists (
          select from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
            and (application_name <> ${keptName} or state <> 'idle')
        ) as others`
      if (!row!.others) return true
      yield* Effect.promise(() => setTimeout(1))
    }
    return false
  })

// our choice: beyond this, a new database takes less time than this one costs from now on.
const mostBytes = 4 * 1024 * 1024

const isSmall = (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) =>
  Effect.map(
    sql<{ small: boolean }>`
      select coalesce(sum(pg_relation_size(name::regclass)), 0) < ${mostBytes} as small
      from unnest(${names}::text[]) as name`,
    ([row]) => row!.small
  )

const removeRows = (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) => {
  const deletions = names.map((name, index) => `deleted_${index} as (delete from ${name})`)
  // One statement, so that references among the tables do not matter.
  return sql.unsafe(`with ${deletions.join(", ")} select 1`)
}

/**
 * Removes what a test has written; sequences go on where they were. False when the database is better not used again:
 * the test has not left, the schema is another one, or it has become large.
 */
export const makeBlank = (
  sql: SqlClient.SqlClient,
  { fingerprint, tables }: Blank
): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const names = tables.filter(({ filled }) => !filled).map(({ name }) => name)
    const usable =
      (yield* isLeft(sql)) && (yield* fingerprintOf(sql, tables)) === fingerprint && (yield* isSmall(sql, names))
    if (usable && names.length > 0) yield* removeRows(sql, names)
    return usable
  })
