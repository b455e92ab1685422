/** Empty databases for tests, each for one test at a time. */
import { PgClient } from "@effect/sql-pg"
import { type Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { startPglite } from "./pglite.ts"
import { type Blank, inspectBlank, keptName, makeBlank } from "./reuse.ts"
import { serviceClient, type TestDatabase } from "./TestDatabase.ts"
import type { ServiceRole, TestRun } from "./testRun.ts"

/** A database while a test has it. */
export interface LentDatabase extends TestDatabase {
  /** Connections of a service that stay open from one test to the next: a new session compiles every function that it calls. */
  readonly kept: Context.Context<PgClient.PgClient>
}

/** Brings an empty database up to date. */
export type Migrate<E> = (database: TestDatabase) => Effect.Effect<void, E>

/** A database, and what this file knows of it between tests. */
interface Used {
  readonly database: LentDatabase
  readonly blank: Blank
  /** Stays open, because connecting takes longer than emptying. */
  readonly sql: SqlClient.SqlClient
  readonly scope: Scope.Closeable
}

/** Tests stop the clock: what is not part of the test runs beside it. */
const inRealTime = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatten(Effect.promise(() => Effect.runPromiseExit(effect)))

let asked: Promise<TestRun> | undefined

const askForRun = async (): Promise<TestRun> => {
  const response = await fetch(inject("testRun"))
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as TestRun
}

const testRun = Effect.promise(() => (asked ??= askForRun()))

const connect = (url: string) =>
  Effect.provide(PgClient.makeClient({ url: Redacted.make(url), applicationName: keptName }), Reactivity.layer)

const createOn = (server: string, name: string, service: ServiceRole | null) =>
  Effect.gen(function* () {
    const sql = yield* connect(server)
    // This template never has a connection: that would keep it from being copied.
    yield* sql`create database ${sql(name)} template template0`
    const url = new URL(server)
    url.pathname = name
    const database = { url: url.href }
    if (service === null) return database
    url.username = service.name
    url.password = service.password
    return { ...database, service: { role: service.name, url: url.href } }
  }).pipe(Effect.scoped)

const create = Effect.gen(function* () {
  const { prefix, service, url } = yield* testRun
  if (url === null) return { url: yield* startPglite, maxConnections: 1 as const }
  return yield* createOn(url, `${prefix}${randomBytes(6).toString("hex")}`, service)
})

const open = <E>(migrate: Migrate<E>, scope: Scope.Closeable): Effect.Effect<Used, E | SqlError.SqlError> =>
  Effect.gen(function* () {
    const database: TestDatabase = yield* create
    yield* migrate(database)
    // It connects when it is first asked.
    const kept = yield* Layer.build(serviceClient(database, keptName))
    const sql = yield* connect(database.url)
    return { database: { ...database, kept }, sql, scope, blank: yield* inspectBlank(sql) }
  }).pipe(Scope.provide(scope))

/**
 * Makes databases for one file of tests, brought up to date by `migrate`. A test gets one of its own until its scope
 * closes; it is emptied and used again when the next test asks. One whose schema a test has changed is not, nor that of a
 * test which failed: what it has begun may go on. All of them go with the run.
 */
export const makeDatabases = <E>(
  migrate: Migrate<E>
): Effect.Effect<LentDatabase, E | SqlError.SqlError, Scope.Scope> => {
  const givenBack: Array<Used> = []

  const take = Effect.gen(function* () {
    for (let used = givenBack.shift(); used !== undefined; used = givenBack.shift()) {
      // A test may have ended the connection as well.
      if (yield* Effect.orElseSucceed(makeBlank(used.sql, used.blank), () => false)) return used
      yield* Scope.close(used.scope, Exit.void)
    }
    return yield* open(migrate, Scope.makeUnsafe())
  })

  const giveBack = (used: Used, exit: Exit.Exit<unknown, unknown>) =>
    Exit.isSuccess(exit) ? Effect.sync(() => void givenBack.push(used)) : inRealTime(Scope.close(used.scope, Exit.void))

  return Effect.acquireRelease(inRealTime(take), giveBack).pipe(Effect.map(({ database }) => database))
}
