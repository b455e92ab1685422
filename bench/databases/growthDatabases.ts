/** Databases that grow: made, copied and filled, on SQLite and on PostgreSQL. */
import { Effect } from "effect"
import { copyFileSync, mkdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { roomySettings, withPostgres, withSql } from "./postgresServer.ts"
import * as Postgres from "./prefillPostgres.ts"
import * as Sqlite from "./prefillSqlite.ts"
import { awaitDisk, readIntoMemory } from "../machine/systemMemory.ts"

interface Records {
  /** They take turns. */
  readonly webhooks: ReadonlyArray<BenchWebhook>
  readonly events: number
}

export interface GrowthDatabases {
  /** Of the section, and what it is called on the command line. */
  readonly name: string
  readonly title: string
  readonly letter: string
  readonly settings: string
  /** A new one, or a copy of one that nobody uses: as `SELLERKIT_DATABASE` names it. */
  create(from?: string): Promise<string>
  /** `end`: the time of the last record. */
  fill(
    database: string,
    records: { readonly end: number; readonly delivered: Records; readonly waiting: Records }
  ): Promise<void>
  /** All of it, so that nothing waits for the disk that has been there a moment ago. */
  readIntoMemory(database: string): Promise<void>
  drop(database: string): Promise<void>
}

export type WithGrowthDatabases = <A>(folder: string, use: (databases: GrowthDatabases) => Promise<A>) => Promise<A>

const fileOf = (database: string): string => database.slice("sqlite:".length)

export const onSqlite: WithGrowthDatabases = (folder, use) => {
  let count = 0
  return use({
    name: "growth",
    title: "Growth",
    letter: "e",
    settings: "SQLite, in a file",
    create: async (from) => {
      const file = join(folder, `growth-${count++}`, "sellerkit.db")
      mkdirSync(dirname(file))
      if (from !== undefined) {
        copyFileSync(fileOf(from), file)
        awaitDisk(file)
      }
      return `sqlite:${file}`
    },
    fill: async (database, { delivered, end, waiting }) => {
      const file = fileOf(database)
      const idsOf = ({ events, webhooks }: Records) => ({ file, events, webhooks: webhooks.map(({ id }) => id) })
      Sqlite.prefillHistory(idsOf(delivered), end)
      if (waiting.events > 0) Sqlite.prefillPending(idsOf(waiting), end)
      awaitDisk(file)
    },
    readIntoMemory: async (database) => readIntoMemory(fileOf(database)),
    drop: async (database) => rmSync(dirname(fileOf(database)), { recursive: true })
  })
}

export const onPostgres: WithGrowthDatabases = (_, use) =>
  withPostgres(roomySettings, ({ create, drop, readIntoMemory, settings }) =>
    use({
      name: "growthPostgres",
      title: "Growth on PostgreSQL",
      letter: "ep",
      settings: `${settings}; after filling it \`vacuum (analyze)\`, which autovacuum does in time`,
      create,
      fill: (database, { delivered, end, waiting }) =>
        withSql(database, (sql) =>
          Effect.gen(function* () {
            // Nothing is lost when this is interrupted: the database is only just being made.
            yield* sql`alter system set synchronous_commit = off`
            yield* sql`select pg_reload_conf()`
            yield* Postgres.prefillHistory(sql, { ...delivered, end })
            if (waiting.events > 0) yield* Postgres.prefillWaiting(sql, { ...waiting, end })
            yield* sql`alter system reset synchronous_commit`
            yield* sql`select pg_reload_conf()`
            yield* sql`vacuum (analyze)`
          }).pipe(Effect.runPromise)
        ),
      readIntoMemory,
      drop
    })
  )
