/**
 * When a request to a webhook last succeeded. The attempts say it. The row of the lane says it of attempts that are not there any more,
 * or that very many others have followed.
 */
import type { SqliteHost } from "../connection/SqliteHost.ts"

// our choice: a lane that does not fail has fewer failed attempts than that after its last success.
const attemptsToLookAt = 64

/** The newest success among some of the attempts of a lane `l`: the newest of them for which a condition holds. */
const among = (attempts: number, condition = ""): string => `(select max(a.time) from (
    select d.time, d.success from delivery d where d.webhook = l.webhook ${condition} order by d.time desc limit ${attempts}
  ) a where a.success = 1)`

/** Of a lane that fails, it is also looked for before its failures. */
const newest = `coalesce(${among(1)}, ${among(attemptsToLookAt)},
  iif(l.failing_since is null, null, ${among(attemptsToLookAt, "and d.time <= l.failing_since")}))`

/** Of a lane `l`; null where no request has succeeded. */
export const lastSuccess = `coalesce(${newest}, l.last_success_at)`

/** Before attempts at these webhooks are removed, or their failures forgotten. */
export const noteLastSuccess = (host: SqliteHost, webhooks: ReadonlyArray<number>): void =>
  host.run(
    `update lane as l set last_success_at = ${lastSuccess}
     where webhook in (select value from json_each(?)) and ${lastSuccess} is not l.last_success_at`,
    JSON.stringify(webhooks)
  )
