/** (e): whether a service with much history, or with much that waits, is as fast as one that has just begun. */
import { copyFileSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Bench } from "./Bench.ts"
import type { BenchWebhook } from "./benchWebhook.ts"
import { lineChart } from "./chart.ts"
import { measureDelivery, type Measured, type RunningSink, withSink, withSystem } from "./deliveryRun.ts"
import { exact, factor, whole, withSpread } from "./format.ts"
import { historyRecord, prefillHistory, prefillPending } from "./prefill.ts"
import type { Section } from "./Section.ts"
import type { GrowthState } from "./Settings.ts"
import { median, type Spread, spreadOf } from "./statistics.ts"

/** A database with webhooks, and nothing else yet. */
interface Base {
  readonly file: string
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
  readonly file: string
}

const archiveWebhooks = 10
const downWebhooks = 100

const titleOf = ({ history, pending }: GrowthState): string =>
  pending === 0 ? `${whole(history)} records` : `${whole(history)} records, ${whole(pending)} events waiting`

const makeBase = async ({ folder, settings }: Bench, url: string): Promise<Base> => {
  const file = join(folder, "base.db")
  const { webhooks } = settings.growth.single
  return withSystem({ database: `sqlite:${file}` }, async (system) => ({
    file,
    webhooks: await system.call("createWebhooks", { sellers: webhooks, webhooksPerSeller: 1, url }),
    archive: await system.call("createWebhooks", { sellers: 1, webhooksPerSeller: archiveWebhooks, url }),
    down: await system.call("createWebhooks", { sellers: downWebhooks, webhooksPerSeller: 1, url }),
    end: Date.now() - 3600_000
  }))
}

const prepare = ({ folder }: Bench, base: Base, state: GrowthState): Prepared => {
  const file = join(folder, `${state.history}-${state.pending}.db`)
  copyFileSync(base.file, file)
  const { archive, down, end, webhooks } = base
  // Every second record is the archive's.
  const turns = webhooks.flatMap(({ id }, index) => [id, archive[index % archive.length]!.id])
  prefillHistory({ file, webhooks: turns, events: state.history }, end)
  if (state.pending > 0) prefillPending({ file, webhooks: down.map(({ id }) => id), events: state.pending }, end)
  return { base, state, file }
}

interface Round {
  readonly single: Measured
  readonly batched: Measured
  /** Medians, in milliseconds. */
  readonly pages: Readonly<Record<PageKind, number>>
}

const pageKinds = ["first events", "deep events", "first deliveries", "deep deliveries"] as const
type PageKind = (typeof pageKinds)[number]

/** Places spread over the history, the same in every round. */
const deepCursors = ({ base: { end }, state: { history } }: Prepared, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const share = 0.1 + 0.8 * ((index * 0.618_034) % 1)
    // The archive's records are at odd places.
    return historyRecord(Math.floor((share * history) / 2) * 2 + 1, history, end)
  })

const measureRound = async (bench: Bench, running: RunningSink, prepared: Prepared): Promise<Round> => {
  const { batched, pageSize, pages, single } = bench.settings.growth
  const { warmUp } = bench.settings
  const file = join(bench.folder, "copy", "sellerkit.db")
  mkdirSync(join(bench.folder, "copy"))
  copyFileSync(prepared.file, file)
  const { archive, webhooks } = prepared.base
  const run = { ...running, webhooks }
  const first = await withSystem({ database: `sqlite:${file}`, eventsPerRequest: 1 }, async (system) => {
    await system.call("useWebhooks", webhooks)
    const ask = { sellerId: archive[0]!.sellerId, limit: pageSize }
    const newest = await system.call("pages", { ...ask, cursors: Array.from({ length: pages }, () => undefined) })
    const deep = await system.call("pages", { ...ask, cursors: deepCursors(prepared, pages) })
    const measured = await measureDelivery({
      ...run,
      system,
      publisher: system,
      workload: single,
      warmUp: Math.ceil(single.events * warmUp),
      first: 0
    })
    return {
      single: measured,
      pages: {
        "first events": median(newest.events),
        "deep events": median(deep.events),
        "first deliveries": median(newest.deliveries),
        "deep deliveries": median(deep.deliveries)
      }
    }
  })
  const second = await withSystem({ database: `sqlite:${file}` }, async (system) => {
    await system.call("useWebhooks", webhooks)
    return measureDelivery({
      ...run,
      system,
      publisher: system,
      workload: batched,
      warmUp: Math.ceil(batched.events * warmUp),
      first: 2 * single.events
    })
  })
  rmSync(join(bench.folder, "copy"), { recursive: true })
  return { ...first, batched: second }
}

const rate = ({ events, seconds }: Measured): number => events / seconds

interface Result {
  readonly prepared: Prepared
  readonly rounds: ReadonlyArray<Round>
}

/** What is followed, each so that more is worse, and as it is shown. */
const measures: ReadonlyArray<{
  readonly title: string
  readonly cost: (round: Round) => number
  readonly show: (cost: number) => string
}> = [
  { title: "(b1) events/s", cost: ({ single }) => 1 / rate(single), show: (cost) => whole(1 / cost) },
  { title: "(b2) events/s", cost: ({ batched }) => 1 / rate(batched), show: (cost) => whole(1 / cost) },
  ...pageKinds.map((kind) => ({
    title: `Page of ${kind}`,
    cost: ({ pages }: Round) => pages[kind],
    show: (cost: number) => `${exact(cost)} ms`
  }))
]

/** How many times as much as at the beginning, round by round. */
const growthOf = (result: Result, base: Result, cost: (round: Round) => number): Spread =>
  spreadOf(result.rounds.map((round, index) => cost(round) / cost(base.rounds[index]!)))

const measureAll = (bench: Bench): Promise<ReadonlyArray<Result>> =>
  withSink(async (running) => {
    const { growth, rounds } = bench.settings
    const results: Array<{ prepared: Prepared; rounds: Array<Round> }> = []
    const base = await makeBase(bench, running.url)
    for (const state of growth.states) {
      bench.progress(`e filling a database: ${titleOf(state)}`)
      results.push({ prepared: prepare(bench, base, state), rounds: [] })
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { prepared, rounds } of results) {
        const measured = await measureRound(bench, running, prepared)
        rounds.push(measured)
        const shown = measures.map(({ cost, show, title }) => `${title} ${show(cost(measured))}`)
        bench.progress(`e ${titleOf(prepared.state)}, round ${round}: ${shown.join(", ")}`)
      }
    }
    return results
  })

const settingsText = ({ settings }: Bench): ReadonlyArray<string> => {
  const { batched, pageSize, pages, single } = settings.growth
  return [
    `A record is a row of each of the tables of events, recipients and deliveries, filled in by SQL with payloads of about 100 bytes; half of them are of one seller with ${archiveWebhooks} webhooks, the others of the ${whole(single.webhooks)} sellers that are published to`,
    `Events that wait are for ${downWebhooks} webhooks whose receivers are down`,
    `${settings.rounds} rounds in turns, each on a copy of the database; ${whole(single.events)} events for (b1), ${whole(batched.events)} for (b2), otherwise as under Throughput`,
    `Pages of ${pageSize} records of the seller with half of the history, through \`Events.page\` and \`Deliveries.page\`; medians of ${pages} pages, the deep ones beginning all over the history`
  ]
}

export const growth = async (bench: Bench): Promise<Section> => {
  const results = await measureAll(bench)
  const [base, ...grown] = results
  if (base === undefined) throw new Error("There is no state to compare with")
  const cells = (result: Result) =>
    measures.map(({ cost, show }) => {
      const { median } = spreadOf(result.rounds.map(cost))
      return result === base ? show(median) : `${show(median)}, ${factor(growthOf(result, base, cost).median)}`
    })
  return {
    name: "growth",
    title: "Growth",
    settings: settingsText(bench),
    tables: [
      {
        columns: ["", ...results.map(({ prepared }) => titleOf(prepared.state))],
        rows: measures.map(({ title }, index) => [title, ...results.map((result) => cells(result)[index]!)])
      }
    ],
    aims: measures.map(({ cost, title }) => {
      const worst = grown
        .map((result) => growthOf(result, base, cost))
        .reduce((left, right) => (right.median > left.median ? right : left))
      const reached = withSpread(worst, factor)
      return { what: `(e) ${title}, time at worst`, aim: "at most 1.3 ×", reached, isMet: worst.median <= 1.3 }
    }),
    charts: [
      {
        name: "growth",
        alternative: "Time per event and per page, as a multiple of that with the least history",
        svg: lineChart({
          title: `Time taken, as a multiple of that with ${titleOf(base.prepared.state)}`,
          places: results
            .filter(({ prepared }) => prepared.state.pending === 0)
            .map(({ prepared }) => whole(prepared.state.history)),
          series: measures.map(({ cost, title }) => ({
            label: title.replace(" events/s", ""),
            values: results
              .filter(({ prepared }) => prepared.state.pending === 0)
              .map((result) => growthOf(result, base, cost).median)
          })),
          format: factor
        })
      }
    ]
  }
}
