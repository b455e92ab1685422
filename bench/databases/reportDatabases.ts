/** Databases with rows of reports, on SQLite and on PostgreSQL, filled without the service: it would take hours for millions of them. */
import { PgTypes } from "@effect/sql-pg"
import { Effect, Result } from "effect"
import { mkdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { roomySettings, withPostgres, withSql } from "./postgresServer.ts"
import { reportRecord } from "./reportRows.ts"

interface Filling {
  /** By the webhook that each has. */
  readonly sellers: ReadonlyArray<BenchWebhook>
  /** The number of the first of them. */
  readonly first: number
  /** Of each seller. */
  readonly rows: number
  /** The time of the last change, in milliseconds. */
  readonly end: number
}

export interface ReportDatabases {
  readonly name: string
  readonly title: string
  readonly letter: string
  readonly settings: string
  /** As `SELLERKIT_DATABASE` names it. */
  create(): Promise<string>
  fill(database: string, filling: Filling): Promise<void>
  drop(database: string): Promise<void>
}

export type WithReportDatabases = <A>(folder: string, use: (databases: ReportDatabases) => Promise<A>) => Promise<A>

// Rows of one statement, or of one transaction.
const chunk = 5000

/** Parts of the rows of each seller, in turn. */
function* partsOf({ end, first, rows, sellers }: Filling) {
  for (const [index, seller] of sellers.entries()) {
    for (let begin = 0; begin < rows; begin += chunk) {
      const length = Math.min(chunk, rows - begin)
      const records = Array.from({ length }, (_, row) => reportRecord(first + index, begin + row, rows, end))
      yield { seller, records }
    }
  }
}

export const fileOf = (database: string): string => database.slice("sqlite:".length)

const fillOpened = (database: DatabaseSync, filling: Filling): void => {
  // Nothing is lost when this is interrupted: the database is only just being made.
  database.exec("pragma synchronous = off; pragma cache_size = -1000000; pragma busy_timeout = 60000")
  const accountOf = database.prepare("select o.account from webhook w join owner o on o.owner = w.owner where w.id = ?")
  const intoRecords = database.prepare(
    "insert into record (account, collection, key, place_0, place_1, since, content) values (?, ?, ?, ?, ?, ?, ?)"
  )
  for (const { records, seller } of partsOf(filling)) {
    const { account } = accountOf.get(seller.id) as { account: number }
    database.exec("begin")
    for (const { collection, content, key, places, since } of records) {
      const [byChange, byDay] = places as [string, string]
      intoRecords.run(account, collection, key, byChange, byDay, since!, content)
    }
    database.exec("commit")
  }
  database.exec("analyze")
}

const fillSqlite = (file: string, filling: Filling): void => {
  const database = new DatabaseSync(file)
  try {
    fillOpened(database, filling)
  } finally {
    database.close()
  }
}

const list = (oid: number, values: ReadonlyArray<bigint | string>): PgTypes.Parameter =>
  Result.getOrThrow(PgTypes.array(values, oid))
const texts = (values: ReadonlyArray<string>) => list(PgTypes.OID.text, values)

const insertText = `insert into sellerkit.record (seller_id, sandbox, collection, key, place_0, place_1, since, content)
  select $1::uuid, false, $2, r.* from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[]) r`

const fillPostgres = (url: string, filling: Filling): Promise<void> =>
  withSql(url, (sql) =>
    Effect.gen(function* () {
      for (const { records, seller } of partsOf(filling)) {
        yield* sql.unsafe(insertText, [
          seller.sellerId,
          records[0]!.collection,
          texts(records.map(({ key }) => key)),
          texts(records.map(({ places }) => places[0]!)),
          texts(records.map(({ places }) => places[1]!)),
          list(
            PgTypes.OID.int8,
            records.map(({ since }) => BigInt(since!))
          ),
          texts(records.map(({ content }) => content))
        ])
      }
      yield* sql.unsafe("vacuum (analyze) sellerkit.record")
    }).pipe(Effect.runPromise)
  )

export const reportsOnSqlite: WithReportDatabases = (folder, use) => {
  let count = 0
  return use({
    name: "reports",
    title: "Reports",
    letter: "r",
    settings: "SQLite, in a file",
    create: async () => {
      const file = join(folder, `reports-${count++}`, "sellerkit.db")
      mkdirSync(dirname(file))
      return `sqlite:${file}`
    },
    fill: async (database, filling) => fillSqlite(fileOf(database), filling),
    drop: async (database) => rmSync(dirname(fileOf(database)), { recursive: true })
  })
}

export const reportsOnPostgres: WithReportDatabases = (_, use) =>
  withPostgres(roomySettings, ({ create, drop, settings }) =>
    use({
      name: "reportsPostgres",
      title: "Reports on PostgreSQL",
      letter: "rp",
      settings: `${settings}; after filling it \`vacuum (analyze)\``,
      create,
      fill: fillPostgres,
      drop
    })
  )
