/** Lanes as the host may look at them. */
import type { Backlog, LaneState, WebhookId, WebhookKey } from "@sellerkit/core"
import { type DateTime, Duration } from "effect"
import { booleans, eachOf, texts, uuids } from "../connection/lists.ts"
import { time } from "../rows/Rows.ts"
import { carriedCount } from "../schema/functions/carried.ts"
import { lastSuccess, newestLogged } from "./lastSuccess.ts"

export interface LaneRow {
  readonly webhook_id: string
  readonly failures: number
  readonly failing_since: bigint | null
  readonly announced_at: bigint | null
  readonly wait_until: bigint | null
  readonly last_success_at: bigint | null
  readonly waiting: number
}

/** The lists of a row are read only where it is about the webhook. */
const ofLane = `where l.webhook_id = any (c.webhook_ids)
  and p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id`

export const lanesText = `with logged as materialized (
    ${newestLogged("p.webhook_id = any ($4::uuid[])")}
  )
  select l.webhook_id, l.failures, l.failing_since, l.announced_at,
    ${lastSuccess("(select n.time from logged n where n.webhook_id = l.webhook_id)")} as last_success_at,
    case when l.wait_until > sellerkit.milliseconds($5) then l.wait_until end as wait_until,
    (select count(*)::integer from sellerkit.pending p
     where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id)
      + ${carriedCount(ofLane)} as waiting
  from unnest($1::uuid[], $2::boolean[], $3::text[], $4::uuid[]) as k (seller_id, sandbox, service_id, webhook_id)
  ${eachOf(
    `select from sellerkit.webhook o where o.seller_id = k.seller_id and o.sandbox = k.sandbox
      and o.webhook_id = k.webhook_id and o.service_id = k.service_id`,
    "w"
  )}
  ${eachOf(
    `select * from sellerkit.lane o
    where o.seller_id = k.seller_id and o.sandbox = k.sandbox and o.webhook_id = k.webhook_id and o.deleted_at is null`,
    "l"
  )}`

/** Parameters of `lanesText`, before the time. */
export const laneKeys = (webhooks: ReadonlyArray<WebhookKey>) =>
  [
    uuids(webhooks.map(({ owner }) => owner.sellerId)),
    booleans(webhooks.map(({ owner }) => owner.sandbox)),
    texts(webhooks.map(({ owner }) => owner.serviceId ?? "")),
    uuids(webhooks.map(({ id }) => id))
  ] as const

const timed = <Key extends string>(key: Key, at: bigint | null): { readonly [K in Key]?: DateTime.Utc } =>
  (at === null ? {} : { [key]: time(at) }) as { readonly [K in Key]?: DateTime.Utc }

export const toLaneState = (stored: LaneRow): LaneState => ({
  webhookId: stored.webhook_id as WebhookId,
  failures: stored.failures,
  waiting: stored.waiting,
  ...timed("failingSince", stored.failing_since),
  ...timed("announcedAt", stored.announced_at),
  ...timed("waitUntil", stored.wait_until),
  ...timed("lastSuccessAt", stored.last_success_at)
})

export interface BacklogRow {
  readonly waiting: number
  readonly overdue: bigint
  readonly backing_off: number
}

// Published events that are not in their lane yet are due as well, unless the lane pauses; and what is carried under a lease that is over.
export const backlogText = `with moment as (select sellerkit.milliseconds($1) as now)
  select (select count(*)::integer from sellerkit.pending) + ${carriedCount()} as waiting,
    greatest(0, m.now - least(
      (select min(l.ready_at) from sellerkit.lane l where l.ready_at is not null),
      (select min(sellerkit.readiness(l, w.at)) from sellerkit.wake w
        join sellerkit.lane l using (seller_id, sandbox, webhook_id)),
      (select min(c.expires_at) from sellerkit.carried c), m.now)) as overdue,
    (select count(*)::integer from sellerkit.lane l where l.wait_until > m.now and (l.ready_at is not null or exists (
      select from sellerkit.wake w
      where w.seller_id = l.seller_id and w.sandbox = l.sandbox and w.webhook_id = l.webhook_id))) as backing_off
  from moment m`

export const toBacklog = ({ backing_off, overdue, waiting }: BacklogRow): Backlog => ({
  waiting,
  overdueFor: Duration.millis(Number(overdue)),
  backingOff: backing_off
})
