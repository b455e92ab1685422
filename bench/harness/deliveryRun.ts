/** One run of the service against the sink, and the proof that every event arrived and was recorded. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import type { Accepted } from "../load/arrivals.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { type Child, startChild, withChild } from "./childProcess.ts"
import type { DeliverySystem, DeliverySystemOptions } from "../processes/deliverySystem.ts"
import type { OperatorPublisher } from "../processes/operatorPublisher.ts"
import type { ProfiledFunction } from "../machine/profile.ts"
import type { Sink } from "../processes/sink.ts"
import type { Usage } from "../machine/usage.ts"
import type { Workload } from "../load/workload.ts"

export interface RunningSink {
  readonly sink: Child<Sink>
  readonly url: string
}

export const withSink = <A>(use: (running: RunningSink) => Promise<A>): Promise<A> =>
  withChild(startChild<Sink>("sink"), async (sink) => use({ sink, url: await sink.call("listen") }))

export const withSystem = <A>(
  options: DeliverySystemOptions,
  use: (system: Child<DeliverySystem>) => Promise<A>
): Promise<A> => withChild(startChild<DeliverySystem>("deliverySystem", options), use)

/** A system over a new database, which is removed afterwards. */
export const withNewSystem = async <A>(
  folder: string,
  options: Omit<DeliverySystemOptions, "database">,
  use: (system: Child<DeliverySystem>) => Promise<A>
): Promise<A> => {
  const data = join(folder, "new")
  try {
    return await withSystem({ ...options, database: `sqlite:${join(data, "sellerkit.db")}` }, use)
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Who publishes: the service's own process, or another through the operator interface. */
export type Publisher = Child<Pick<DeliverySystem, "publishAll" | "publishAtRate">>

export const withOperatorPublisher = <A>(
  system: Child<DeliverySystem>,
  webhooks: ReadonlyArray<BenchWebhook>,
  use: (publisher: Publisher) => Promise<A>
): Promise<A> =>
  withChild(startChild<OperatorPublisher>("operatorPublisher"), async (publisher) => {
    await publisher.call("use", { service: await system.call("service"), webhooks })
    return use(publisher)
  })

/** Nothing is due within this many milliseconds: longer than a lease, shorter than any retry that a benchmark prepares. */
const horizon = 60_000

export const settled = (system: Child<DeliverySystem>): Promise<number> => system.call("settled", horizon)

/** Fails unless each event arrived once, exactly as it was accepted, at the right webhook, and signed. */
export const proveArrival = async (sink: Child<Sink>, accepted: Accepted): Promise<void> => {
  const problems = await sink.call("problems", accepted)
  if (problems.length > 0)
    throw new Error(`${problems.length} things are wrong with what arrived, first: ${problems[0]}`)
}

/** Fails unless each event arrived, and is recorded as delivered. */
export const proveDelivery = async (
  sink: Child<Sink>,
  system: Child<DeliverySystem>,
  accepted: Accepted
): Promise<void> => {
  await proveArrival(sink, accepted)
  const undelivered = await system.call("undelivered", accepted.events)
  if (undelivered > 0) throw new Error(`${undelivered} events are not recorded as delivered`)
}

export interface Measured {
  readonly events: number
  readonly requests: number
  /** From the first publication to the last recorded outcome; and until the last event was accepted. */
  readonly seconds: number
  readonly publishing: number
  /** Of processor time: the sender's, and the sink's. */
  readonly cpu: number
  readonly sinkCpu: number
  /** Bytes for disks, by the sender. */
  readonly written: number
  readonly used: Usage
  /** Empty unless it was asked for. */
  readonly profile: ReadonlyArray<ProfiledFunction>
}

export interface DeliveryRun extends RunningSink {
  readonly system: Child<DeliverySystem>
  readonly publisher: Publisher
  readonly webhooks: ReadonlyArray<BenchWebhook>
  readonly workload: Workload
  /** Events before the clock starts. */
  readonly warmUp: number
  /** The number of the first event. */
  readonly first: number
  /** Whether to look where the service spends its time, which costs time itself. */
  readonly isProfiled?: boolean
}

/** Publishes a workload and waits until all of it is delivered and recorded. */
export const measureDelivery = async (run: DeliveryRun): Promise<Measured> => {
  const { first, isProfiled = false, publisher, sink, system, warmUp, webhooks, workload } = run
  await publisher.call("publishAll", { first, workload: { ...workload, events: warmUp } })
  await settled(system)
  await sink.call("reset")
  if (isProfiled) await system.call("startProfile")
  const before = await Promise.all([system.call("usage"), sink.call("usage")])
  const published = await publisher.call("publishAll", { first: first + warmUp, workload })
  const finishedAt = await settled(system)
  const [used, sinkUsed] = await Promise.all([system.call("usage"), sink.call("usage")])
  const profile = isProfiled ? await system.call("stopProfile") : []
  const requests = await sink.call("requests")
  await proveDelivery(sink, system, { webhooks, events: published.accepted })
  return {
    events: workload.events,
    requests,
    seconds: (finishedAt - published.startedAt) / 1000,
    publishing: (published.finishedAt - published.startedAt) / 1000,
    cpu: used.cpu - before[0].cpu,
    sinkCpu: sinkUsed.cpu - before[1].cpu,
    written: used.written - before[0].written,
    used,
    profile
  }
}
