/** (r), (rp): a whole page of a report, beside a handler that streams the same stored rows by the database's driver alone. */
import type { Bench } from "../Bench.ts"
import type { ReportDatabases, WithReportDatabases } from "../databases/reportDatabases.ts"
import { type Child, startChild, withChild } from "../harness/childProcess.ts"
import { proveDelivery, settled, withSink, withSystem } from "../harness/deliveryRun.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import type { Usage } from "../machine/usage.ts"
import type { BareRows } from "../processes/bareRows.ts"
import type { DeliverySystem } from "../processes/deliverySystem.ts"
import type { ReadRows, RowsReader } from "../processes/rowsReader.ts"
import { now } from "../machine/clock.ts"
import { exact, percent, whole, withSpread } from "../reporting/format.ts"
import type { Section } from "../reporting/Section.ts"
import { percentile, spreadOf } from "../reporting/statistics.ts"

const path = "/api/v1/supplier/orders?dateFrom=2024-02-01"

/** Who answers: the service, or the bare handler. */
interface Server {
  readonly title: string
  readonly port: number
  readonly tokens: ReadonlyArray<string>
  readonly usage: () => Promise<Usage>
}

interface Contender extends Server {
  readonly coding?: string
}

interface Round {
  /** Milliseconds. */
  readonly first: number
  readonly rowsPerSecond: number
  readonly bytes: number
  /** Microseconds of the server's processor time for a row. */
  readonly cost: number
  /** MiB more than before. */
  readonly growth: number
}

interface Contest {
  readonly title: string
  readonly others: number
  readonly rounds: ReadonlyArray<Round>
}

const roundOf = async (
  { settings: { reports } }: Bench,
  reader: Child<RowsReader>,
  { coding, port, tokens, usage }: Contender,
  answers: number
): Promise<Round> => {
  const before = await usage()
  const asked = { port, path, tokens: tokens.slice(0, answers), ...(coding !== undefined && { coding }) }
  const read = await reader.call("read", asked)
  const used = await usage()
  const slowest = Math.max(...read.map(({ whole }) => whole))
  return {
    first: Math.max(...read.map(({ first }) => first)),
    rowsPerSecond: (answers * reports.page * 1000) / slowest,
    bytes: read.reduce((sum: number, { bytes }: ReadRows) => sum + bytes, 0),
    cost: ((used.cpu - before.cpu) * 1e6) / (answers * reports.page),
    growth: used.memory - before.memory
  }
}

/** Milliseconds that deliveries take, while `during` goes on. */
const latencies = async (
  { settings: { latency } }: Bench,
  system: Child<DeliverySystem>,
  sink: Parameters<typeof proveDelivery>[0],
  webhooks: ReadonlyArray<BenchWebhook>,
  first: number,
  during: () => Promise<unknown>
): Promise<ReadonlyArray<number>> => {
  await sink.call("reset")
  const events = latency.rate * latency.seconds
  const workload = { webhooks: webhooks.length, events, eventsPerPublication: 1, publishers: 1 }
  const [published] = await Promise.all([
    system.call("publishAtRate", { rate: latency.rate, first, workload }),
    during()
  ])
  await settled(system)
  await proveDelivery(sink, system, { webhooks, events: published })
  const arrived = new Map(await sink.call("times"))
  return published.map(({ id, publishedAt }) => arrived.get(id)! - publishedAt)
}

const codings = ["gzip", "zstd"] as const

interface Contenders {
  readonly bare: Server
  readonly served: Server
  readonly reader: Child<RowsReader>
  readonly system: Child<DeliverySystem>
}

/** The service and the bare handler over one database, and who reads what they answer. */
const withContenders = <A>(
  database: string,
  limit: number,
  webhooks: ReadonlyArray<BenchWebhook>,
  use: (contenders: Contenders) => Promise<A>
): Promise<A> =>
  withSystem({ database, isUnlimited: true }, (system) =>
    withChild(startChild<BareRows>("bareRows", { database, limit }), (bare) =>
      withChild(startChild<RowsReader>("rowsReader"), async (reader) => {
        await system.call("useWebhooks", webhooks)
        return use({
          system,
          reader,
          served: {
            title: "The service",
            port: Number(new URL((await system.call("service")).url).port),
            tokens: await system.call("tokens"),
            usage: () => system.call("usage")
          },
          bare: {
            title: "Bare node:http and the driver",
            port: await bare.call("listen"),
            tokens: webhooks.map(({ id, sellerId }) => `${sellerId} ${id}`),
            usage: () => bare.call("usage")
          }
        })
      })
    )
  )

interface Run {
  readonly bench: Bench
  readonly letter: string
  readonly reader: Child<RowsReader>
  /** Rows of other sellers. */
  readonly others: number
}

/** The contenders take turns. The first one says how many bytes all have to answer that do not compress. */
const contest = async (
  { bench, letter, others, reader }: Run,
  answers: number,
  contenders: ReadonlyArray<Contender>
): Promise<ReadonlyArray<Contest>> => {
  const contests = contenders.map((contender) => ({
    contender,
    title: contender.title,
    others,
    rounds: [] as Array<Round>
  }))
  // The first round is not counted.
  for (let round = 0; round <= bench.settings.rounds; round++) {
    for (const { contender, rounds } of contests) {
      const one = await roundOf(bench, reader, contender, answers)
      const [expected] = contests[0]!.rounds
      if (contender.coding === undefined && expected !== undefined && expected.bytes !== one.bytes)
        throw new Error(`${contender.title} answers ${one.bytes} bytes instead of ${expected.bytes}`)
      if (round > 0) rounds.push(one)
      bench.progress(
        `${letter} ${contender.title}, ${answers} at once: ${whole(one.rowsPerSecond)} rows/s, first byte after ${exact(one.first)} ms`
      )
    }
  }
  return contests
}

/** Of one round: milliseconds that each delivery took. */
interface Deliveries {
  readonly alone: ReadonlyArray<number>
  readonly beside: ReadonlyArray<number>
}

interface Beside {
  readonly others: number
  readonly rounds: ReadonlyArray<Deliveries>
}

interface Measured {
  readonly single: ReadonlyArray<Contest>
  readonly together: ReadonlyArray<Contest>
  readonly delivery: ReadonlyArray<Beside>
}

const measureAll = (bench: Bench, databases: ReportDatabases, sizes: ReadonlyArray<number>): Promise<Measured> =>
  withSink(async ({ sink, url }) => {
    const { reports } = bench.settings
    const measured = { single: [] as Array<Contest>, together: [] as Array<Contest>, delivery: [] as Array<Beside> }
    const end = Date.now()
    const database = await databases.create()
    const [webhooks, others] = await withSystem({ database }, async (system) => {
      const create = (sellers: number) => system.call("createWebhooks", { sellers, webhooksPerSeller: 1, url })
      return [await create(reports.answers), await create(reports.otherSellers)] as const
    })
    // Nobody else uses the database while it is filled.
    await databases.fill(database, { sellers: webhooks, first: 0, rows: reports.page, end })
    let filled = 0
    let published = 0
    for (const size of sizes) {
      const rows = Math.ceil((size - filled) / reports.otherSellers)
      bench.progress(`${databases.letter} ${whole(size)} rows of other sellers are being made`)
      if (rows > 0) await databases.fill(database, { sellers: others, first: 1000, rows, end })
      filled = size
      await withContenders(database, reports.page, webhooks, async ({ bare, reader, served, system }) => {
        const run = { bench, letter: databases.letter, reader, others: size }
        const compressed = codings.map((coding) => ({ ...served, title: `${served.title}, in ${coding}`, coding }))
        measured.single.push(...(await contest(run, 1, [bare, served, ...compressed])))
        measured.together.push(...(await contest(run, reports.answers, [bare, served])))
        const delivering = (during: () => Promise<unknown>) => {
          const first = published
          published += bench.settings.latency.rate * bench.settings.latency.seconds
          return latencies(bench, system, sink, webhooks, first, during)
        }
        const rounds: Array<Deliveries> = []
        for (let round = 0; round < bench.settings.rounds; round++) {
          const alone = await delivering(async () => {})
          const beside = await delivering(async () => {
            const endsAt = now() + bench.settings.latency.seconds * 1000
            while (now() < endsAt) await reader.call("read", { port: served.port, path, tokens: served.tokens })
          })
          rounds.push({ alone, beside })
        }
        measured.delivery.push({ others: size, rounds })
      })
    }
    await databases.drop(database)
    return measured
  })

const milliseconds = (value: number): string => `${exact(value)} ms`

const ofRounds = ({ rounds }: Contest, of: (round: Round) => number) => spreadOf(rounds.map(of))

/** Rows a second, as a part of the bare handler's with as many rows of others. */
const reachedBy = (contests: ReadonlyArray<Contest>, contest: Contest) => {
  const bare = contests.find(({ others }) => others === contest.others)!
  return spreadOf(contest.rounds.map((round, index) => round.rowsPerSecond / bare.rounds[index]!.rowsPerSecond))
}

/** The p99 of deliveries beside answers, as a multiple of that alone. */
const longerBeside = (rounds: ReadonlyArray<Deliveries>) =>
  spreadOf(rounds.map(({ alone, beside }) => percentile(beside, 0.99) / percentile(alone, 0.99)))

const tableOf = (caption: string, contests: ReadonlyArray<Contest>): Section["tables"][number] => ({
  columns: [caption, "Rows of others", "Rows/s", "Of bare", "CPU per row, µs", "First byte", "Memory, MiB more", "MB"],
  rows: contests.map((contest) => [
    contest.title,
    whole(contest.others),
    withSpread(
      ofRounds(contest, ({ rowsPerSecond }) => rowsPerSecond),
      whole
    ),
    withSpread(reachedBy(contests, contest), percent),
    withSpread(
      ofRounds(contest, ({ cost }) => cost),
      exact
    ),
    withSpread(
      ofRounds(contest, ({ first }) => first),
      milliseconds
    ),
    withSpread(
      ofRounds(contest, ({ growth }) => growth),
      exact
    ),
    exact(contest.rounds[0]!.bytes / 1e6)
  ])
})

const aimsOf = (
  letter: string,
  answers: number,
  served: ReadonlyArray<Contest>,
  single: ReadonlyArray<Contest>,
  delivery: ReadonlyArray<Beside>
): Section["aims"] => {
  const rate = (contest: Contest) => ofRounds(contest, ({ rowsPerSecond }) => rowsPerSecond).median
  const kept = rate(served.at(-1)!) / rate(served[0]!)
  return [
    ...served.map((contest) => {
      const reached = reachedBy(single, contest)
      return {
        what: `(${letter}) Rows/s, with ${whole(contest.others)} rows of others`,
        aim: "0.8 of a bare handler",
        reached: withSpread(reached, percent),
        isMet: reached.median >= 0.8
      }
    }),
    {
      what: `(${letter}) Rows/s with most rows of others, of those with none`,
      aim: "more than 90 %",
      reached: percent(kept),
      isMet: kept > 0.9
    },
    ...served.map((contest) => {
      const growth = ofRounds(contest, (round) => round.growth)
      return {
        what: `(${letter}) Memory of an answer, MiB more, with ${whole(contest.others)} rows of others`,
        aim: "less than 50",
        reached: withSpread(growth, exact),
        isMet: growth.highest < 50
      }
    }),
    ...delivery.map(({ others, rounds }) => {
      const longer = longerBeside(rounds)
      return {
        what: `(${letter}) p99 of deliveries beside ${answers} answers, with ${whole(others)} rows of others`,
        aim: "at most 1.5 times that alone",
        reached: withSpread(longer, exact),
        isMet: longer.median <= 1.5
      }
    })
  ]
}

export const reports =
  (withDatabases: WithReportDatabases) =>
  (bench: Bench): Promise<Section> =>
    withDatabases(bench.folder, async (databases) => {
      const { latency, reports, rounds } = bench.settings
      const sizes = databases.name === "reports" ? reports.sqlite : reports.postgres
      const { delivery, single, together } = await measureAll(bench, databases, sizes)
      const served = single.filter(({ title }) => title === "The service")
      return {
        name: databases.name,
        title: databases.title,
        settings: [
          databases.settings,
          `Answers of ${whole(reports.page)} orders, each seller's own, read by another process on the same cores; ${rounds} rounds in turns, and one before that does not count`,
          `Rows of others: of ${whole(reports.otherSellers)} sellers in the same tables`,
          "The bare handler streams the same stored rows by one statement of the driver; the service reads them in parts, and shows them as of one refresh",
          `Deliveries: ${latency.rate} events/s for ${latency.seconds} s, beside ${reports.answers} answers at once, again and again, in turns with deliveries alone`
        ],
        tables: [
          tableOf("One answer", single),
          tableOf(`${reports.answers} answers at once`, together),
          {
            columns: ["Deliveries", "Rows of others", "p50", "p99"],
            rows: delivery.flatMap(({ others, rounds }) =>
              (["alone", "beside"] as const).map((which) => [
                which === "alone" ? "Alone" : "Beside answers",
                whole(others),
                ...[0.5, 0.99].map((share) =>
                  withSpread(spreadOf(rounds.map((deliveries) => percentile(deliveries[which], share))), milliseconds)
                )
              ])
            )
          }
        ],
        aims: aimsOf(databases.letter, reports.answers, served, single, delivery),
        charts: []
      }
    })
