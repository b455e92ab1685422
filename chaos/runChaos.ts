/** Kills processes again and again while they take and deliver events, and send some again, and gathers what can be seen of it. */
import { Effect, Exit, Scope } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { makeNameServer } from "../test/fixtures/dns/NameServer.ts"
import { leadNowhere } from "../test/fixtures/dns/nameAnswers.ts"
import { freePort } from "../test/fixtures/freePort.ts"
import { type RunningProcess, startProcess } from "../test/fixtures/runningProcess.ts"
import { makeAlone } from "./trials/alone.ts"
import type { Arrival, ReceiverOptions } from "./actors/Arrival.ts"
import { numberOf } from "./chaosEvent.ts"
import type { Started } from "./service/ChaosService.ts"
import type { Evidence, Stored } from "./evidence/Evidence.ts"
import { makeFleet } from "./trials/fleet.ts"
import {
  type EventFate,
  fatesOf,
  type Marketplace,
  recordedDeliveries,
  resendOf,
  setUp,
  storedEvents
} from "./actors/Marketplace.ts"
import { makePublisher, type Pace, pauseFor } from "./actors/Publisher.ts"
import { makeResender } from "./actors/Resender.ts"
import { leaseOf, type Settings } from "./Settings.ts"
import type { Inspected, Trial } from "./trials/Trial.ts"

export interface Chaos {
  readonly evidence: Evidence
  /** Fates of some events, and of which. */
  readonly sample: ReadonlyArray<{ readonly stored: Stored; readonly fates: ReadonlyArray<EventFate> }>
  /** What the database shows in the end. */
  readonly inspected: Inspected
  readonly seconds: number
}

const sampleSize = 200

const startReceiver = async (options: ReceiverOptions): Promise<RunningProcess> => {
  const program = join(import.meta.dirname, "processes", "receiver.ts")
  const receiver = startProcess([program, JSON.stringify(options)], { cwd: import.meta.dirname, env: process.env })
  await receiver.next((line) => line === "Receiving")
  return receiver
}

const arrivalsOf = (receiver: RunningProcess): ReadonlyArray<Arrival> =>
  receiver.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Arrival)

const readResends = async (started: Started, trial: Trial): Promise<Evidence["resends"]> => {
  const resends: Array<Evidence["resends"][number]> = []
  for (const { id, sellerId } of await trial.resends()) resends.push(await resendOf(started, sellerId, id))
  return resends
}

type Histories = Pick<Evidence, "recorded" | "stored">

const readHistories = async (started: Started, { sellers }: Marketplace): Promise<Histories> => {
  const stored: Array<Stored> = []
  const recorded: Array<Evidence["recorded"][number]> = []
  for (const [place, seller] of sellers.entries()) {
    for (const { id, idempotencyKey, time } of await storedEvents(started, seller)) {
      stored.push({ id, number: numberOf(idempotencyKey), seller: place, time: Date.parse(time) })
    }
    recorded.push(...(await recordedDeliveries(started, seller)))
  }
  return { stored, recorded }
}

/** Until everything is delivered that can be, or the patience is over. */
const waitForDelivery = async (isDelivered: () => Promise<boolean>, patience: number): Promise<void> => {
  const until = Date.now() + patience * 1000
  while (!(await isDelivered()) && Date.now() < until) await sleep(1000)
}

const takeSample = async (started: Started, { marketplace, stored }: Evidence): Promise<Chaos["sample"]> => {
  const step = Math.max(1, Math.floor(stored.length / sampleSize))
  const sample: Array<Chaos["sample"][number]> = []
  for (const event of stored.filter((_, index) => index % step === 0)) {
    sample.push({ stored: event, fates: await fatesOf(started, marketplace.sellers[event.seller]!, event.id) })
  }
  return sample
}

interface Running {
  readonly trial: Trial
  readonly apis: readonly [Started, ...ReadonlyArray<Started>]
  readonly marketplace: Marketplace
  readonly receiver: RunningProcess
}

const start = async (settings: Settings, folder: string, trial: Trial): Promise<Running> => {
  const apis = await trial.start()
  const port = await freePort()
  const marketplace = await setUp(apis[0], settings, `http://127.0.0.1:${port}`)
  const webhooks = join(folder, "webhooks.json")
  writeFileSync(webhooks, JSON.stringify(marketplace.webhooks), { mode: 0o600 })
  const { receiver: behaviour, seed } = settings
  return { trial, apis, marketplace, receiver: await startReceiver({ port, seed, webhooks, behaviour }) }
}

const publishAndDisturb = async ({ apis, marketplace, trial }: Running, settings: Settings) => {
  const publisher = makePublisher(trial.ways(apis), marketplace.sellers, settings)
  const pace: Pace = { allowed: 0, pause: pauseFor(settings, publisher.publications), isOver: false }
  const resender = makeResender(apis, marketplace, settings)
  const finished = Promise.all([publisher.run(pace), resender.run(pace)])
  try {
    await trial.disturb({ pace, nextSent: publisher.nextSent, finished })
    const [published, asked] = await finished
    return { published, asked }
  } finally {
    pace.isOver = true
  }
}

const gather = async (running: Running, settings: Settings): Promise<Omit<Chaos, "seconds">> => {
  const { apis, marketplace, receiver, trial } = running
  const { asked, published } = await publishAndDisturb(running, settings)
  await waitForDelivery(() => trial.isDelivered(marketplace), settings.patience)
  await trial.settle()
  const evidence: Evidence = {
    marketplace,
    published,
    asked,
    lives: new Map(trial.services.map(({ lives, name }) => [name, lives])),
    lease: leaseOf(settings),
    outages: trial.outages,
    hostRows: await trial.hostRows(),
    resends: await readResends(apis[0], trial),
    ...(await readHistories(apis[0], marketplace)),
    arrivals: arrivalsOf(receiver)
  }
  const sample = await takeSample(apis[0], evidence)
  await trial.stop()
  return { evidence, sample, inspected: await trial.inspect(marketplace) }
}

/** `folder` is for the service's files. */
export const runChaos = async (settings: Settings, folder: string): Promise<Chaos> => {
  const startedAt = Date.now()
  const { fleet } = settings
  const scope = Scope.makeUnsafe()
  const { address: nameServer } = await Effect.runPromise(Scope.provide(makeNameServer(leadNowhere), scope))
  const surroundings = { folder, nameServer }
  const trial =
    fleet === undefined ? await makeAlone(settings, surroundings) : await makeFleet(settings, fleet, surroundings)
  let running: Running | undefined
  try {
    running = await start(settings, folder, trial)
    const found = await gather(running, settings)
    return { ...found, seconds: (Date.now() - startedAt) / 1000 }
  } finally {
    await running?.receiver.stop()
    await trial.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
