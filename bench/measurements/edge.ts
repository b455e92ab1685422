/** (w): the service at the edge, in workerd: publications, latency, requests of the API, what is billed, start and size. */
import { randomUUID } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { Pool } from "undici"
import type { Bench } from "../Bench.ts"
import { now } from "../machine/clock.ts"
import { proveArrival, type RunningSink, withSink } from "../harness/deliveryRun.ts"
import {
  arrivalOf,
  type CostShape,
  type EventCost,
  measureCost,
  measurePublishing,
  type PublishingRates,
  shapesOf
} from "./edgePublishing.ts"
import { type KnownSeller, measureStart, type Start } from "./edgeStart.ts"
import { type Edge, type EdgeCode, edgeWorker, withWorkerd } from "../harness/edgeWorkerd.ts"
import { exact, percent, whole, withSpread } from "../reporting/format.ts"
import { publishCommands } from "../load/publishing.ts"
import type { Aim, Section, Table } from "../reporting/Section.ts"
import type { Settings } from "../Settings.ts"
import { percentile, spreadOf } from "../reporting/statistics.ts"

const milliseconds = (value: number): string => `${exact(value)} ms`

/** Milliseconds from publications over HTTP, each to one of the objects, until they are received. */
const measureLatency = async (
  { settings }: Bench,
  edge: Edge,
  running: RunningSink
): Promise<ReadonlyArray<number>> => {
  const { rate, seconds } = settings.latency
  const sellerIds = Array.from({ length: 10 }, () => randomUUID())
  const webhooks = await edge.createWebhooks({ sellerIds, url: running.url })
  const one = { webhooks: 1, events: 1, eventsPerPublication: 1, publishers: 1 }
  const { publishAtRate } = publishCommands(async ({ numbers, webhook }) => {
    const request = { sellerIds: [sellerIds[webhook]!], workload: one, first: numbers[0]!, isBare: false }
    return (await edge.publishAll(request)).map(({ id }) => id)
  })
  const workload = { ...one, webhooks: webhooks.length }
  await running.sink.call("reset")
  const warmUp = Math.ceil(rate * seconds * settings.warmUp)
  await publishAtRate({ rate, first: 0, workload: { ...workload, events: warmUp } })
  await arrivalOf(running, warmUp)
  await running.sink.call("reset")
  const events = await publishAtRate({ rate, first: warmUp, workload: { ...workload, events: rate * seconds } })
  await arrivalOf(running, events.length)
  await proveArrival(running.sink, { webhooks, events })
  const arrived = new Map(await running.sink.call("times"))
  return events.map(({ id, publishedAt }) => arrived.get(id)! - publishedAt)
}

const apiTitles = ["A bare handler", "A bare object", "GET /api/v1/webhooks/{id}"] as const

interface Asked {
  readonly path: string
  readonly token?: string
}

/** Requests a second, to each path in turn. Every answer has to be the one that the path had at first. */
const askAll = async (
  pool: Pool,
  asked: ReadonlyArray<Asked>,
  { connections, seconds }: Settings["api"]
): Promise<number> => {
  const ask = async ({ path, token = "" }: Asked): Promise<string> => {
    const { body, statusCode } = await pool.request({ method: "GET", path, headers: { authorization: token } })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}: ${text}`)
    return text
  }
  const known: Array<string> = []
  for (const each of asked) known.push(await ask(each))
  const startedAt = now()
  const end = startedAt + seconds * 1000
  let requests = 0
  const askOn = async () => {
    while (now() < end) {
      const place = requests++ % asked.length
      if ((await ask(asked[place]!)) !== known[place])
        throw new Error(`${asked[place]!.path} has another answer than before`)
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  return (requests / (now() - startedAt)) * 1000
}

/** Requests a second of each. */
const measureApi = async ({ settings }: Bench, edge: Edge): Promise<ReadonlyArray<number>> => {
  const { api, warmUp } = settings
  const sellerIds = Array.from({ length: settings.edge.objects }, () => randomUUID())
  // Nothing is published, so nothing is sent to this address.
  const webhooks = await edge.createWebhooks({ sellerIds, url: "http://127.0.0.1:9" })
  const targets: ReadonlyArray<ReadonlyArray<Asked>> = [
    [{ path: "/bare/handler" }],
    sellerIds.map((sellerId) => ({ path: `/bare/object?name=${sellerId}` })),
    webhooks.map(({ id, token }) => ({ path: `/api/v1/webhooks/${id}`, token }))
  ]
  const pool = new Pool(edge.origin, { connections: api.connections })
  const rates: Array<number> = []
  try {
    for (const asked of targets) {
      await askAll(pool, asked, { ...api, seconds: api.seconds * warmUp })
      rates.push(await askAll(pool, asked, api))
    }
  } finally {
    await pool.destroy()
  }
  return rates
}

interface Round {
  /** By shape. */
  readonly publishing: ReadonlyArray<PublishingRates>
  readonly latencies: ReadonlyArray<number>
  readonly api: ReadonlyArray<number>
}

const measureRound = (bench: Bench, code: EdgeCode, running: RunningSink): Promise<Round> =>
  withWorkerd(code, { folder: mkdtempSync(join(bench.folder, "edge-")) }, async (edge) => {
    // Before the others: workerd ends objects ten seconds after their last call, and a hundred of them hold it up for a second.
    const latencies = await measureLatency(bench, edge, running)
    bench.progress(`w latency: p50 ${milliseconds(percentile(latencies, 0.5))}`)
    const publishing: Array<PublishingRates> = []
    for (const shape of shapesOf(bench.settings)) {
      const rates = await measurePublishing(edge, running, shape)
      bench.progress(`w ${shape.title}: ${whole(rates.accepted)} accepted/s, ${whole(rates.delivered)} delivered/s`)
      publishing.push(rates)
    }
    const api = await measureApi(bench, edge)
    bench.progress(`w API: ${api.map(whole).join(", ")} requests/s`)
    return { publishing, latencies, api }
  })

interface TitledShape extends Omit<CostShape, "times"> {
  readonly title: string
  /** Rows that may be written for an event. */
  readonly most?: number
}

const costShapes: ReadonlyArray<TitledShape> = [
  { title: "Published and delivered alone", together: 1, isKeyless: true, most: 6 },
  { title: "The same, with an idempotency key", together: 1, isKeyless: false },
  { title: "100 published and delivered together", together: 100, isKeyless: true, most: 0.5 },
  { title: "The same, with idempotency keys", together: 100, isKeyless: false }
]

interface Counted {
  /** By shape. */
  readonly costs: ReadonlyArray<EventCost>
  /** Of workerd that knows nothing of them. */
  readonly sellers: readonly [KnownSeller, KnownSeller]
}

const measureCounts = (bench: Bench, code: EdgeCode, running: RunningSink): Promise<Counted> =>
  withWorkerd(code, { folder: mkdtempSync(join(bench.folder, "edge-")), isCounted: true }, async (edge) => {
    const costs: Array<EventCost> = []
    for (const shape of costShapes) costs.push(await measureCost(edge, running, { ...shape, times: 5 }))
    const [first, second] = await edge.createWebhooks({ sellerIds: [randomUUID(), randomUUID()], url: running.url })
    return { costs, sellers: [first!, second!] }
  })

const publishingTable = ({ settings }: Bench, rounds: ReadonlyArray<Round>): Table => ({
  columns: [
    "Events/s",
    "Bare objects",
    "Nobody subscribed",
    "Of bare",
    "Accepted",
    "Of bare",
    "Delivered",
    "Per request"
  ],
  rows: shapesOf(settings).map(({ title }, shape) => {
    const spread = (of: (rates: PublishingRates) => number) =>
      spreadOf(rounds.map(({ publishing }) => of(publishing[shape]!)))
    return [
      title,
      withSpread(
        spread(({ bare }) => bare),
        whole
      ),
      withSpread(
        spread(({ unsubscribed }) => unsubscribed),
        whole
      ),
      withSpread(
        spread(({ bare, unsubscribed }) => unsubscribed / bare),
        percent
      ),
      withSpread(
        spread(({ accepted }) => accepted),
        whole
      ),
      withSpread(
        spread(({ accepted, bare }) => accepted / bare),
        percent
      ),
      withSpread(
        spread(({ delivered }) => delivered),
        whole
      ),
      exact(spread(({ eventsPerRequest }) => eventsPerRequest).median)
    ]
  })
})

const latencyTable = (rounds: ReadonlyArray<Round>): Table => ({
  columns: ["", "p50", "p90", "p99", "Longest"],
  rows: [
    [
      "Publication to receipt",
      ...[0.5, 0.9, 0.99, 1].map((share) =>
        withSpread(spreadOf(rounds.map(({ latencies }) => percentile(latencies, share))), milliseconds)
      )
    ]
  ]
})

const apiTable = (rounds: ReadonlyArray<Round>): Table => ({
  columns: ["", "Requests/s", "Of a bare handler", "Of a bare object"],
  rows: apiTitles.map((title, index) => {
    const share = (of: number) => withSpread(spreadOf(rounds.map(({ api }) => api[index]! / api[of]!)), percent)
    const rate = withSpread(spreadOf(rounds.map(({ api }) => api[index]!)), whole)
    return [title, rate, index > 0 ? share(0) : "", index > 1 ? share(1) : ""]
  })
})

const costTable = ({ costs }: Counted): Table => ({
  columns: ["Per event", "Rows written", "Rows read", "Alarms set", "Alarms rung"],
  rows: costShapes.map(({ title }, shape) => {
    const { alarmsRung, alarmsSet, read, written } = costs[shape]!
    return [title, ...[written, read, alarmsSet, alarmsRung].map(exact)]
  })
})

const rowsAims = ({ costs }: Counted): ReadonlyArray<Aim> =>
  costShapes.flatMap(({ most, title }, shape) => {
    const { written } = costs[shape]!
    if (most === undefined) return []
    return [
      { what: `(w) Rows written: ${title}`, aim: `at most ${most}`, reached: exact(written), isMet: written <= most }
    ]
  })

const reading = ({ empty, whole }: Start): number => whole - empty

const startTable = (starts: ReadonlyArray<Start>): Table => {
  const spread = (of: (start: Start) => number) => withSpread(spreadOf(starts.map(of)), milliseconds)
  return {
    columns: ["Start", ""],
    rows: [
      ["Reading the module, over that of an empty one", spread(reading)],
      ["First answer of an isolate, for a new object", spread(({ firstOfIsolate }) => firstOfIsolate)],
      ["First answer of a new object", spread(({ firstOfObject }) => firstOfObject)],
      ["First answer of an object that was evicted", spread(({ afterEviction }) => afterEviction)],
      ["Any further answer", spread(({ usual }) => usual)]
    ]
  }
}

const settingsOf = ({ settings }: Bench): ReadonlyArray<string> => {
  const { api, edge, latency, rounds } = settings
  return [
    `workerd on this machine, one process, its objects' data on the disk and nowhere else; ${rounds} rounds, each with a new one. On the platform, objects are on many machines, a commit is kept on several, and calls cross a network: the ratios say something about it, the rates do not`,
    `Events/s: ${whole(edge.single.events)} events one by one, ${whole(edge.batched.events)} in calls of ${edge.batched.eventsPerPublication}, before each a tenth as many that do not count; ${edge.single.publishers} calls at once, made in workerd by the Worker in front; an event is about 1 KiB. Bare objects take the same calls and do nothing. Delivered: until the last one is at the sink`,
    `Latency: ${latency.rate} events/s for ${latency.seconds} s to 10 objects, each asked for over HTTP, which is part of the time`,
    `Requests: ${api.connections} kept-alive connections of undici for ${api.seconds} s, to ${edge.objects} objects with one webhook each and no limit of requests; the bare ones answer with as many bytes`,
    `Rows and alarms: from the publication until the delivery is recorded, as the platform counts them. Each is an average of five times, from the first on. An alarm is set once for what is published within 30 seconds, and rings after them, which is not counted`,
    `Start: ${edge.starts} starts in turns with one of an empty Worker; answers over a connection that is open already`
  ]
}

export const edge = async (bench: Bench): Promise<Section> => {
  const { settings } = bench
  const code = await edgeWorker()
  const rounds: Array<Round> = []
  const starts: Array<Start> = []
  const counted = await withSink(async (running) => {
    for (let round = 0; round < settings.rounds; round++) rounds.push(await measureRound(bench, code, running))
    return measureCounts(bench, code, running)
  })
  for (let start = 0; start < settings.edge.starts; start++) {
    starts.push(await measureStart(code, bench.folder, counted.sellers))
  }
  const read = spreadOf(starts.map(reading))
  return {
    name: "edge",
    title: "At the edge",
    settings: settingsOf(bench),
    tables: [
      publishingTable(bench, rounds),
      latencyTable(rounds),
      apiTable(rounds),
      costTable(counted),
      startTable(starts)
    ],
    aims: [
      {
        what: "(w) Reading the module",
        aim: "less than a second, which is the platform's limit",
        reached: withSpread(read, milliseconds),
        isMet: read.highest < 1000
      },
      ...rowsAims(counted)
    ],
    charts: []
  }
}
