/** The lane of a webhook: when it has to be looked at. Parts of the ports' writes. */
import type { Webhook, WebhookId } from "@sellerkit/core"
import { largestBatch, testDueAt } from "@sellerkit/core/queue-rules"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { recipientState } from "../stored/RecipientState.ts"
import { noteLastSuccess } from "./LastSuccess.ts"

/** Instead of an account: nothing is sent to the lane's webhook, so the lane takes of nobody's share. */
const nobody = 0

/** The lane of a new webhook, which takes of the account's share while it is enabled. */
export const insertLane = (host: SqliteHost, webhook: number, account: number, { enabled }: Webhook): void =>
  host.run(
    "insert into lane (webhook, share_of, batch_size) values (?, ?, ?)",
    webhook,
    enabled ? account : nobody,
    largestBatch
  )

/** A lane knows how old the oldest attempt at its webhook is. The time is given twice. */
export const noteOldestAttempt =
  "update lane set oldest_attempt_at = ? where webhook = ? and (oldest_attempt_at is null or oldest_attempt_at > ?)"

/** Within a change of a lane: whether anything waits in it. */
export const hasPending = `exists (select 1 from recipient r where r.webhook = lane.webhook and r.state = ${recipientState.pending})`

/** Something new waits. A lane that has to be looked at by then anyway is not written to. */
export const wakeLane = (host: SqliteHost, webhook: number, now: number): void =>
  host.run(
    `update lane set ready_at = max(?, wait_until, lease_until)
     where webhook = ? and (ready_at is null or ready_at > max(?, wait_until, lease_until))`,
    now,
    webhook,
    now
  )

/** From now on they belong to one dispatcher. They are looked at again when the lease has run out. */
export const leaseLanes = (host: SqliteHost, webhooks: ReadonlyArray<number>, until: number): void => {
  if (webhooks.length === 0) return
  host.run(
    `update lane set fence = fence + 1, lease_until = ?, ready_at = ?
     where webhook in (select value from json_each(?))`,
    until,
    until,
    JSON.stringify(webhooks)
  )
}

/** Whether a test event waits in it that was never tried. */
const hasTest = (host: SqliteHost, webhook: number): boolean =>
  rows(
    host,
    `select 1 from recipient where webhook = ? and state = ${recipientState.pending} and attempts = 0 and due_at = ${testDueAt}
     limit 1`,
    webhook
  ).length > 0

/** Until when nothing is sent of a lane that waits until `waitUntil`. A test event does not wait for that. */
export const pausedUntil = (host: SqliteHost, webhook: number, waitUntil: number, now: number): number =>
  waitUntil > now && hasTest(host, webhook) ? now : waitUntil

/** A test event waits. */
export const wakeForTest = (host: SqliteHost, webhook: number, now: number): void =>
  host.run(
    `update lane set ready_at = max(?, lease_until)
     where webhook = ? and (ready_at is null or ready_at > max(?, lease_until))`,
    now,
    webhook,
    now
  )

/**
 * Makes everything that waits due. What was due already stays due since then. Nothing changes while a request is in flight, or
 * where nothing is sent to the webhook.
 */
export const endPause = (host: SqliteHost, account: number, id: WebhookId, now: number): void => {
  const [ended] = rows<{ webhook: number }>(
    host,
    `update lane set wait_until = 0, ready_at = iif(${hasPending}, min(coalesce(ready_at, ?), ?), null)
     where webhook = (select webhook from webhook where id = ?) and share_of = ? and lease_until <= ?
     returning webhook`,
    now,
    now,
    id,
    account,
    now
  )
  if (ended === undefined) return
  host.run(
    `update recipient set due_at = ? where (webhook, time, event) in (
       select webhook, time, event from recipient
       where webhook = ? and state = ${recipientState.pending} and attempts > 0 and due_at > ?)`,
    now,
    ended.webhook,
    now
  )
}

/**
 * The clock was set back: lanes that neither wait, nor are leased, nor are held have to be looked at now. One is looked at during its pause
 * for a test event only.
 */
export const followClock = (host: SqliteHost, now: number): void =>
  host.run(
    `update lane set ready_at = max(?, iif(ready_at < wait_until, 0, wait_until), lease_until)
     where ready_at > ? and ready_at > lease_until and ready_at <> wait_until and (share_of <> ${nobody}
       or (select w.deleted_at from webhook w where w.webhook = lane.webhook) is not null)`,
    now,
    now
  )

/** A leased lane has a time at which it has to be looked at: the index of such lanes finds it. */
const leased = "ready_at is not null and lease_until > 0"

/** Whether any lane is leased, as the file says. */
export const areAnyLeased = (host: SqliteHost): boolean =>
  rows(host, `select 1 from lane where ${leased} limit 1`).length > 0

/** Nobody has leases any more: what waits in such lanes is due. */
export const endLeases = (host: SqliteHost, now: number): void => {
  host.run(`update lane set lease_until = 0 where ${leased}`)
  followClock(host, now)
}

/** The webhook was enabled: its failures are forgotten, but not what came before them, and what waited is due at once. */
export const startLane = (host: SqliteHost, webhook: number, account: number, now: number): void => {
  noteLastSuccess(host, [webhook])
  host.run(
    `update lane set share_of = ?, failures = 0, failing_since = null, announced_at = null, wait_until = 0,
       forgiven = fence, recalled = fence, batch_size = ?, ready_at = iif(${hasPending}, max(?, lease_until), null) where webhook = ?`,
    account,
    largestBatch,
    now,
    webhook
  )
}

/** The webhook was disabled: what waits is looked at again when it has been held for long enough. */
export const holdLane = (host: SqliteHost, webhook: number, { heldUntil }: Webhook): void =>
  host.run(
    `update lane set share_of = ${nobody}, recalled = fence, ready_at = iif(${hasPending}, ?, null) where webhook = ?`,
    heldUntil?.epochMilliseconds ?? null,
    webhook
  )

/** The webhook was deleted: what waits is dropped as soon as nothing is in flight. */
export const emptyLane = (host: SqliteHost, webhook: number, now: number): void =>
  host.run(
    `update lane set share_of = ${nobody}, recalled = fence, ready_at = iif(${hasPending}, max(?, lease_until), null)
     where webhook = ?`,
    now,
    webhook
  )

/** The webhook has another secret: the dispatcher does not go on with what it claimed with the old one. */
export const recallLane = (host: SqliteHost, webhook: number): void =>
  host.run("update lane set recalled = fence where webhook = ?", webhook)
