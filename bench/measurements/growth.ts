/** (e) and (ep): whether a service with much history, or with much that waits, is as fast as one that has just begun. */
import { Record } from "effect"
import type { Bench } from "../Bench.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { lineChart } from "../reporting/chart.ts"
import type { Child } from "../harness/childProcess.ts"
import { measureDelivery, type Measured, type RunningSink, withSink, withSystem } from "../harness/deliveryRun.ts"
import { exact, factor, percent, whole, withSpread } from "../reporting/format.ts"
import type { GrowthDatabases, WithGrowthDatabases } from "../databases/growthDatabases.ts"
import { historyRecord } from "../databases/historyRecord.ts"
import type { Workload } from "../load/workload.ts"
import type { DeliverySystem } from "../processes/deliverySystem.ts"
import { awaitQuiet } from "../machine/quietMachine.ts"
import type { Section } from "../reporting/Section.ts"
import type { GrowthState } from "../Settings.ts"
import { median, type Spread, spreadOf } from "../reporting/statistics.ts"

/** A database with webhooks, and nothing else yet. */
interface Base {
  readonly database: string
  /** To publish to. */
  readonly webhooks: ReadonlyArray<BenchWebhook>
  /** Of the one seller that half of the history belongs to. */
  readonly archive: ReadonlyArray<BenchWebhook>
  /** Of receivers that are down. */
  readonly down: ReadonlyArray<BenchWebhook>
  /** When the history ends. */
  readonly end: number
}

/** A database in a state, to be copied for each round. */
interface Prepared {
  readonly base: Base
  readonly state: GrowthState
  readonly database: string
}

const archiveWebhooks = 10
const downWebhooks = 100

const titleOf = ({ history, pending }: GrowthState): string =>
  pending === 0 ? `${whole(history)} records` : `${whole(history)} records, ${whole(pending)} events waiting`

const makeBase = async ({ settings }: Bench, databases: GrowthDatabases, url: string): Promise<Base> => {
  const database = await databases.create()
  const { webhooks } = settings.growth.single
  return withSystem({ database }, async (system) => ({
    database,
    webhooks: await system.call("createWebhooks", { sellers: webhooks, webhooksPerSeller: 1, url }),
    archive: await system.call("createWebhooks", { sellers: 1, webhooksPerSeller: archiveWebhooks, url }),
    down: await system.call("createWebhooks", { sellers: downWebhooks, webhooksPerSeller: 1, url }),
    end: Date.now() - 3600_000
  }))
}

const prepare = async (databases: GrowthDatabases, base: Base, state: GrowthState): Promise<Prepared> => {
  const database = await databases.create(base.database)
  const { archive, down, end, webhooks } = base
  // Every second record is the archive's.
  const turns = webhooks.flatMap((webhook, index) => [webhook, archive[index % archive.length]!])
  await databases.fill(database, {
    end,
    delivered: { webhooks: turns, events: state.history },
    waiting: { webhooks: down, events: state.pending }
  })
  return { base, state, database }
}

interface Round {
  readonly single: Measured
  readonly batched: Measured
  readonly reads: Reads
}

const readTitles = [
  "Page of first events",
  "Page of deep events",
  "Page of first deliveries",
  "Page of deep deliveries",
  "Fate of an event"
] as const
type ReadTitle = (typeof readTitles)[number]

/** Places spread over the history, the same in every round; other ones from another `start`. */
const deepCursors = ({ base: { end }, state: { history } }: Prepared, count: number, start = 0) =>
  Array.from({ length: count }, (_, place) => {
    const index = start + place
    const share = 0.1 + 0.8 * ((index * 0.618_034) % 1)
    // The archive's records are at odd places.
    return historyRecord(Math.floor((share * history) / 2) * 2 + 1, history, end)
  })

/** A database of a round's own, in one of the states. */
interface Copy {
  readonly prepared: Prepared
  readonly database: string
}

/** Milliseconds, of each page or fate. */
type Times = Readonly<Record<ReadTitle, ReadonlyArray<number>>>

/** Medians of these, in milliseconds; and of those of the first state, which were read by turns with them. */
interface Reads {
  readonly times: Readonly<Record<ReadTitle, number>>
  readonly beside: Readonly<Record<ReadTitle, number>>
}

// So few that the machine is as fast as it was for those of the other state.
const pagesPerTurn = 20

// A system may take memory back from files within seconds, so that more pages would be measured with the disk.
const pagesPerReading = 100

/** A service over a copy. */
interface Reader {
  readonly copy: Copy
  readonly system: Child<DeliverySystem>
}

const withReader = <A>(copy: Copy, use: (reader: Reader) => Promise<A>): Promise<A> =>
  withSystem({ database: copy.database }, (system) => use({ copy, system }))

/** Pages that begin at so many places of the history, from one on, and as many first ones. */
const read = async (
  { settings: { growth } }: Bench,
  { copy: { prepared }, system }: Reader,
  start: number,
  count: number
): Promise<Times> => {
  const { sellerId } = prepared.base.archive[0]!
  const cursors = deepCursors(prepared, count, start)
  const ask = { sellerId, limit: growth.pageSize }
  const newest = await system.call("pages", { ...ask, cursors: cursors.map(() => undefined) })
  const deep = await system.call("pages", { ...ask, cursors })
  // Other records: these are in the database's own memory by now.
  const ids = deepCursors(prepared, count, start + 2 * growth.pages).map(({ id }) => id)
  return {
    "Page of first events": newest.events,
    "Page of deep events": deep.events,
    "Page of first deliveries": newest.deliveries,
    "Page of deep deliveries": deep.deliveries,
    "Fate of an event": await system.call("fates", { sellerId, ids })
  }
}

const medians = (turns: ReadonlyArray<Times>): Readonly<Record<ReadTitle, number>> =>
  Record.map(turns[0]!, (_, title) => median(turns.flatMap((turn) => turn[title])))

/** Reads pages of a copy, and by turns with them of one in the first state. Memory has no room for copies of all states at once. */
const measureReads = async (
  bench: Bench,
  databases: GrowthDatabases,
  reader: Reader,
  beside: Reader
): Promise<Reads> => {
  const { pages, rest } = bench.settings.growth
  const readers = [reader, beside]
  const bringIntoMemory = async () => {
    await awaitQuiet(rest)
    for (const { copy } of readers) await databases.readIntoMemory(copy.database)
    await awaitQuiet(rest)
  }
  for (const each of readers) await read(bench, each, pages, Math.ceil(pages * bench.settings.warmUp))
  const times: Array<Times> = []
  const timesBeside: Array<Times> = []
  for (let start = 0; start < pages; start += pagesPerTurn) {
    if (start % pagesPerReading === 0) await bringIntoMemory()
    const count = Math.min(pagesPerTurn, pages - start)
    times.push(await read(bench, reader, start, count))
    timesBeside.push(await read(bench, beside, start, count))
  }
  return { times: medians(times), beside: medians(timesBeside) }
}

const measureDeliveries = async (bench: Bench, running: RunningSink, { database, prepared }: Copy) => {
  const { batched, rest, single } = bench.settings.growth
  const { webhooks } = prepared.base
  const measured = (workload: Workload, first: number, eventsPerRequest?: number): Promise<Measured> =>
    withSystem({ database, ...(eventsPerRequest !== undefined && { eventsPerRequest }) }, async (system) => {
      await awaitQuiet(rest)
      await system.call("useWebhooks", webhooks)
      const warmUp = Math.ceil(workload.events * bench.settings.warmUp)
      return measureDelivery({ ...running, webhooks, system, publisher: system, workload, warmUp, first })
    })
  return { single: await measured(single, 0, 1), batched: await measured(batched, 2 * single.events) }
}

/** In each of the states, the first one first. */
const measureRound = async (
  bench: Bench,
  databases: GrowthDatabases,
  running: RunningSink,
  states: ReadonlyArray<Prepared>
): Promise<ReadonlyArray<Round>> => {
  const copyOf = async (prepared: Prepared): Promise<Copy> => ({
    prepared,
    database: await databases.create(prepared.database)
  })
  const first = await copyOf(states[0]!)
  const rounds = await withReader(first, async (beside) => {
    const measured: Array<Round> = []
    for (const prepared of states) {
      const copy = await copyOf(prepared)
      const reads = await withReader(copy, (reader) => measureReads(bench, databases, reader, beside))
      measured.push({ reads, ...(await measureDeliveries(bench, running, copy)) })
      await databases.drop(copy.database)
    }
    return measured
  })
  await databases.drop(first.database)
  return rounds
}

const rate = ({ events, seconds }: Measured): number => events / seconds

interface Result {
  readonly prepared: Prepared
  readonly rounds: ReadonlyArray<Round>
}

/** What is followed, each so that more is worse, and as it is shown. */
interface Measure {
  readonly title: string
  /** How many times as much it is to cost at most. */
  readonly mostGrowth: number
  readonly cost: (round: Round) => number
  /** What it costs in the first state: in the same round, or by turns with this one. */
  readonly least: (round: Round, first: Round) => number
  readonly show: (cost: number) => string
}

const rateOf = (title: string, cost: Measure["cost"]): Measure => ({
  title,
  mostGrowth: 1.1,
  cost,
  least: (_, first) => cost(first),
  show: (time) => whole(1 / time)
})

const measures: ReadonlyArray<Measure> = [
  rateOf("(b1) events/s", ({ single }) => 1 / rate(single)),
  rateOf("(b2) events/s", ({ batched }) => 1 / rate(batched)),
  ...readTitles.map((title) => ({
    title,
    mostGrowth: 1.3,
    cost: ({ reads }: Round) => reads.times[title],
    least: ({ reads }: Round) => reads.beside[title],
    show: (cost: number) => `${exact(cost)} ms`
  }))
]

/** How many times as much as in the first state, round by round. */
const growthOf = (result: Result, base: Result, { cost, least }: Measure): Spread =>
  spreadOf(result.rounds.map((round, index) => cost(round) / least(round, base.rounds[index]!)))

const measureAll = (bench: Bench, databases: GrowthDatabases): Promise<ReadonlyArray<Result>> =>
  withSink(async (running) => {
    const { growth, rounds } = bench.settings
    const results: Array<{ prepared: Prepared; rounds: Array<Round> }> = []
    const base = await makeBase(bench, databases, running.url)
    for (const state of growth.states) {
      bench.progress(`${databases.letter} filling a database: ${titleOf(state)}`)
      results.push({ prepared: await prepare(databases, base, state), rounds: [] })
    }
    const states = results.map(({ prepared }) => prepared)
    for (let round = 1; round <= rounds; round++) {
      const ofRound = await measureRound(bench, databases, running, states)
      for (const [place, measured] of ofRound.entries()) {
        const { prepared, rounds } = results[place]!
        rounds.push(measured)
        const shown = measures.map(({ cost, show, title }) => `${title} ${show(cost(measured))}`)
        bench.progress(`${databases.letter} ${titleOf(prepared.state)}, round ${round}: ${shown.join(", ")}`)
      }
    }
    return results
  })

const settingsText = ({ settings }: Bench, databases: GrowthDatabases): ReadonlyArray<string> => {
  const { batched, pageSize, pages, single } = settings.growth
  return [
    databases.settings,
    `A record is a row of each of the tables of events, recipients and deliveries, filled in by SQL with payloads of about 100 bytes; half of them are of one seller with ${archiveWebhooks} webhooks, the others of the ${whole(single.webhooks)} sellers that are published to`,
    `Events that wait are for ${downWebhooks} webhooks whose receivers are down`,
    `${settings.rounds} rounds in turns, each on a copy of the database; ${whole(single.events)} events for (b1), ${whole(batched.events)} for (b2), otherwise as under Throughput`,
    `Pages of ${pageSize} records of the seller with half of the history, through \`Events.page\` and \`Deliveries.page\`; medians of ${pages} pages, ${pagesPerTurn} at a time by turns with as many of the first state, which the ratios are to, the deep ones beginning all over the history; fates of as many events elsewhere in the history, through \`Deliveries.fates\`; before that ${percent(settings.warmUp)} as many that do not count`,
    `Each copy is on the disk and the machine at rest before anything is measured; before pages are, it is in the system's memory, and again before each ${pagesPerReading} of them`
  ]
}

const sectionOf = async (bench: Bench, databases: GrowthDatabases): Promise<Section> => {
  const { letter, name, title } = databases
  const results = await measureAll(bench, databases)
  const [base, ...grown] = results
  if (base === undefined) throw new Error("There is no state to compare with")
  const cells = (result: Result) =>
    measures.map((measure) => {
      const { median } = spreadOf(result.rounds.map(measure.cost))
      const shown = measure.show(median)
      return result === base ? shown : `${shown}, ${factor(growthOf(result, base, measure).median)}`
    })
  return {
    name,
    title,
    settings: settingsText(bench, databases),
    tables: [
      {
        columns: ["", ...results.map(({ prepared }) => titleOf(prepared.state))],
        rows: measures.map(({ title }, index) => [title, ...results.map((result) => cells(result)[index]!)])
      }
    ],
    aims: measures.map((measure) => {
      const worst = grown
        .map((result) => growthOf(result, base, measure))
        .reduce((left, right) => (right.median > left.median ? right : left))
      const reached = withSpread(worst, factor)
      return {
        what: `(${letter}) ${measure.title}, time at worst`,
        aim: `at most ${measure.mostGrowth} ×`,
        reached,
        isMet: worst.median <= measure.mostGrowth
      }
    }),
    charts: [
      {
        name,
        alternative: "Time per event and per page, as a multiple of that with the least history",
        svg: lineChart({
          title: `Time taken, as a multiple of that with ${titleOf(base.prepared.state)}`,
          places: results
            .filter(({ prepared }) => prepared.state.pending === 0)
            .map(({ prepared }) => whole(prepared.state.history)),
          series: measures.map((measure) => ({
            label: measure.title.replace(" events/s", ""),
            values: results
              .filter(({ prepared }) => prepared.state.pending === 0)
              .map((result) => growthOf(result, base, measure).median)
          })),
          format: factor
        })
      }
    ]
  }
}

/** Over the databases of one kind. */
export const growth =
  (withDatabases: WithGrowthDatabases) =>
  (bench: Bench): Promise<Section> =>
    withDatabases(bench.folder, (databases) => sectionOf(bench, databases))
