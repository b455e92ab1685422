/**
 * When a request to a webhook last succeeded. The attempts say it. The row of the lane says it where they do not, or where it would
 * take long to find it in them: since attempts were removed, and since the lane began to fail.
 */
import type { SqliteHost } from "../connection/SqliteHost.ts"

/** Of the attempts at the webhook with this number, the last that its lane follows: which is found first. */
const newestOf = (webhook: string): string =>
  `(select d.time from delivery d where d.webhook = ${webhook} and d.success = 1 and d.counts = 1 order by d.time desc limit 1)`

const isBehind = `l.failures = 0 and ${newestOf("l.webhook")} > coalesce(l.last_success_at, ${Number.MIN_SAFE_INTEGER})`

/** Of a lane `l`. */
export const lastSuccess = `iif(${isBehind}, ${newestOf("l.webhook")}, l.last_success_at)`

/** A request succeeded, and the lane stays as it was: its row does not say that it fares well again. */
export const noteSuccess = (host: SqliteHost, webhook: number, at: number): void =>
  host.run("update lane set last_success_at = max(coalesce(last_success_at, ?), ?) where webhook = ?", at, at, webhook)

/** Before attempts at these webhooks are removed, and before they begin to fail. */
export const noteLastSuccess = (host: SqliteHost, webhooks: ReadonlyArray<number>): void =>
  host.run(
    `update lane as l set last_success_at = ${newestOf("l.webhook")}
     where webhook in (select value from json_each(?)) and ${isBehind}`,
    JSON.stringify(webhooks)
  )
