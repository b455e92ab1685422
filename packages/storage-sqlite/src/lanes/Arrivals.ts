/**
 * What becomes of events as they arrive, at each webhook that is enabled: they join a lane that a dispatcher has, or their lane is leased
 * to it, or they wait. Part of the write that stores the events, in plain values.
 */
import type { SealedSecret, ServiceId, WebhookId } from "@sellerkit/core"
import { row } from "../connection/SqliteHost.ts"
import type { CarriedEvent, CarryingHost } from "./CarriedLanes.ts"
import { insertWaiting, moveMark, writeDown } from "./CarriedRows.ts"
import { wakeLane } from "./Lanes.ts"

/** What a dispatcher takes (`LaneOffer`): so many lanes at most, each for so many milliseconds, and events for lanes that it has. */
export interface ArrivalLeases {
  readonly lanes: number
  readonly lease: number
  readonly held: ReadonlyArray<{ readonly webhook: number; readonly fence: number }>
  readonly number: number
  readonly before: ReadonlyArray<number>
}

/** Where no dispatcher takes anything. */
export const noLeases: ArrivalLeases = { lanes: 0, lease: 0, held: [], number: 0, before: [] }

/** With its place in the publication. */
export interface Arrival extends CarriedEvent {
  readonly place: number
}

/** What arrived at a webhook. */
export interface Arrivals {
  readonly webhook: number
  readonly gatheredBy: number | null
  readonly arrivals: ReadonlyArray<Arrival>
}

/** A lane that was leased, with everything that arrived for it. */
export interface LeasedArrivals extends Arrivals {
  readonly webhookId: WebhookId
  readonly serviceId: ServiceId | null
  readonly fence: number
  readonly url: string
  readonly secret: SealedSecret
  readonly batchSize: number
}

/** Events that join the lane with that fence. */
interface JoiningArrivals extends Arrivals {
  readonly fence: number
}

export interface TakenArrivals {
  readonly leased: ReadonlyArray<LeasedArrivals>
  readonly joining: ReadonlyArray<JoiningArrivals>
  readonly waiting: ReadonlyArray<Arrivals>
}

interface IdleLane {
  readonly id: WebhookId
  readonly service_id: string
  readonly fence: number
  readonly url: string
  readonly secret: SealedSecret
  readonly batch_size: number
}

/** A lane whose row says that nothing waits in it, and that it is not leased. It must not be carried. */
const idleLane = `select w.id, o.service_id, l.fence, w.url, w.secret, l.batch_size
  from lane l join webhook w using (webhook) join owner o using (owner)
  where l.webhook = ? and l.ready_at is null and l.failures = 0 and l.wait_until <= ? and l.lease_until <= ?
    and w.status = 'enabled' and w.deleted_at is null`

const leaseIdle = (
  host: CarryingHost,
  { arrivals, gatheredBy, webhook }: Arrivals,
  { lease, number }: ArrivalLeases,
  now: number
): LeasedArrivals | undefined => {
  const idle = row<IdleLane>(host, idleLane, webhook, now, now)
  if (idle === undefined) return undefined
  const { batch_size: batchSize, id: webhookId, secret, service_id: service, url } = idle
  const serviceId = service === "" ? null : (service as ServiceId)
  const fence = (host.carried.unwritten(webhook)?.fence ?? idle.fence) + 1
  host.carried.lease({ webhook, gatheredBy, fence, offer: number, leaseUntil: now + lease })
  host.carried.join(webhook, arrivals)
  return { webhook, gatheredBy, webhookId, serviceId, fence, url, secret, batchSize, arrivals }
}

/** Undefined where they have not joined the lane. One that another dispatcher has, or whose lease is over, takes no more. */
const tryJoin = (
  host: CarryingHost,
  arrived: Arrivals,
  { before, held }: ArrivalLeases,
  now: number
): JoiningArrivals | undefined => {
  const { arrivals, webhook } = arrived
  const lane = host.carried.get(webhook)
  if (lane === undefined || lane.leaseUntil <= now) return undefined
  const { fence, offer } = lane
  const isHeld = held.some((lease) => lease.webhook === webhook && lease.fence === fence)
  if (!isHeld && !before.includes(offer)) return undefined
  host.carried.join(webhook, arrivals)
  return { ...arrived, fence }
}

const letWait = (host: CarryingHost, { arrivals, gatheredBy, webhook }: Arrivals, now: number): void => {
  const lane = host.carried.get(webhook)
  if (lane !== undefined) writeDown(host, lane)
  insertWaiting(host, { webhook, gatheredBy }, arrivals)
  wakeLane(host, webhook, now)
}

/**
 * For events that are stored in the same write. Of an event for many webhooks only the first lanes are looked at, so that it costs no
 * more where none of them is idle.
 */
export const takeArrivals = (
  host: CarryingHost,
  all: ReadonlyArray<Arrivals>,
  leases: ArrivalLeases,
  now: number
): TakenArrivals => {
  if (leases !== noLeases) host.carried.isOwned = true
  const leased: Array<LeasedArrivals> = []
  const joining: Array<JoiningArrivals> = []
  const waiting: Array<Arrivals> = []
  let looksLeft = leases.lanes
  for (const arrived of all) {
    const joined = tryJoin(host, arrived, leases, now)
    if (joined !== undefined) joining.push(joined)
    else {
      const mayLease = looksLeft-- > 0 && host.carried.get(arrived.webhook) === undefined
      const lane = mayLease ? leaseIdle(host, arrived, leases, now) : undefined
      if (lane === undefined) waiting.push(arrived)
      else leased.push(lane)
    }
  }
  for (const arrived of waiting) letWait(host, arrived, now)
  const last = Math.max(0, ...all.map(({ arrivals }) => arrivals.at(-1)!.event))
  if (last > 0) moveMark(host, last)
  return { leased, joining, waiting }
}
