/** The lane of a webhook: when it has to be looked at. Parts of the ports' writes. */
import { largestBatch, type Webhook } from "@sellerkit/core"
import { DateTime } from "effect"
import { recipientState } from "./RecipientState.ts"
import type { SqliteHost } from "./SqliteHost.ts"

/** Whose share a lane takes to which nothing is sent. */
const nobody = 0

/** The lane of a new webhook, which takes of the account's share while it is enabled. */
export const insertLane = (host: SqliteHost, webhook: number, account: number, { enabled }: Webhook): void =>
  host.run(
    "insert into lane (webhook, share_of, batch_size) values (?, ?, ?)",
    webhook,
    enabled ? account : nobody,
    largestBatch
  )

/** Something new waits. A lane that has to be looked at by then anyway is not written to. */
export const wakeLane = (host: SqliteHost, webhook: number, now: number): void =>
  host.run(
    `update lane set ready_at = max(?1, wait_until, lease_until)
     where webhook = ?2 and (ready_at is null or ready_at > max(?1, wait_until, lease_until))`,
    now,
    webhook
  )

export const hasPending = (host: SqliteHost, webhook: number): boolean =>
  host.all(`select 1 from recipient where webhook = ? and state = ${recipientState.pending} limit 1`, webhook).length >
  0

/** The webhook was enabled: its failures are forgotten, and what waited is due at once. */
export const startLane = (host: SqliteHost, webhook: number, account: number, now: number): void =>
  host.run(
    `update lane set share_of = ?1, failures = 0, failing_since = null, announced_at = null, wait_until = 0, forgiven = fence, batch_size = ?2,
       ready_at = iif(?3, max(?4, lease_until), null) where webhook = ?5`,
    account,
    largestBatch,
    hasPending(host, webhook) ? 1 : 0,
    now,
    webhook
  )

/** The webhook was disabled: what waits is looked at again when it has been held for long enough. */
export const holdLane = (host: SqliteHost, webhook: number, { heldUntil }: Webhook): void =>
  host.run(
    `update lane set share_of = ${nobody}, ready_at = ? where webhook = ?`,
    hasPending(host, webhook) && heldUntil !== undefined ? DateTime.toEpochMillis(heldUntil) : null,
    webhook
  )

/** The webhook was deleted: what waits is dropped as soon as nothing is in flight. */
export const emptyLane = (host: SqliteHost, webhook: number, now: number): void =>
  host.run(
    `update lane set share_of = ${nobody}, ready_at = iif(?1, max(?2, lease_until), null) where webhook = ?3`,
    hasPending(host, webhook) ? 1 : 0,
    now,
    webhook
  )
