/**
 * When a request to a webhook last succeeded. The attempts say it: a lane is not written while its lease is kept. Its row says it of
 * attempts that are not there any more, or that very many others have followed.
 */
import { atWebhook } from "../schema/functions/runsInRange.ts"

// our choice: a lane that does not fail has fewer failed attempts than that after its last success.
const attemptsToLookAt = 64

// our choice, in milliseconds: a success is settled that soon after its request began. What was settled later was another one.
const settledWithin = 60_000

/** The newest success among some of the rows of attempts of a lane `l`: the newest of them for which a condition holds. */
const among = (attempts: number, condition = ""): string => `(select max(a.time) from (
      select d.time, d.success from sellerkit.delivery d
      where d.seller_id = l.seller_id and d.sandbox = l.sandbox and d.webhook_id = l.webhook_id ${condition}
      order by d.time desc limit ${attempts}
    ) a where a.success)`

/** The newest success of a lane `l` in runs of attempts. */
const inRuns = `(select o.last_time from sellerkit.attempt_run o
      where ${atWebhook({ seller: "l.seller_id", sandbox: "l.sandbox", webhook: "l.webhook_id" })}
      order by o.time desc, o.delivery_id desc limit 1)`

/** The newest success of each webhook in the log of attempts. A condition on its webhook `p.webhook_id` says of which. */
export const newestLogged = (condition: string): string => `select p.webhook_id, max(p.time) as time
    from sellerkit.attempt_log g cross join unnest(g.webhook_ids, g.times) as p (webhook_id, time)
    where ${condition} group by p.webhook_id`

/** Of one that fails, it is also looked for before its failures. */
const inRows = `coalesce(${among(1)}, ${among(attemptsToLookAt)},
      case when l.failing_since is not null then ${among(attemptsToLookAt, "and d.time <= l.failing_since")} end)`

/**
 * Of a lane `l`; null where no request has succeeded. `logged`: an expression for its newest success in the log. What its row says is when
 * a success was settled.
 */
export const lastSuccess = (logged: string): string => `(
    select coalesce(greatest(s.listed, coalesce(${inRows},
        case when l.last_success_at > s.listed + ${settledWithin} then l.last_success_at end)), l.last_success_at)
      from (select greatest(${inRuns}, ${logged}) as listed offset 0) s)`
