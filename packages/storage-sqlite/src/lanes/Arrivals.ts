/** Leases idle lanes as events arrive for them: part of the write that stores the events, in plain values. */
import type { SealedSecret, ServiceId, WebhookId } from "@sellerkit/core"
import { row, type SqliteHost } from "../connection/SqliteHost.ts"
import { leaseLanes } from "./Lanes.ts"

/** So many lanes at most, each for so many milliseconds. */
export interface ArrivalLeases {
  readonly lanes: number
  readonly lease: number
}

/** A place in the publication, and the number that its event was given. */
export interface Arrival {
  readonly place: number
  readonly event: number
}

/** What arrived at each enabled webhook, by its number. */
export type Arrivals = ReadonlyMap<number, ReadonlyArray<Arrival>>

/** A lane that was leased, with everything that arrived for it. */
export interface LeasedArrivals {
  readonly webhook: number
  readonly webhookId: WebhookId
  readonly serviceId: ServiceId | null
  readonly fence: number
  readonly url: string
  readonly secret: SealedSecret
  readonly batchSize: number
  readonly arrivals: ReadonlyArray<Arrival>
}

interface IdleLane {
  readonly id: WebhookId
  readonly service_id: string
  readonly fence: number
  readonly url: string
  readonly secret: SealedSecret
  readonly batch_size: number
}

/** Of a lane that does not have to be looked at: nothing waits in it, and it is not leased. */
const idleLane = `select w.id, o.service_id, l.fence, w.url, w.secret, l.batch_size
  from lane l join webhook w using (webhook) join owner o using (owner)
  where l.webhook = ? and l.ready_at is null and l.failures = 0 and l.wait_until <= ? and l.lease_until <= ?
    and w.status = 'enabled' and w.deleted_at is null`

/**
 * For events that are stored in the same write, and have not woken the lanes. Of an event for many webhooks only the first lanes
 * are looked at, so that it costs no more where none of them is idle.
 */
export const leaseIdleLanes = (
  host: SqliteHost,
  all: Arrivals,
  { lanes, lease }: ArrivalLeases,
  now: number
): ReadonlyArray<LeasedArrivals> => {
  const leased: Array<LeasedArrivals> = []
  for (const [webhook, arrivals] of [...all].slice(0, lanes)) {
    const idle = row<IdleLane>(host, idleLane, webhook, now, now)
    if (idle === undefined) continue
    const { batch_size: batchSize, fence, id: webhookId, secret, service_id: service, url } = idle
    const serviceId = service === "" ? null : (service as ServiceId)
    leased.push({ webhook, webhookId, serviceId, fence: fence + 1, url, secret, batchSize, arrivals })
  }
  leaseLanes(
    host,
    leased.map(({ webhook }) => webhook),
    now + lease
  )
  return leased
}
