/** Lanes as the host may look at them. */
import type { Backlog, LaneState, WebhookId, WebhookKey } from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import { row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { ownerValues } from "../rows/Owners.ts"
import { recipientState } from "../stored/RecipientState.ts"
import { lastSuccess } from "./LastSuccess.ts"

interface LaneRow {
  readonly id: string
  readonly failures: number
  readonly failing_since: number | null
  readonly announced_at: number | null
  readonly wait_until: number
  readonly last_success_at: number | null
  readonly waiting: number
}

const timed = <Key extends string>(key: Key, time: number | null): { readonly [K in Key]?: DateTime.Utc } =>
  (time === null ? {} : { [key]: DateTime.makeUnsafe(time) }) as { readonly [K in Key]?: DateTime.Utc }

export const laneStates = (
  host: SqliteHost,
  webhooks: ReadonlyArray<WebhookKey>,
  now: number
): ReadonlyArray<LaneState> =>
  rows<LaneRow>(
    host,
    `select w.id, l.failures, l.failing_since, l.announced_at, l.wait_until, ${lastSuccess} as last_success_at,
       (select count(*) from recipient r where r.webhook = w.webhook and r.state = ${recipientState.pending}) as waiting
     from json_each(?) k
     join webhook w on w.id = k.value ->> 0
     join owner o on o.owner = w.owner and o.service_id = k.value ->> 3
     join account a on a.account = o.account and a.seller_id = k.value ->> 1 and a.sandbox = k.value ->> 2
     join lane l on l.webhook = w.webhook
     where w.deleted_at is null`,
    JSON.stringify(webhooks.map(({ id, owner }) => [id, ...ownerValues(owner)]))
  ).map((stored) => ({
    webhookId: stored.id as WebhookId,
    failures: stored.failures,
    waiting: stored.waiting,
    ...timed("failingSince", stored.failing_since),
    ...timed("announcedAt", stored.announced_at),
    ...timed("waitUntil", stored.wait_until > now ? stored.wait_until : null),
    ...timed("lastSuccessAt", stored.last_success_at)
  }))

interface BacklogRow {
  readonly waiting: number
  readonly ready_at: number | null
  readonly backing_off: number
}

export const backlog = (host: SqliteHost, now: number): Backlog => {
  const found = row<BacklogRow>(
    host,
    `select (select count(*) from recipient where state = ${recipientState.pending}) as waiting,
       (select min(ready_at) from lane where ready_at is not null) as ready_at,
       (select count(*) from lane where ready_at is not null and wait_until > ?) as backing_off`,
    now
  )!
  return {
    waiting: found.waiting,
    overdueFor: Duration.millis(Math.max(0, now - (found.ready_at ?? now))),
    backingOff: found.backing_off
  }
}
