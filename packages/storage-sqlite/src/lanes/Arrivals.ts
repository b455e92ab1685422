/**
 * What becomes of events as they arrive, at each webhook that is enabled: they join a lane that a dispatcher has, or their lane is leased
 * to it, or they wait. Part of the write that stores the events, in plain values.
 */
import type { SealedSecret, ServiceId, WebhookId } from "@sellerkit/core"
import { row } from "../connection/SqliteHost.ts"
import type { CarriedEvent, CarryingHost } from "./CarriedLanes.ts"
import { insertWaiting, moveMark, writeDown } from "./CarriedRows.ts"
import { wakeLane } from "./Lanes.ts"

/** What a dispatcher takes: so many lanes at most, each for so many milliseconds, and events for lanes that it has. */
export interface ArrivalLeases {
  readonly lanes: number
  readonly lease: number
  readonly held: ReadonlyArray<{ readonly webhook: number; readonly fence: number }>
}

/** Where no dispatcher takes anything. */
export const noLeases: ArrivalLeases = { lanes: 0, lease: 0, held: [] }

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

export interface TakenArrivals {
  readonly leased: ReadonlyArray<LeasedArrivals>
  readonly joining: ReadonlyArray<Arrivals>
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
  lease: number,
  now: number
): LeasedArrivals | undefined => {
  const idle = row<IdleLane>(host, idleLane, webhook, now, now)
  if (idle === undefined) return undefined
  const { batch_size: batchSize, id: webhookId, secret, service_id: service, url } = idle
  const serviceId = service === "" ? null : (service as ServiceId)
  const fence = (host.carried.unwritten(webhook)?.fence ?? idle.fence) + 1
  host.carried.lease({ webhook, gatheredBy, fence, leaseUntil: now + lease })
  host.carried.join(webhook, arrivals)
  return { webhook, gatheredBy, webhookId, serviceId, fence, url, secret, batchSize, arrivals }
}

/** Gives whether they have joined the lane. One that another dispatcher has, or whose lease is over, takes no more. */
const tryJoin = (
  host: CarryingHost,
  { arrivals, webhook }: Arrivals,
  { held }: ArrivalLeases,
  now: number
): boolean => {
  const lane = host.carried.get(webhook)
  if (lane === undefined || lane.leaseUntil <= now) return false
  if (!held.some((lease) => lease.webhook === webhook && lease.fence === lane.fence)) return false
  host.carried.join(webhook, arrivals)
  return true
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
  const joining: Array<Arrivals> = []
  const waiting: Array<Arrivals> = []
  let looksLeft = leases.lanes
  for (const arrived of all) {
    if (tryJoin(host, arrived, leases, now)) joining.push(arrived)
    else {
      const mayLease = looksLeft-- > 0 && host.carried.get(arrived.webhook) === undefined
      const lane = mayLease ? leaseIdle(host, arrived, leases.lease, now) : undefined
      if (lane === undefined) waiting.push(arrived)
      else leased.push(lane)
    }
  }
  for (const arrived of waiting) letWait(host, arrived, now)
  const last = Math.max(0, ...all.map(({ arrivals }) => arrivals.at(-1)!.event))
  if (last > 0) moveMark(host, last)
  return { leased, joining, waiting }
}
