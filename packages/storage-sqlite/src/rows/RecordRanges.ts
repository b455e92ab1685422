/**
 * Where the events and attempts of an owner are found, page by page.
 *
 * Both are kept in the order of time for each webhook. An owner's are those of its webhooks, merged: a second order, by
 * owner, would be written to with every event and every attempt. But a seller may have had any number of webhooks, so only
 * its first ones are looked at one by one. Records of the others are gathered in an index by owner.
 */
import type { Viewer, WebhookId } from "@sellerkit/core"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { findAccount, findOwner, ownersOf } from "./Owners.ts"

/** A range of an index that is ordered by time and sequence: rows whose `column` is `value`. */
export interface RecordRange {
  readonly column: "webhook" | "gathered_by"
  readonly value: number
}

// our choice: how many webhooks of an account have a range of their own; deleted webhooks with records count too. Most accounts
// have fewer.
const mostRanges = 64

/** What a new webhook's records are gathered by: its owner, when enough webhooks of the account have a range of their own. */
export const gatheredBy = (host: SqliteHost, account: number, owner: number): number | null => {
  const [{ ranges }] = rows<{ ranges: number }>(
    host,
    `select count(*) as ranges from owner join webhook using (owner) where account = ? and gathered_by is null`,
    account
  ) as [{ ranges: number }]
  return ranges < mostRanges ? null : owner
}

const gathered = (owners: ReadonlyArray<number>): ReadonlyArray<RecordRange> =>
  owners.map((value) => ({ column: "gathered_by", value }))

const ofWebhooks = (found: ReadonlyArray<{ readonly webhook: number }>): ReadonlyArray<RecordRange> =>
  found.map(({ webhook }) => ({ column: "webhook", value: webhook }))

/** The ranges of an owner, or of one of its webhooks. */
export const rangesOf = (
  host: SqliteHost,
  owner: number,
  webhookId: WebhookId | undefined
): ReadonlyArray<RecordRange> => {
  if (webhookId !== undefined) {
    return ofWebhooks(rows(host, "select webhook from webhook where id = ? and owner = ?", webhookId, owner))
  }
  const own = rows<{ webhook: number }>(
    host,
    "select webhook from webhook where owner = ? and gathered_by is null",
    owner
  )
  return [...ofWebhooks(own), ...gathered([owner])]
}

/** The ranges of the webhooks that somebody sees, or of one of them. */
export const rangesSeen = (
  host: SqliteHost,
  { onlyService: serviceId, ...account }: Viewer,
  webhookId: WebhookId | undefined
): ReadonlyArray<RecordRange> => {
  if (serviceId !== undefined) {
    return rangesOf(host, findOwner(host, { ...account, serviceId })?.owner ?? 0, webhookId)
  }
  const number = findAccount(host, account) ?? 0
  if (webhookId !== undefined) {
    const sql = "select webhook from webhook join owner using (owner) where webhook.id = ? and account = ?"
    return ofWebhooks(rows(host, sql, webhookId, number))
  }
  const own = rows<{ webhook: number }>(
    host,
    "select webhook from owner join webhook using (owner) where account = ? and gathered_by is null",
    number
  )
  return [...ofWebhooks(own), ...gathered(ownersOf(host, account))]
}
