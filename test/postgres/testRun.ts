/** Where the databases of one run of the tests are. */
import { PgClient } from "@effect/sql-pg"
import { Console, Effect, Exit, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { randomBytes } from "node:crypto"
import { startPrivateServer } from "./privateServer.ts"

export interface TestRun {
  /** The server; null where none can run, so that each database is one of PGlite. */
  readonly url: string | null
  /** How the names of its databases begin. */
  readonly prefix: string
  /** The role with the rights of a service alone; null where there are no such roles. */
  readonly service: ServiceRole | null
}

export interface ServiceRole {
  readonly name: string
  readonly password: string
}

const drop = (sql: SqlClient.SqlClient, names: ReadonlyArray<{ readonly name: string }>) =>
  // Another run may be removing the same leftovers.
  Effect.forEach(names, ({ name }) => Effect.ignore(sql`drop database if exists ${sql(name)} with (force)`))

/** Of databases that are gone, so that they own nothing. */
const dropRoles = (sql: SqlClient.SqlClient, names: ReadonlyArray<{ readonly name: string }>) =>
  Effect.forEach(names, ({ name }) => Effect.ignore(sql`drop role if exists ${sql(name)}`))

const isOurs = "sellerkit_test_"

const isOrphan = "not in (select pid::text from pg_stat_activity where pid is not null)"

/** A run that was killed left databases named after a connection that is no more. */
const dropLeftovers = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const orphans = (column: string, table: string) =>
      sql.unsafe<{ name: string }>(
        `select ${column} as name from ${table}
         where starts_with(${column}, '${isOurs}') and split_part(${column}, '_', 3) ${isOrphan}`
      )
    yield* drop(sql, yield* orphans("datname", "pg_database"))
    yield* dropRoles(sql, yield* orphans("rolname", "pg_roles"))
  })

const makeServiceRole = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, name: string) {
  const password = randomBytes(16).toString("hex")
  yield* sql.unsafe(`create role ${name} login password '${password}'`)
  return { name, password }
})

const server: Effect.Effect<string | null, never, Scope.Scope> = Effect.suspend(() => {
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== "") return Effect.succeed(given)
  const own = Effect.map(startPrivateServer(), ({ url }) => url)
  return Effect.catchTag(own, "NoServer", ({ cause }) =>
    Effect.as(
      Console.warn(`No PostgreSQL server can run here, so that the tests use PGlite with one connection: ${cause}`),
      null
    )
  )
})

/**
 * `DATABASE_URL`, or else a server of this run, which ends with the scope. Names of databases carry the id of the
 * process that serves this run's own connection: nobody else on the server has it while the run lasts.
 */
const make: Effect.Effect<TestRun, SqlError.SqlError, Scope.Scope> = Effect.gen(function* () {
  const url = yield* server
  if (url === null) return { url, prefix: isOurs, service: null }
  const sql = yield* PgClient.makeClient({ url: Redacted.make(url), applicationName: "sellerkit tests" })
  const [row] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
  const prefix = `${isOurs}${row!.pid}_`
  yield* dropLeftovers(sql)
  const service = yield* makeServiceRole(sql, `${prefix}service`)
  yield* Effect.addFinalizer(() =>
    sql<{ name: string }>`select datname as name from pg_database where starts_with(datname, ${prefix})`.pipe(
      Effect.flatMap((names) => drop(sql, names)),
      Effect.andThen(dropRoles(sql, [service])),
      Effect.ignore
    )
  )
  return { url, prefix, service }
}).pipe(Effect.provide(Reactivity.layer))

export interface OpenTestRun {
  readonly run: TestRun
  readonly close: () => Promise<void>
}

/** For vitest, which knows nothing of scopes. */
export const open = async (): Promise<OpenTestRun> => {
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    return { run: await Effect.runPromise(Scope.provide(make, scope)), close }
  } catch (error) {
    await close()
    throw error
  }
}
