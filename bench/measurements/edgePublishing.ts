/** Publications into Durable Objects, beside calls of objects that do nothing. */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { AcceptedEvent } from "../load/benchEvent.ts"
import { now } from "../machine/clock.ts"
import { proveArrival, type RunningSink } from "../harness/deliveryRun.ts"
import type { Edge } from "../harness/edgeWorkerd.ts"
import type { Settings } from "../Settings.ts"
import type { Workload } from "../load/workload.ts"

/** Events a second. */
export interface PublishingRates {
  /** Taken by objects that do nothing. */
  readonly bare: number
  /** Accepted where nobody is subscribed, so that nothing is stored. */
  readonly unsubscribed: number
  /** Accepted while they are delivered as well, and delivered. */
  readonly accepted: number
  readonly delivered: number
  readonly eventsPerRequest: number
}

export interface Shape {
  readonly title: string
  readonly workload: Workload
}

export const shapesOf = ({ edge }: Settings): ReadonlyArray<Shape> =>
  [1, edge.objects].flatMap((webhooks) => {
    const objects = webhooks === 1 ? "One object" : `${webhooks} objects`
    return [
      { title: `${objects}, one by one`, workload: { ...edge.single, webhooks } },
      { title: `${objects}, ${edge.batched.eventsPerPublication} per call`, workload: { ...edge.batched, webhooks } }
    ]
  })

const newSellers = (count: number): ReadonlyArray<string> => Array.from({ length: count }, () => randomUUID())

/** When the last of so many events arrived, on the shared clock. */
export const arrivalOf = async ({ sink }: RunningSink, events: number): Promise<number> => {
  const giveUpAt = now() + 120_000
  // Looking costs the sink time as well.
  for (let pause = 10; ; pause = Math.min(250, 2 * pause)) {
    const times = await sink.call("times")
    if (times.length >= events) return times.at(-1)![1]
    if (now() > giveUpAt) throw new Error(`Only ${times.length} of ${events} events arrived within two minutes`)
    await sleep(pause)
  }
}

const timed = async <A>(work: () => Promise<A>): Promise<readonly [seconds: number, value: A]> => {
  const startedAt = now()
  const value = await work()
  return [(now() - startedAt) / 1000, value]
}

/** Publishes a workload, after a part of it that does not count. */
const publish = async (edge: Edge, sellerIds: ReadonlyArray<string>, { workload }: Shape, isBare: boolean) => {
  const warmUp = Math.ceil(workload.events / 10)
  await edge.publishAll({ sellerIds, workload: { ...workload, events: warmUp }, first: workload.events, isBare })
  const [seconds] = await timed(() => edge.publishAll({ sellerIds, workload, first: 0, isBare }))
  return workload.events / seconds
}

const publishAndDeliver = async (edge: Edge, running: RunningSink, { workload }: Shape) => {
  const sellerIds = newSellers(workload.webhooks)
  const webhooks = await edge.createWebhooks({ sellerIds, url: running.url })
  const warmUp = Math.ceil(workload.events / 10)
  const request = { sellerIds, workload, first: 0, isBare: false }
  await running.sink.call("reset")
  await edge.publishAll({ ...request, workload: { ...workload, events: warmUp }, first: workload.events })
  await arrivalOf(running, warmUp)
  await running.sink.call("reset")
  const startedAt = now()
  const [seconds, events]: readonly [number, ReadonlyArray<AcceptedEvent>] = await timed(() => edge.publishAll(request))
  const arrivedAt = await arrivalOf(running, workload.events)
  await proveArrival(running.sink, { webhooks, events })
  return {
    accepted: workload.events / seconds,
    delivered: (workload.events / (arrivedAt - startedAt)) * 1000,
    eventsPerRequest: workload.events / (await running.sink.call("requests"))
  }
}

export const measurePublishing = async (edge: Edge, running: RunningSink, shape: Shape): Promise<PublishingRates> => ({
  bare: await publish(edge, newSellers(shape.workload.webhooks), shape, true),
  unsubscribed: await publish(edge, newSellers(shape.workload.webhooks), shape, false),
  ...(await publishAndDeliver(edge, running, shape))
})

/** What an event costs of what the platform bills, from its publication until it is recorded as delivered. */
export interface EventCost {
  readonly written: number
  readonly read: number
  readonly alarmsSet: number
  readonly alarmsRung: number
}

export interface CostShape {
  readonly times: number
  readonly together: number
  readonly isKeyless: boolean
}

/** Of events that are published `together`, each time once those before are delivered. The first attempt of a webhook is noted as well. */
export const measureCost = async (
  edge: Edge,
  running: RunningSink,
  { isKeyless, times, together }: CostShape
): Promise<EventCost> => {
  const sellerIds = newSellers(1)
  await edge.createWebhooks({ sellerIds, url: running.url })
  await edge.takeCount()
  await running.sink.call("reset")
  const workload = { webhooks: 1, events: together, eventsPerPublication: together, publishers: 1, isKeyless }
  for (let time = 0; time < times; time++) {
    await edge.publishAll({ sellerIds, workload, first: time * together, isBare: false })
    await arrivalOf(running, (time + 1) * together)
    // Recording follows the answer.
    await sleep(100)
  }
  const counted = await edge.takeCount()
  const perEvent = (count: number) => count / times / together
  return {
    written: perEvent(counted.rowsWritten),
    read: perEvent(counted.rowsRead),
    alarmsSet: perEvent(counted.alarmsSet),
    alarmsRung: perEvent(counted.alarmsRung)
  }
}
