/** Kills the service again and again while it takes and delivers events, and gathers what can be seen of it. */
import { writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../fixtures/freePort.ts"
import { type RunningProcess, startProcess } from "../fixtures/runningProcess.ts"
import type { Arrival, ReceiverOptions } from "./Arrival.ts"
import { numberOf } from "./chaosEvent.ts"
import { type ChaosService, makeService, type Started } from "./ChaosService.ts"
import type { Evidence, Stored } from "./Evidence.ts"
import { type EventFate, fatesOf, type Marketplace, recordedDeliveries, setUp, storedEvents } from "./Marketplace.ts"
import { makePublisher, type Pace, pauseFor } from "./Publisher.ts"
import { makeRandom, type Random } from "./random.ts"
import { countPairs, expectedPairs, recordedSuccesses } from "./rules.ts"
import type { Settings } from "./Settings.ts"

export interface Chaos {
  readonly evidence: Evidence
  /** Fates of some events, and of which. */
  readonly sample: ReadonlyArray<{ readonly stored: Stored; readonly fates: ReadonlyArray<EventFate> }>
  /** What SQLite says of its file in the end. */
  readonly integrity: string
  readonly seconds: number
}

const sampleSize = 200

const startReceiver = async (options: ReceiverOptions): Promise<RunningProcess> => {
  const program = join(import.meta.dirname, "processes", "receiver.ts")
  const receiver = startProcess([program, JSON.stringify(options)], { cwd: import.meta.dirname, env: process.env })
  await receiver.next((line) => line === "Receiving")
  return receiver
}

/** The moment of the next kill. Some are as a process starts, some are just when it is busy with a publication. */
const nextKill = async (
  random: Random,
  service: ChaosService,
  [lowest, highest]: Settings["lifetime"],
  nextSent: () => Promise<void>
): Promise<void> => {
  if (random.chance(0.2)) return void (await sleep(random.between(0, 800)))
  await service.ready()
  await sleep(random.between(lowest, highest))
  if (random.chance(0.5)) return
  await Promise.race([nextSent(), sleep(1000)])
  await sleep(random.between(0, 8))
}

/** The last kill comes when nothing is published any more that could wake what it leaves. */
const killAgainAndAgain = async (
  service: ChaosService,
  { kills, lifetime, seed }: Settings,
  pace: Pace,
  publishing: { readonly nextSent: () => Promise<void>; readonly finished: Promise<unknown> }
): Promise<void> => {
  const random = makeRandom(seed, 3000)
  for (let kill = 1; kill <= kills; kill++) {
    pace.allowed = kill / kills
    if (kill === kills) await publishing.finished
    await nextKill(random, service, lifetime, publishing.nextSent)
    await service.kill()
    await sleep(random.between(50, 300))
    service.start()
  }
  await service.ready()
  pace.allowed = 1
}

const arrivalsOf = (receiver: RunningProcess): ReadonlyArray<Arrival> =>
  receiver.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Arrival)

type Histories = Pick<Evidence, "recorded" | "stored">

const readHistories = async (started: Started, { sellers }: Marketplace): Promise<Histories> => {
  const stored: Array<Stored> = []
  const recorded: Array<Evidence["recorded"][number]> = []
  for (const [place, seller] of sellers.entries()) {
    for (const { id, idempotencyKey } of await storedEvents(started, seller)) {
      stored.push({ id, number: numberOf(idempotencyKey), seller: place })
    }
    recorded.push(...(await recordedDeliveries(started, seller)))
  }
  return { stored, recorded }
}

const isDelivered = (evidence: Evidence): boolean => {
  const delivered = countPairs(recordedSuccesses(evidence))
  return [...expectedPairs(evidence)].every((pair) => delivered.has(pair))
}

/** Until everything that is stored is recorded as delivered, or the patience is over. */
const waitForDelivery = async (look: () => Promise<Evidence>, patience: number): Promise<void> => {
  const until = Date.now() + patience * 1000
  while (!isDelivered(await look()) && Date.now() < until) await sleep(1000)
}

const takeSample = async (started: Started, { marketplace, stored }: Evidence): Promise<Chaos["sample"]> => {
  const step = Math.max(1, Math.floor(stored.length / sampleSize))
  const sample: Array<Chaos["sample"][number]> = []
  for (const event of stored.filter((_, index) => index % step === 0)) {
    sample.push({ stored: event, fates: await fatesOf(started, marketplace.sellers[event.seller]!, event.id) })
  }
  return sample
}

const checkFile = (folder: string): string => {
  const database = new DatabaseSync(join(folder, "sellerkit.db"))
  try {
    const rows = database.prepare("pragma integrity_check").all()
    return rows.map((row) => Object.values(row).join()).join()
  } finally {
    database.close()
  }
}

interface Running {
  readonly service: ChaosService
  readonly started: Started
  readonly marketplace: Marketplace
  readonly receiver: RunningProcess
}

const start = async (settings: Settings, folder: string, service: ChaosService): Promise<Running> => {
  service.start()
  const started = await service.ready()
  const port = await freePort()
  const marketplace = await setUp(started, settings, `http://127.0.0.1:${port}`)
  const webhooks = join(folder, "webhooks.json")
  writeFileSync(webhooks, JSON.stringify(marketplace.webhooks), { mode: 0o600 })
  const { receiver: behaviour, seed } = settings
  return { service, started, marketplace, receiver: await startReceiver({ port, seed, webhooks, behaviour }) }
}

const publishAndKill = async ({ marketplace, service, started }: Running, settings: Settings) => {
  const publisher = makePublisher(started, marketplace.sellers, settings)
  const pace: Pace = { allowed: 0, pause: pauseFor(settings, publisher.publications), isOver: false }
  const finished = publisher.run(pace)
  try {
    await killAgainAndAgain(service, settings, pace, { nextSent: publisher.nextSent, finished })
    return await finished
  } finally {
    pace.isOver = true
  }
}

const gather = async (running: Running, settings: Settings): Promise<Pick<Chaos, "evidence" | "sample">> => {
  const { marketplace, receiver, service, started } = running
  const published = await publishAndKill(running, settings)
  const look = async (): Promise<Evidence> => {
    const histories = await readHistories(started, marketplace)
    return { marketplace, published, lives: service.lives, ...histories, arrivals: arrivalsOf(receiver) }
  }
  await waitForDelivery(look, settings.patience)
  const evidence = await look()
  const sample = await takeSample(started, evidence)
  await service.stop()
  return { evidence, sample }
}

/** `folder` is for the service's files. */
export const runChaos = async (settings: Settings, folder: string): Promise<Chaos> => {
  const startedAt = Date.now()
  const service = makeService({ port: await freePort(), folder, lease: settings.lease })
  let running: Running | undefined
  try {
    running = await start(settings, folder, service)
    const found = await gather(running, settings)
    return { ...found, integrity: checkFile(folder), seconds: (Date.now() - startedAt) / 1000 }
  } finally {
    await running?.receiver.stop()
    await service.end()
  }
}
