/**
 * When a request to a webhook last succeeded. The attempts say it: a lane is not written while its lease is kept. Its row says it of
 * attempts that are not there any more, or that very many others have followed.
 */

import { loggedOf } from "../schema/functions/attempts.ts"
import { atWebhook } from "../schema/functions/runsInRange.ts"

// our choice: a lane that does not fail has fewer failed attempts than that after its last success.
const attemptsToLookAt = 64

/** The newest success among some of the rows of attempts of a lane `l`: the newest of them for which a condition holds. */
const among = (attempts: number, condition = ""): string => `(select max(a.time) from (
      select d.time, d.success from sellerkit.delivery d
      where d.seller_id = l.seller_id and d.sandbox = l.sandbox and d.webhook_id = l.webhook_id ${condition}
      order by d.time desc limit ${attempts}
    ) a where a.success)`

/** The newest success of a lane `l` in runs of attempts, and in the log. Its lists are read only where they have some of the lane. */
const inRuns = `(select o.last_time from sellerkit.attempt_run o
      where ${atWebhook({ seller: "l.seller_id", sandbox: "l.sandbox", webhook: "l.webhook_id" })}
      order by o.time desc, o.delivery_id desc limit 1)`
const inLog = `(select max(p.time) from (${loggedOf("l.seller_id", "l.sandbox")} and l.webhook_id = any (g.webhook_ids)) p
      where p.webhook_id = l.webhook_id)`

/** Of a lane `l`; null where no request has succeeded. Of one that fails, it is also looked for before its failures. */
export const lastSuccess = `coalesce(
    greatest(${inRuns}, ${inLog}, coalesce(${among(1)}, ${among(attemptsToLookAt)},
      case when l.failing_since is not null then ${among(attemptsToLookAt, "and d.time <= l.failing_since")} end)),
    l.last_success_at)`
