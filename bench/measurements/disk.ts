/** (disk): how much an event takes on the disk until its delivery is recorded, by how it is published and sent. */
import { Effect } from "effect"
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Bench } from "../Bench.ts"
import { roomySettings, withPostgres, withSql } from "../databases/postgresServer.ts"
import { proveDelivery, type RunningSink, settled, withSink, withSystem } from "../harness/deliveryRun.ts"
import { bodyBytes } from "../load/benchEvent.ts"
import type { Workload } from "../load/workload.ts"
import type { DeliverySystemOptions } from "../processes/deliverySystem.ts"
import { factor, percent, whole } from "../reporting/format.ts"
import type { Aim, Section } from "../reporting/Section.ts"
import { inSingles, type Settings } from "../Settings.ts"

/** A database that nobody has used. What is written to it is asked for while nobody uses it. */
interface NewDatabase {
  readonly url: string
  /** Bytes, of each column. */
  readonly written: () => Promise<ReadonlyArray<number>>
}

interface Databases {
  readonly name: string
  readonly settings: string
  /** What is counted. The first is what stays. */
  readonly columns: ReadonlyArray<string>
  readonly withNew: <A>(use: (database: NewDatabase) => Promise<A>) => Promise<A>
}

const onSqlite = (folder: string): Databases => ({
  name: "SQLite",
  settings: "SQLite: the file, with what was in its log",
  columns: ["SQLite, bytes"],
  withNew: async (use) => {
    const data = join(folder, "disk")
    mkdirSync(data)
    const written = async () => [readdirSync(data).reduce((sum, name) => sum + statSync(join(data, name)).size, 0)]
    try {
      return await use({ url: `sqlite:${join(data, "sellerkit.db")}`, written })
    } finally {
      rmSync(data, { recursive: true })
    }
  }
})

const writtenText = `select pg_database_size(current_database())::float8 as stored,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as logged`

const withDatabasesOnPostgres = <A>(use: (databases: Databases) => Promise<A>): Promise<A> =>
  withPostgres(roomySettings, ({ settings, withEmpty }) =>
    use({
      name: "PostgreSQL",
      settings: `${settings}: the size of the database, and how far its log has gone on`,
      columns: ["PostgreSQL, bytes", "Its write-ahead log, bytes"],
      withNew: (useNew) =>
        withEmpty((url) => {
          const written = () =>
            withSql(url, async (sql) => {
              const find = sql.unsafe<{ readonly stored: number; readonly logged: number }>(writtenText)
              return (await Effect.runPromise(find)).flatMap(({ logged, stored }) => [stored, logged])
            })
          return useNew({ url, written })
        })
    })
  )

interface Way {
  readonly title: string
  readonly workload: (sizes: Settings["disk"]) => Workload
  readonly options: Pick<DeliverySystemOptions, "eventsPerRequest">
}

const withKeys = (workload: Workload): Workload => ({ ...workload, isKeyless: false })

const eachAlone = { eventsPerRequest: 1 }

const ways: ReadonlyArray<Way> = [
  { title: "One by one, one event per request", workload: ({ single }) => inSingles(single), options: eachAlone },
  {
    title: "The same, with idempotency keys",
    workload: ({ single }) => withKeys(inSingles(single)),
    options: eachAlone
  },
  { title: "Several at a time, one event per request", workload: ({ single }) => single, options: eachAlone },
  { title: "Several at a time, in batches", workload: ({ batched }) => batched, options: {} },
  { title: "The same, with keys", workload: ({ batched }) => withKeys(batched), options: {} }
]

/** Per event. Both times the service has stopped, so that all that it was told is where it stays. */
const measure = async (
  { settings }: Bench,
  { sink, url: target }: RunningSink,
  { options: ofWay, workload: workloadOf }: Way,
  { url, written }: NewDatabase
): Promise<ReadonlyArray<number>> => {
  const workload = workloadOf(settings.disk)
  const warmUp = Math.ceil(workload.events * settings.warmUp)
  const options = { database: url, ...ofWay }
  const webhooks = await withSystem(options, async (system) => {
    const set = { sellers: workload.webhooks, webhooksPerSeller: 1, url: target }
    const created = await system.call("createWebhooks", set)
    await system.call("publishAll", { first: 0, workload: { ...workload, events: warmUp } })
    await settled(system)
    return created
  })
  await sink.call("reset")
  const before = await written()
  await withSystem(options, async (system) => {
    await system.call("useWebhooks", webhooks)
    const { accepted } = await system.call("publishAll", { first: warmUp, workload })
    await settled(system)
    await proveDelivery(sink, system, { webhooks, events: accepted })
  })
  const after = await written()
  return after.map((bytes, column) => (bytes - before[column]!) / workload.events)
}

// An event that travels alone: its payload, and as much again for all that is kept about it.
const most = 2 * bodyBytes

const aimOf = (database: string, { title }: Way, stored: number): Aim => ({
  what: `(disk) ${title}, ${database}`,
  aim: `at most ${whole(most)} bytes`,
  reached: `${whole(stored)} bytes, ${factor(stored / bodyBytes)} the request`,
  isMet: stored <= most
})

export const disk = (bench: Bench): Promise<Section> =>
  withSink((running) =>
    withDatabasesOnPostgres(async (onPostgres) => {
      const all = [onPostgres, onSqlite(bench.folder)]
      const results: Array<{ readonly way: Way; readonly found: ReadonlyArray<ReadonlyArray<number>> }> = []
      const measured = bench.settings.ways === "all" ? ways : [ways[0]!, ways.at(-1)!]
      for (const way of measured) {
        const found: Array<ReadonlyArray<number>> = []
        for (const { withNew } of all) found.push(await withNew((database) => measure(bench, running, way, database)))
        results.push({ way, found })
        bench.progress(`disk ${way.title}: ${found.flat().map(whole).join(", ")} bytes`)
      }
      const [alone] = results
      const { disk: sizes, warmUp } = bench.settings
      return {
        name: "disk",
        title: "On the disk",
        settings: [
          `Requests of ${whole(bodyBytes)} bytes with one event to one webhook; bytes per event, whose delivery is recorded. ${percent(warmUp)} more events before anything is counted`,
          `One event per request: ${whole(sizes.single.events)} events to ${whole(sizes.single.webhooks)} webhooks, ${sizes.single.eventsPerPublication} per publication or one. Batches: ${whole(sizes.batched.events)} events to ${sizes.batched.webhooks} webhooks, ${sizes.batched.eventsPerPublication} per publication`,
          ...all.map(({ settings }) => settings)
        ],
        tables: [
          {
            columns: ["Published", ...all.flatMap(({ columns }) => columns)],
            rows: results.map(({ found, way }) => [way.title, ...found.flat().map(whole)])
          }
        ],
        aims: all.map(({ name }, place) => aimOf(name, alone!.way, alone!.found[place]![0]!)),
        charts: []
      }
    })
  )
