/** (c): how long an event takes from the call that publishes it until its receiver has it. */
import type { Bench } from "../Bench.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { barChart } from "../reporting/chart.ts"
import type { Child } from "../harness/childProcess.ts"
import {
  proveDelivery,
  type Publisher,
  type RunningSink,
  settled,
  withNewSystem,
  withOperatorPublisher,
  withSink
} from "../harness/deliveryRun.ts"
import { exact, percent, withSpread } from "../reporting/format.ts"
import type { DeliverySystem } from "../processes/deliverySystem.ts"
import type { Section } from "../reporting/Section.ts"
import { percentile, spreadOf } from "../reporting/statistics.ts"
import type { Workload } from "../load/workload.ts"

/** Milliseconds. */
type Latencies = ReadonlyArray<number>

interface Run extends RunningSink {
  readonly system: Child<DeliverySystem>
  readonly publisher: Publisher
  readonly webhooks: ReadonlyArray<BenchWebhook>
}

const webhookCount = 10
const workloadOf = (events: number): Workload => ({
  webhooks: webhookCount,
  events,
  eventsPerPublication: 1,
  publishers: 1
})

const measure = async ({ settings }: Bench, { publisher, sink, system, webhooks }: Run): Promise<Latencies> => {
  const { rate, seconds } = settings.latency
  const warmUp = Math.ceil(rate * seconds * settings.warmUp)
  await publisher.call("publishAtRate", { rate, first: 0, workload: workloadOf(warmUp) })
  await settled(system)
  await sink.call("reset")
  const events = await publisher.call("publishAtRate", { rate, first: warmUp, workload: workloadOf(rate * seconds) })
  await settled(system)
  await proveDelivery(sink, system, { webhooks, events })
  const arrived = new Map(await sink.call("times"))
  const latencies = events.map(({ id, publishedAt }) => arrived.get(id)! - publishedAt)
  // They are from two processes: the clocks have to be one.
  if (latencies.some((latency) => latency <= 0)) throw new Error("An event arrived before it was published")
  return latencies
}

const ways = [
  { title: "Published in the service's process", overHttp: false },
  { title: "Published over HTTP from another process", overHttp: true }
] as const

const measureWay = (bench: Bench, running: RunningSink, overHttp: boolean): Promise<Latencies> =>
  withNewSystem(bench.folder, {}, async (system) => {
    const set = { sellers: webhookCount, webhooksPerSeller: 1, url: running.url }
    const webhooks = await system.call("createWebhooks", set)
    const run = { ...running, system, webhooks }
    return overHttp
      ? withOperatorPublisher(system, webhooks, (publisher) => measure(bench, { ...run, publisher }))
      : measure(bench, { ...run, publisher: system })
  })

const shares = [0.5, 0.9, 0.99, 1]
const milliseconds = (value: number): string => `${exact(value)} ms`

export const latency = async (bench: Bench): Promise<Section> => {
  const { latency, rounds } = bench.settings
  const { rate, seconds } = latency
  const results = ways.map((way) => ({ ...way, rounds: [] as Array<Latencies> }))
  await withSink(async (running) => {
    for (let round = 1; round <= rounds; round++) {
      for (const { overHttp, rounds, title } of results) {
        const latencies = await measureWay(bench, running, overHttp)
        rounds.push(latencies)
        bench.progress(`c ${title}, round ${round}: p50 ${milliseconds(percentile(latencies, 0.5))}`)
      }
    }
  })
  const spread = (rounds: ReadonlyArray<Latencies>, share: number) =>
    spreadOf(rounds.map((latencies) => percentile(latencies, share)))
  return {
    name: "latency",
    title: "Latency",
    settings: [
      `${rate} events/s for ${seconds} s, ${rounds} rounds; one event per publication, to ${webhookCount} webhooks, each of a seller of its own; before that ${percent(bench.settings.warmUp)} as many, which do not count`,
      "From the call that publishes until the request is complete at the sink; the operating system's clock, which all processes share"
    ],
    tables: [
      {
        columns: ["", "p50", "p90", "p99", "Longest"],
        rows: results.map(({ rounds, title }) => [
          title,
          ...shares.map((share) => withSpread(spread(rounds, share), milliseconds))
        ])
      }
    ],
    aims: results.map(({ rounds, title }) => {
      const half = spread(rounds, 0.5)
      return {
        what: `(c) ${title}, p50`,
        aim: "less than 2 ms",
        reached: withSpread(half, milliseconds),
        isMet: half.median < 2
      }
    }),
    charts: [
      {
        name: "latency",
        alternative: "Milliseconds from publication to receipt",
        svg: barChart({
          title: `Milliseconds from publication to receipt, at ${rate} events/s`,
          bars: results.flatMap(({ overHttp, rounds }) =>
            [0.5, 0.99].map((share) => ({
              label: `${overHttp ? "Over HTTP" : "In the process"}, p${share * 100}`,
              ...spread(rounds, share)
            }))
          ),
          format: milliseconds
        })
      }
    ]
  }
}
