/**
 * When a request to a webhook last succeeded. Lanes that are carried do not write it down each time: after a process that ended, their
 * rows may be behind, and the attempts say it.
 */
import { row, type SqliteHost } from "../connection/SqliteHost.ts"

/** Of the attempts at the webhook with this number, the last that its lane follows: which is found first. */
const newestOf = (webhook: string): string =>
  `(select d.time from delivery d where d.webhook = ${webhook} and d.success = 1 and d.counts = 1 order by d.time desc limit 1)`

const isBehind = `l.failures = 0 and ${newestOf("l.webhook")} > coalesce(l.last_success_at, ${Number.MIN_SAFE_INTEGER})`

/** Of a lane `l`. */
export const lastSuccess = `iif(${isBehind}, ${newestOf("l.webhook")}, l.last_success_at)`

/** Undefined where none has. It is looked up as a lane begins to fail: later there may be many failures after it. */
export const newestSuccess = (host: SqliteHost, webhook: number): number | undefined =>
  row<{ time: number | null }>(host, `select ${newestOf("?")} as time`, webhook)?.time ?? undefined

/** Before attempts at these webhooks are removed. */
export const noteLastSuccess = (host: SqliteHost, webhooks: ReadonlyArray<number>): void =>
  host.run(
    `update lane as l set last_success_at = ${newestOf("l.webhook")}
     where webhook in (select value from json_each(?)) and ${isBehind}`,
    JSON.stringify(webhooks)
  )
