/** (a), (b1) and (b2): how many requests and events a second, in interleaved rounds. */
import { largestBatchBytes } from "@sellerkit/core"
import { defaultDispatcherOptions } from "@sellerkit/core/delivery"
import type { Bench } from "../Bench.ts"
import { barChart } from "../reporting/chart.ts"
import { startChild, withChild } from "../harness/childProcess.ts"
import {
  measureDelivery,
  type Measured,
  proveArrival,
  type RunningSink,
  withNewSystem,
  withOperatorPublisher,
  withSink
} from "../harness/deliveryRun.ts"
import { exact, percent, whole, withSpread } from "../reporting/format.ts"
import type { RawSender } from "../processes/rawSender.ts"
import type { Aim, Section } from "../reporting/Section.ts"
import { inSingles, type Settings } from "../Settings.ts"
import { type Spread, spreadOf } from "../reporting/statistics.ts"
import type { Workload } from "../load/workload.ts"

const { concurrency, eventsPerBatch } = defaultDispatcherOptions

// Requests in flight at once: what made undici alone fastest, of 16, 32, 64, 128, 256 and 512.
const rawConcurrency = 64

interface Contender {
  readonly benchmark: "a" | "b1" | "b2"
  readonly title: string
  readonly measure: (bench: Bench, running: RunningSink) => Promise<Measured>
}

const sendRaw = ({ settings }: Bench, { sink, url }: RunningSink, concurrency: number): Promise<Measured> =>
  withChild(startChild<RawSender>("rawSender"), async (sender) => {
    const { raw, single, warmUp } = settings
    const workload = { ...inSingles(single), events: raw }
    const prepared = await sender.call("prepare", { url, concurrency, workload })
    await sender.call("send", Math.ceil(raw * warmUp))
    await sink.call("reset")
    const before = await Promise.all([sender.call("usage"), sink.call("usage")])
    const seconds = await sender.call("send")
    const [used, sinkUsed] = await Promise.all([sender.call("usage"), sink.call("usage")])
    await proveArrival(sink, prepared)
    const requests = await sink.call("requests")
    const cpu = used.cpu - before[0].cpu
    const sinkCpu = sinkUsed.cpu - before[1].cpu
    return { events: requests, requests, seconds, publishing: 0, cpu, sinkCpu, written: 0, used, profile: [] }
  })

/** How events come to the service, and leave it. */
export interface Way {
  readonly workload: Workload
  readonly eventsPerRequest?: number
  readonly overHttp: boolean
  readonly isProfiled?: boolean
}

/** The service, started anew and measured. */
export const deliver = ({ folder, settings }: Bench, running: RunningSink, way: Way): Promise<Measured> => {
  const { eventsPerRequest, isProfiled = false, overHttp, workload } = way
  return withNewSystem(folder, eventsPerRequest === undefined ? {} : { eventsPerRequest }, async (system) => {
    const set = { sellers: workload.webhooks, webhooksPerSeller: 1, url: running.url }
    const webhooks = await system.call("createWebhooks", set)
    const warmUp = Math.ceil(workload.events * settings.warmUp)
    const run = { ...running, system, webhooks, workload, warmUp, first: 0, isProfiled }
    return overHttp
      ? withOperatorPublisher(system, webhooks, (publisher) => measureDelivery({ ...run, publisher }))
      : measureDelivery({ ...run, publisher: system })
  })
}

const contender = (benchmark: "b1" | "b2", title: string, way: (settings: Settings) => Way): Contender => ({
  benchmark,
  title,
  measure: (bench, running) => deliver(bench, running, way(bench.settings))
})

const rawContender = (title: string, atOnce: number): Contender => ({
  benchmark: "a",
  title,
  measure: (bench, running) => sendRaw(bench, running, atOnce)
})

/** The first of (a) is the ceiling; the first of (b1) and of (b2) are those that are compared with the aims. */
const contenders: ReadonlyArray<Contender> = [
  rawContender("Raw undici", rawConcurrency),
  rawContender("Raw undici, with as many requests at once as the service may have", concurrency),
  contender("b1", "One event per request", ({ single }) => ({
    workload: single,
    eventsPerRequest: 1,
    overHttp: false
  })),
  contender("b1", "One event per request, published one by one", ({ single }) => ({
    workload: inSingles(single),
    eventsPerRequest: 1,
    overHttp: false
  })),
  contender("b1", "One event per request, published over HTTP", ({ single }) => ({
    workload: single,
    eventsPerRequest: 1,
    overHttp: true
  })),
  contender("b2", "Batches", ({ batched }) => ({ workload: batched, overHttp: false })),
  contender("b2", "Batches, published one by one", ({ batched }) => ({
    workload: inSingles(batched),
    overHttp: false
  })),
  contender("b2", "Batches, published over HTTP", ({ batched }) => ({ workload: batched, overHttp: true }))
]

const isFirst = (contender: Contender): boolean =>
  contenders.find(({ benchmark }) => benchmark === contender.benchmark) === contender

interface Result {
  readonly contender: Contender
  readonly rounds: ReadonlyArray<Measured>
}

const eventRate = ({ events, seconds }: Measured): number => events / seconds
const eventsPerCpu = ({ cpu, events }: Measured): number => events / cpu

const measureRounds = (bench: Bench, chosen: ReadonlyArray<Contender>): Promise<ReadonlyArray<Result>> =>
  withSink(async (running) => {
    const results = chosen.map((contender) => ({ contender, rounds: [] as Array<Measured> }))
    for (let round = 1; round <= bench.settings.rounds; round++) {
      for (const { contender, rounds } of results) {
        const measured = await contender.measure(bench, running)
        rounds.push(measured)
        const { benchmark, title } = contender
        bench.progress(`${benchmark} ${title}, round ${round}: ${whole(eventRate(measured))} events/s`)
      }
    }
    return results
  })

/** Events for each request of the ceiling, round by round: in the same time, or for the same processor time. */
const ofCeiling = ({ rounds }: Result, ceiling: Result, rate: (measured: Measured) => number): Spread =>
  spreadOf(rounds.map((measured, round) => rate(measured) / rate(ceiling.rounds[round]!)))

const rowOf = (result: Result, ceiling: Result): ReadonlyArray<string> => {
  const { contender, rounds } = result
  const spread = (value: (measured: Measured) => number): Spread => spreadOf(rounds.map(value))
  const isRaw = contender.benchmark === "a"
  const isCeiling = result === ceiling
  return [
    `(${contender.benchmark}) ${contender.title}`,
    withSpread(spread(eventRate), whole),
    whole(spread(({ requests, seconds }) => requests / seconds).median),
    isCeiling ? "" : withSpread(ofCeiling(result, ceiling, eventRate), percent),
    isCeiling ? "" : withSpread(ofCeiling(result, ceiling, eventsPerCpu), percent),
    isRaw ? "" : whole(spread(({ events, publishing }) => events / publishing).median),
    exact(spread(({ cpu, events }) => (cpu / events) * 1e6).median),
    isRaw ? "" : whole(spread(({ events, written }) => written / events).median),
    percent(spread(({ cpu, seconds }) => cpu / seconds).median),
    percent(spread(({ seconds, sinkCpu }) => sinkCpu / seconds).median),
    isRaw ? "" : whole(spread(({ used }) => used.mostMemory).median)
  ]
}

const columns = [
  "",
  "Events/s",
  "Requests/s",
  "Of (a)",
  "Of (a), by cost",
  "Accepted/s",
  "CPU per event, µs",
  "Written per event, bytes",
  "Sender busy",
  "Sink busy",
  "Memory at most, MiB"
]

/** Events for each request of the ceiling in the same time, of the first of each. */
const least = { b1: 0.45, b2: 1.8 }

const aimsOf = (results: ReadonlyArray<Result>, ceiling: Result): ReadonlyArray<Aim> =>
  results.flatMap((result) => {
    const { contender } = result
    const { benchmark, title } = contender
    if (benchmark === "a" || !isFirst(contender)) return []
    const share = ofCeiling(result, ceiling, eventRate)
    return {
      what: `(${benchmark}) ${title}`,
      aim: `${percent(least[benchmark])} of (a)`,
      reached: withSpread(share, percent),
      isMet: share.median >= least[benchmark]
    }
  })

const workloadText = ({ events, eventsPerPublication, publishers, webhooks }: Workload): string =>
  `${whole(events)} events to ${whole(webhooks)} webhooks, each of a seller of its own; ${eventsPerPublication} events of one seller per publication, ${publishers} publications at once`

const settingsText = ({ batched, raw, rounds, single, warmUp }: Settings): ReadonlyArray<string> => [
  `${rounds} rounds, in which the contenders take turns, each in a new process with a new database; ${percent(warmUp)} more events before the clock starts`,
  `(a) ${whole(raw)} requests, ${rawConcurrency} at once or ${concurrency}, to ${whole(single.webhooks)} paths; made and signed before the clock starts`,
  `(b1) ${workloadText(single)}; 1 event per request, at most ${concurrency} requests at once`,
  `(b2) ${workloadText(batched)}; up to ${eventsPerBatch} events or ${largestBatchBytes / 1024} KiB per request`,
  "(b1), (b2) published through `Events.publish` in the service's process, each event with an idempotency key; over HTTP: `POST /operator/v1/events` from another process, on the same cores",
  "Written: to disks, as the system counts it for the process; the 1 KiB of a request is in it once, and a page of which anything changes whole",
  "The clock runs from the first publication to the last recorded outcome",
  "Of (a), by cost: events for the processor time that a request of (a) costs its sender; other work on the machine disturbs it less"
]

const chartOf = (results: ReadonlyArray<Result>) => ({
  name: "throughput",
  alternative: "Events per second of each contender",
  svg: barChart({
    title: "Events per second",
    bars: results.map(({ contender, rounds }) => ({
      label: `(${contender.benchmark}) ${contender.title}`,
      isReference: contender.benchmark === "a",
      ...spreadOf(rounds.map(eventRate))
    })),
    format: whole
  })
})

/** The ceiling is always measured along: the others are shown as parts of it. */
export const throughput =
  (benchmarks: ReadonlyArray<string>) =>
  async (bench: Bench): Promise<Section> => {
    const chosen = contenders
      .filter(({ benchmark }) => benchmark === "a" || benchmarks.includes(benchmark))
      .filter((contender) => bench.settings.ways === "all" || isFirst(contender))
    const results = await measureRounds(bench, chosen)
    const ceiling = results[0]!
    return {
      name: "throughput",
      title: "Throughput",
      settings: settingsText(bench.settings),
      tables: [{ columns, rows: results.map((result) => rowOf(result, ceiling)) }],
      aims: aimsOf(results, ceiling),
      charts: [chartOf(results)]
    }
  }
