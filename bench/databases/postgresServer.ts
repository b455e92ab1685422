/** A PostgreSQL server of a benchmark's own, and databases on it. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { startPrivateServer } from "../../test/postgres/privateServer.ts"
import { processCpu } from "../machine/processCpu.ts"
import { readFolderIntoMemory } from "../machine/systemMemory.ts"

export interface PostgresServer {
  /** An empty database, or a copy of one that nobody is connected to: where it is. */
  create(from?: string): Promise<string>
  /** The files of a database, into that of the system. */
  readIntoMemory(url: string): Promise<void>
  drop(url: string): Promise<void>
  /** Uses a database that nobody has used, which is removed afterwards. */
  withEmpty<A>(use: (url: string) => Promise<A>): Promise<A>
  /** Seconds of processor time so far. */
  readonly cpu: () => number
  readonly settings: string
}

/** Of a server for as many events as are measured: with its own ones, checkpoints would stop it in the middle. */
export const roomySettings = { shared_buffers: "1GB", max_wal_size: "8GB" }

const connect = (url: string) =>
  PgClient.make({ url: Redacted.make(url), applicationName: "sellerkit benchmark" }).pipe(
    Effect.provide(Reactivity.layer)
  )

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** Everything else is as the server comes: each commit waits for the disk. */
export const withPostgres = <A>(
  settings: Readonly<Record<string, string>>,
  use: (server: PostgresServer) => Promise<A>
): Promise<A> =>
  Effect.gen(function* () {
    // Where temporary files are: as root, the server is another user, who may not enter every folder.
    const { data, url } = yield* startPrivateServer({ settings })
    const sql = yield* connect(url)
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0])
    const run = (statement: string) => Effect.runPromise(sql.unsafe(statement))
    const folderOf = async (used: string): Promise<string> => {
      const find = sql<{ oid: number }>`select oid from pg_database where datname = ${nameOf(used)}`
      const [{ oid }] = (await Effect.runPromise(find)) as [{ oid: number }]
      return join(data, "base", String(oid))
    }
    let count = 0
    const server: PostgresServer = {
      create: async (from) => {
        const own = new URL(url)
        own.pathname = `bench_${count++}`
        const template = from === undefined ? "" : ` template ${nameOf(from)} strategy file_copy`
        await run(`create database ${nameOf(own.href)}${template}`)
        return own.href
      },
      readIntoMemory: async (used) => readFolderIntoMemory(await folderOf(used)),
      drop: async (used) => {
        await run(`drop database ${nameOf(used)} with (force)`)
        // What one contender leaves to be written is not for the next one to wait for.
        await run("checkpoint")
      },
      withEmpty: async (useEmpty) => {
        const empty = await server.create()
        try {
          return await useEmpty(empty)
        } finally {
          await server.drop(empty)
        }
      },
      cpu: () => processCpu(pid),
      settings: `PostgreSQL where temporary files are: ${Object.entries(settings)
        .map(([name, value]) => `${name} = ${value}`)
        .join(", ")}`
    }
    return yield* Effect.promise(() => use(server))
  }).pipe(Effect.scoped, Effect.runPromise)

/** Statements to a database. */
export const withSql = <A>(url: string, use: (sql: PgClient.PgClient) => Promise<A>): Promise<A> =>
  connect(url).pipe(
    Effect.flatMap((sql) => Effect.promise(() => use(sql))),
    Effect.scoped,
    Effect.runPromise
  )
