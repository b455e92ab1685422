/** (i): rows of a report that the command line imports, beside what each database takes as fast as it can. */
import { SampleSeller } from "@sellerkit/sandbox"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, appendFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { startProcess } from "../../test/fixtures/runningProcess.ts"
import type { Bench } from "../Bench.ts"
import { roomySettings, type PostgresServer, withPostgres, withSql } from "../databases/postgresServer.ts"
import { withSystem } from "../harness/deliveryRun.ts"
import { now } from "../machine/clock.ts"
import type { Service } from "../processes/deliverySystem.ts"
import { percent, whole, withSpread } from "../reporting/format.ts"
import type { Section } from "../reporting/Section.ts"
import { spreadOf } from "../reporting/statistics.ts"

const root = join(import.meta.dirname, "..", "..")

const collection = "reportOrders"

/** Written in parts: the rows of a large run do not fit into a text. */
const writeRows = (file: string, count: number): void => {
  writeFileSync(file, "")
  let lines: Array<string> = []
  let written = 0
  for (const row of new SampleSeller({ seed: "benchmark", ordersPerDay: 10_000 }).orders()) {
    lines.push(`${JSON.stringify(row)}\n`)
    written++
    if (lines.length < 10_000 && written < count) continue
    appendFileSync(file, lines.join(""))
    lines = []
    if (written === count) return
  }
}

/** Seconds, from the start of the command to its end. */
const importTime = async ({ operatorKey, url }: Service, file: string, count: number): Promise<number> => {
  const startedAt = now()
  const command = startProcess(
    [join(root, "packages/standalone/src/main.ts"), "import", "orders", file, "--seller", randomUUID(), "--json"],
    { cwd: root, env: { ...process.env, SELLERKIT_URL: url, SELLERKIT_OPERATOR_KEY: operatorKey } }
  )
  await command.ended
  const seconds = (now() - startedAt) / 1000
  const { accepted, changed } = JSON.parse(command.lines.at(-1) ?? "{}") as { accepted?: number; changed?: number }
  if (accepted !== count || changed !== count)
    throw new Error(`Of ${count} rows ${accepted} were accepted, ${changed} new`)
  return seconds
}

const withService = <A>(database: string, use: (service: Service) => Promise<A>): Promise<A> =>
  withSystem({ database }, async (system) => use(await system.call("service")))

interface Round {
  /** Rows a second. */
  readonly imported: number
  readonly bare: number
}

type Columns = Readonly<Record<string, null | number | string>>

/**
 * The same rows in the order of the file, into the same table with the same settings, each by a prepared statement; a thousand are
 * one transaction.
 */
const insertBare = (from: string, empty: string, folder: string): number => {
  const file = join(folder, "bare.db")
  copyFileSync(empty, file)
  const source = new DatabaseSync(from, { readOnly: true })
  const target = new DatabaseSync(file)
  target.exec(
    "pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 16000; pragma cache_size = -65536"
  )
  const found = source.prepare("select * from record where collection = ? order by record").all(collection)
  const records = (found as ReadonlyArray<Columns>).map((row) => Object.values(row))
  const insert = target.prepare(`insert into record values (${records[0]!.map(() => "?").join(", ")})`)
  const startedAt = now()
  for (let first = 0; first < records.length; first += 1000) {
    target.exec("begin")
    for (const row of records.slice(first, first + 1000)) insert.run(...row)
    target.exec("commit")
  }
  const seconds = (now() - startedAt) / 1000
  for (const database of [source, target]) database.close()
  return records.length / seconds
}

const onSqlite = async (bench: Bench, file: string): Promise<Round> => {
  const folder = mkdtempSync(join(bench.folder, "import-"))
  const count = bench.settings.imports.rows
  try {
    const [empty, used] = [join(folder, "empty", "sellerkit.db"), join(folder, "used", "sellerkit.db")]
    await withService(`sqlite:${empty}`, async () => {})
    const seconds = await withService(`sqlite:${used}`, (service) => importTime(service, file, count))
    return { imported: count / seconds, bare: insertBare(used, empty, folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With COPY, from a file of the server's own, in the order of the imported file. */
const copyBare = async (server: PostgresServer, from: string, empty: string, count: number): Promise<number> => {
  // The server is another user.
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-copy-"))
  chmodSync(folder, 0o777)
  const path = join(folder, "record")
  const target = await server.create(empty)
  try {
    await withSql(from, async (sql) => {
      const rows = `select * from sellerkit.record where collection = '${collection}' order by ctid`
      await Effect.runPromise(sql.unsafe(`copy (${rows}) to '${path}'`))
    })
    return await withSql(target, async (sql) => {
      const startedAt = now()
      await Effect.runPromise(sql.unsafe(`copy sellerkit.record from '${path}'`))
      return count / ((now() - startedAt) / 1000)
    })
  } finally {
    await server.drop(target)
    rmSync(folder, { recursive: true, force: true })
  }
}

const onPostgres =
  (server: PostgresServer, empty: string) =>
  async ({ settings }: Bench, file: string): Promise<Round> => {
    const count = settings.imports.rows
    const used = await server.create(empty)
    const seconds = await withService(used, (service) => importTime(service, file, count))
    const bare = await copyBare(server, used, empty, count)
    await server.drop(used)
    return { imported: count / seconds, bare }
  }

interface Measured {
  readonly title: string
  readonly bareTitle: string
  readonly rounds: ReadonlyArray<Round>
}

const reached = ({ rounds }: Measured) => spreadOf(rounds.map(({ bare, imported }) => imported / bare))

const rowsOf = (measured: Measured): Section["tables"][number]["rows"] => {
  const { bareTitle, rounds, title } = measured
  return [
    [bareTitle, withSpread(spreadOf(rounds.map(({ bare }) => bare)), whole), ""],
    [title, withSpread(spreadOf(rounds.map(({ imported }) => imported)), whole), withSpread(reached(measured), percent)]
  ]
}

const measure = (bench: Bench): Promise<ReadonlyArray<Measured>> => {
  const folder = join(bench.folder, "rows")
  mkdirSync(folder)
  const file = join(folder, "orders.ndjson")
  writeRows(file, bench.settings.imports.rows)
  return withPostgres(roomySettings, async (server) => {
    const empty = await server.create()
    await withService(empty, async () => {})
    const contenders = [
      {
        title: "Import on SQLite",
        bareTitle: "Bare prepared insert on SQLite",
        run: onSqlite,
        rounds: [] as Array<Round>
      },
      {
        title: "Import on PostgreSQL",
        bareTitle: "Bare COPY on PostgreSQL",
        run: onPostgres(server, empty),
        rounds: [] as Array<Round>
      }
    ]
    for (let round = 1; round <= bench.settings.rounds; round++) {
      for (const { rounds, run, title } of contenders) {
        const one = await run(bench, file)
        rounds.push(one)
        bench.progress(`i ${title}, round ${round}: ${whole(one.imported)} rows/s, bare ${whole(one.bare)} rows/s`)
      }
    }
    return contenders
  })
}

export const imports = async (bench: Bench): Promise<Section> => {
  const measured = await measure(bench)
  return {
    name: "imports",
    title: "Import of rows of a report",
    settings: [
      `${whole(bench.settings.imports.rows)} rows of orders, of a made-up seller, as NDJSON; \`sellerkit import orders\` from the start of the command to its end, into an empty database, by a service on the same machine`,
      "Bare: the rows that this stored, into the same empty table with the same indexes; on PostgreSQL by COPY from a file of the server's, on SQLite by prepared inserts of which a thousand rows are a transaction",
      `${bench.settings.rounds} rounds in turns`
    ],
    tables: [{ columns: ["", "Rows/s", "Of bare"], rows: measured.flatMap(rowsOf) }],
    aims: measured.map((one) => ({
      what: `(i) Rows/s of an import: ${one.title.slice("Import on ".length)}`,
      aim: `a third of a ${one.bareTitle.slice(0, one.bareTitle.indexOf(" on ")).toLowerCase().replace("copy", "COPY")}`,
      reached: withSpread(reached(one), percent),
      isMet: reached(one).median >= 1 / 3
    })),
    charts: []
  }
}
