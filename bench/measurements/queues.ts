/** (q): the service on PostgreSQL beside job queues that do the same: take it durably, send it, record how it went. */
import type { Bench } from "../Bench.ts"
import { barChart } from "../reporting/chart.ts"
import { type Child, startChild, withChild } from "../harness/childProcess.ts"
import { proveDelivery, type RunningSink, settled, withSink, withSystem } from "../harness/deliveryRun.ts"
import { exact, factor, percent, whole, withSpread } from "../reporting/format.ts"
import type { DeliverySystem, DeliverySystemOptions } from "../processes/deliverySystem.ts"
import type { JobQueueName, JobQueueProcess } from "../processes/jobQueue.ts"
import type { Published, TimedEvent } from "../load/publishing.ts"
import { type QueueServer, type QueueServers, withQueueServers } from "../databases/queueServers.ts"
import type { Aim, Section } from "../reporting/Section.ts"
import { inSingles, type Settings } from "../Settings.ts"
import { percentile, type Spread, spreadOf } from "../reporting/statistics.ts"
import type { Usage } from "../machine/usage.ts"
import type { Share, Workload } from "../load/workload.ts"

/** Whatever takes events, sends them, and records that. */
interface Running {
  readonly publishAll: (first: number, workload: Workload) => Promise<Published>
  readonly publishAtRate: (first: number, workload: Workload, rate: number) => Promise<ReadonlyArray<TimedEvent>>
  /** When everything was recorded. */
  readonly settled: () => Promise<number>
  readonly usage: () => Promise<ReadonlyArray<Usage>>
  /** Fails unless everything arrived as it was taken, and is recorded so. */
  readonly prove: (published: Published) => Promise<void>
}

interface Contender {
  readonly name: string
  readonly title: string
  readonly server: keyof QueueServers
  /** Whether the service is compared with it. */
  readonly isPeer: boolean
  readonly workload: (settings: Settings) => Workload
  readonly isMeasuredForLatency: boolean
  readonly start: <A>(url: string, run: Run, use: (running: Running) => Promise<A>) => Promise<A>
}

interface Run {
  readonly bench: Bench
  readonly sink: RunningSink
  readonly workload: Workload
}

type Start = Contender["start"]

/** Each process publishes its share. */
const publishAt = async (
  systems: ReadonlyArray<Child<DeliverySystem>>,
  by: Share["by"],
  first: number,
  workload: Workload
): Promise<Published> => {
  const of = systems.length
  const publishers = Math.ceil(workload.publishers / of)
  const parts = await Promise.all(
    systems.map((system, nth) =>
      system.call("publishAll", { first, workload: { ...workload, publishers, share: { nth, of, by } } })
    )
  )
  return {
    accepted: parts.flatMap(({ accepted }) => accepted),
    startedAt: Math.min(...parts.map(({ startedAt }) => startedAt)),
    finishedAt: Math.max(...parts.map(({ finishedAt }) => finishedAt))
  }
}

interface ServiceOptions extends Pick<DeliverySystemOptions, "eventsPerRequest"> {
  /** Two processes publish, each its share; absent: one alone. */
  readonly sharedBy?: Share["by"]
}

const startService =
  ({ sharedBy, ...ofEach }: ServiceOptions): Start =>
  (url, { sink: { sink, url: target }, workload }, use) => {
    const options = { database: url, ...ofEach }
    const withAll = async (system: Child<DeliverySystem>, others: ReadonlyArray<Child<DeliverySystem>>) => {
      const set = { sellers: workload.webhooks, webhooksPerSeller: 1, url: target }
      const webhooks = await system.call("createWebhooks", set)
      await Promise.all(others.map((other) => other.call("useWebhooks", webhooks)))
      return use({
        publishAll: (first, ofRun) =>
          sharedBy === undefined
            ? system.call("publishAll", { first, workload: ofRun })
            : publishAt([system, ...others], sharedBy, first, ofRun),
        publishAtRate: (first, ofRun, rate) => system.call("publishAtRate", { rate, first, workload: ofRun }),
        settled: () => settled(system),
        usage: () => Promise.all([system, ...others].map((child) => child.call("usage"))),
        prove: ({ accepted }) => proveDelivery(sink, system, { webhooks, events: accepted })
      })
    }
    return withSystem(options, (system) =>
      sharedBy === undefined ? withAll(system, []) : withSystem(options, (other) => withAll(system, [other]))
    )
  }

const service = (
  name: string,
  title: string,
  workload: Contender["workload"],
  options: ServiceOptions,
  isMeasuredForLatency = false
): Contender => ({
  name,
  title,
  server: "postgres",
  isPeer: false,
  workload,
  isMeasuredForLatency,
  start: startService(options)
})

/** A job queue has no more to prove than that each job arrived once. */
const startQueue =
  (name: JobQueueName): Start =>
  (url, { sink: { sink, url: target }, workload }, use) =>
    withChild(startChild<JobQueueProcess>("jobQueue", { name, url, sink: target }), async (queue) => {
      await queue.call("createWebhooks", workload.webhooks)
      return use({
        publishAll: (first, ofRun) => queue.call("publishAll", { first, workload: ofRun }),
        publishAtRate: (first, ofRun, rate) => queue.call("publishAtRate", { rate, first, workload: ofRun }),
        settled: () => queue.call("settled"),
        usage: async () => [await queue.call("usage")],
        prove: async ({ accepted }) => {
          const ids = (await sink.call("times")).map(([id]) => id)
          const isComplete = ids.length === accepted.length && new Set(ids).size === ids.length
          if (!isComplete) throw new Error(`${name}: ${accepted.length} jobs were taken, and ${ids.length} arrived`)
        }
      })
    })

const queue = (name: JobQueueName, title: string, server: keyof QueueServers): Contender => ({
  name,
  title,
  server,
  isPeer: true,
  // They are given many at a time, and by few: so they are at their best.
  workload: ({ queues }) => ({ ...queues.single, eventsPerPublication: 100, publishers: 4 }),
  isMeasuredForLatency: true,
  start: startQueue(name)
})

const single = ({ queues }: Settings): Workload => queues.single
const eachAlone = { eventsPerRequest: 1 }

const contenders: ReadonlyArray<Contender> = [
  service("single", "The service, one event per request", single, eachAlone, true),
  service(
    "keyed",
    "The same, with idempotency keys",
    ({ queues }) => ({ ...queues.single, isKeyless: false }),
    eachAlone
  ),
  service("alone", "The same, published one by one", ({ queues }) => inSingles(queues.single), eachAlone),
  service("double", "Two processes of it, each with its sellers", single, { ...eachAlone, sharedBy: "seller" }),
  service("mixed", "Two processes of it, every seller at both", single, { ...eachAlone, sharedBy: "publication" }),
  service("batched", "The service, batches", ({ queues }) => queues.batched, {}),
  queue("pgBoss", "pg-boss", "postgres"),
  queue("graphileWorker", "Graphile Worker", "postgres"),
  queue("bullMq", "BullMQ", "redis"),
  { ...queue("bullMq", "BullMQ, as durable as the others", "durableRedis"), name: "durableBullMq", isPeer: false },
  // What takes the service 64 calls at once is a few statements for it as well.
  {
    ...queue("bareQueue", "The least that PostgreSQL and undici take", "postgres"),
    isPeer: false,
    workload: single
  }
]

interface Measured {
  /** Events a second, from the first that is published until the last is recorded. */
  readonly rate: number
  readonly accepted: number
  /** Microseconds of processor time per event. */
  readonly cpu: number
  readonly databaseCpu: number
  /** MiB. */
  readonly memory: number
  /** Milliseconds from publication to receipt; empty unless measured. */
  readonly latencies: ReadonlyArray<number>
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const measureLatency = async (
  { bench, sink: { sink }, workload: { isKeyless = false } }: Run,
  running: Running
): Promise<ReadonlyArray<number>> => {
  const { rate, seconds } = bench.settings.latency
  const workload = { webhooks: 10, events: rate * seconds, eventsPerPublication: 1, publishers: 1, isKeyless }
  // Numbers of events, so that no key comes up twice.
  const first = 100_000_000
  await running.publishAtRate(first, { ...workload, events: rate }, rate)
  await running.settled()
  await sink.call("reset")
  const events = await running.publishAtRate(first + rate, workload, rate)
  await running.settled()
  const arrived = new Map(await sink.call("times"))
  return events.map(({ id, publishedAt }) => arrived.get(id)! - publishedAt)
}

const measure = (contender: Contender, server: QueueServer, run: Run): Promise<Measured> =>
  server.withEmpty((url) =>
    contender.start(url, run, async (running) => {
      const { bench, sink, workload } = run
      const warmUp = Math.ceil(workload.events * bench.settings.warmUp)
      await running.publishAll(0, { ...workload, events: warmUp })
      await running.settled()
      await sink.sink.call("reset")
      const before = await running.usage()
      const databaseBefore = server.cpu()
      const published = await running.publishAll(warmUp, workload)
      const finishedAt = await running.settled()
      const databaseCpu = server.cpu() - databaseBefore
      const after = await running.usage()
      await running.prove(published)
      const perEvent = (seconds: number) => (seconds * 1e6) / workload.events
      return {
        rate: (workload.events * 1000) / (finishedAt - published.startedAt),
        accepted: (workload.events * 1000) / (published.finishedAt - published.startedAt),
        cpu: perEvent(sum(after.map(({ cpu }) => cpu)) - sum(before.map(({ cpu }) => cpu))),
        databaseCpu: perEvent(databaseCpu),
        memory: sum(after.map(({ mostMemory }) => mostMemory)),
        latencies: contender.isMeasuredForLatency ? await measureLatency(run, running) : []
      }
    })
  )

interface Result {
  readonly contender: Contender
  readonly rounds: ReadonlyArray<Measured>
}

const measureAll = (bench: Bench, servers: QueueServers): Promise<ReadonlyArray<Result>> =>
  withSink(async (sink) => {
    const results = contenders.flatMap((contender) => {
      const server = servers[contender.server]
      return server === undefined ? [] : [{ contender, server, rounds: [] as Array<Measured> }]
    })
    for (let round = 1; round <= bench.settings.rounds; round++) {
      for (const { contender, rounds, server } of results) {
        const measured = await measure(contender, server, { bench, sink, workload: contender.workload(bench.settings) })
        rounds.push(measured)
        bench.progress(`q ${contender.title}, round ${round}: ${whole(measured.rate)} events/s`)
      }
    }
    return results
  })

const spread = ({ rounds }: Result, value: (measured: Measured) => number): Spread => spreadOf(rounds.map(value))

/** As a multiple of another's, round by round. */
const ratio = (result: Result, other: Result, value: (measured: Measured) => number): Spread =>
  spreadOf(result.rounds.map((measured, round) => value(measured) / value(other.rounds[round]!)))

const bestBy = (results: ReadonlyArray<Result>, value: (measured: Measured) => number): Result =>
  results
    .filter(({ contender }) => contender.isPeer)
    .toSorted((left, right) => spread(left, value).median - spread(right, value).median)[0]!

const latencyAt =
  (share: number) =>
  ({ latencies }: Measured): number =>
    percentile(latencies, share)

const milliseconds = (value: number): string => `${exact(value)} ms`

const rowOf = (result: Result, best: Result): ReadonlyArray<string> => {
  const { contender, rounds } = result
  const shown = (value: (measured: Measured) => number, format: (value: number) => string) =>
    withSpread(spread(result, value), format)
  const isTimed = rounds.every(({ latencies }) => latencies.length > 0)
  return [
    contender.title,
    shown(({ rate }) => rate, whole),
    withSpread(
      ratio(result, best, ({ rate }) => rate),
      factor
    ),
    whole(spread(result, ({ accepted }) => accepted).median),
    exact(spread(result, ({ cpu }) => cpu).median),
    exact(spread(result, ({ databaseCpu }) => databaseCpu).median),
    whole(spread(result, ({ memory }) => memory).median),
    isTimed ? shown(latencyAt(0.5), milliseconds) : "",
    isTimed ? shown(latencyAt(0.99), milliseconds) : ""
  ]
}

const aimsOf = (results: ReadonlyArray<Result>): ReadonlyArray<Aim> => {
  const named = (name: string) => results.find(({ contender }) => contender.name === name)!
  const rate = (measured: Measured) => measured.rate
  const best = bestBy(results, (measured) => -measured.rate)
  const single = named("single")
  const atLeast = (what: string, result: Result, other: Result, least: number, aim: string): Aim => {
    const reached = ratio(result, other, rate)
    return { what, aim: `${least} × ${aim}`, reached: withSpread(reached, factor), isMet: reached.median >= least }
  }
  const { title } = best.contender
  const noWorse = (what: string, share: number): Aim => {
    const quickest = bestBy(results, latencyAt(share))
    const reached = ratio(single, quickest, latencyAt(share))
    const aim = `no more than ${quickest.contender.title}`
    return { what, aim, reached: withSpread(reached, factor), isMet: reached.median <= 1 }
  }
  const mostOfDatabase = 25
  const ofDatabase = spread(named("batched"), ({ databaseCpu }) => databaseCpu)
  return [
    atLeast("One event per request", single, best, 1.8, `${title}, the best of them`),
    atLeast("The same, with idempotency keys", named("keyed"), best, 1.6, title),
    atLeast("The same, published one by one", named("alone"), best, 1.2, title),
    atLeast("Two processes of it, each with its sellers", named("double"), single, 1.3, "one process"),
    atLeast("Batches", named("batched"), best, 6, title),
    {
      what: "Processor time of the database, batches",
      aim: `at most ${mostOfDatabase} µs per event`,
      reached: `${withSpread(ofDatabase, exact)} µs`,
      isMet: ofDatabase.median <= mostOfDatabase
    },
    noWorse("Publication to receipt, p50", 0.5),
    noWorse("Publication to receipt, p99", 0.99)
  ]
}

export const queues = (bench: Bench): Promise<Section> =>
  withQueueServers(bench.folder, async (servers) => {
    const results = await measureAll(bench, servers)
    const { latency, queues: sizes, rounds, warmUp } = bench.settings
    const best = bestBy(results, ({ rate }) => -rate)
    return {
      name: "queues",
      title: "Beside job queues",
      settings: [
        `${rounds} rounds, in which the contenders take turns, each in a new process with a new database; ${percent(warmUp)} more events before the clock starts`,
        `${whole(sizes.single.events)} events to ${whole(sizes.single.webhooks)} webhooks, ${sizes.single.eventsPerPublication} per publication, or one, and ${sizes.single.publishers} publications at once; batches: ${whole(sizes.batched.events)} events to ${sizes.batched.webhooks} webhooks, ${sizes.batched.eventsPerPublication} per publication. Job queues: a job per event, 100 added at a time, 4 times at once`,
        "The service signs every request, gives each webhook its events in order, and keeps events and attempts to be asked for; with idempotency keys, which job queues do not have, it tells events that are published twice. pg-boss keeps jobs that are done, Graphile Worker removes them, BullMQ keeps the last thousand. All send 1 KiB through the same undici",
        "Each has the settings that made it fastest (bench/peers), 64 connections to the receiver among them",
        "The least: what is accepted together is one row, and so is what is done together; jobs are sent from memory, in no order, unsigned, and nothing takes over what a process leaves (bench/peers/bareQueue.ts)",
        [servers.postgres, servers.redis, servers.durableRedis]
          .flatMap((server) => (server === undefined ? [] : [server.settings]))
          .join("; "),
        ...(servers.redis === undefined ? ["BullMQ was left out: there is no redis-server here"] : []),
        "The clock runs from the first publication until the last outcome is recorded; the processor time of the database is that of all its processes",
        `Latency: ${latency.rate} events/s for ${latency.seconds} s, one per publication, published in the process itself`
      ],
      tables: [
        {
          columns: [
            "",
            "Events/s",
            `Of ${best.contender.title}`,
            "Accepted/s",
            "CPU per event, µs",
            "Database's, µs",
            "Memory at most, MiB",
            "p50",
            "p99"
          ],
          rows: results.map((result) => rowOf(result, best))
        }
      ],
      aims: aimsOf(results),
      charts: [
        {
          name: "queues",
          alternative: "Events per second of the service and of job queues",
          svg: barChart({
            title: "Events per second",
            bars: results.map((result) => ({
              label: result.contender.title,
              ...spread(result, ({ rate }) => rate)
            })),
            format: whole
          })
        }
      ]
    }
  })
