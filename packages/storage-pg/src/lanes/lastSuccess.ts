/**
 * When a request to a webhook last succeeded. The attempts say it: a lane is not written while its lease is kept. Its row says it of
 * attempts that are not there any more, or that very many others have followed.
 */

// our choice: a lane that does not fail has fewer failed attempts than that after its last success.
const attemptsToLookAt = 64

/** The newest success among some of the attempts of a lane `l`: the newest of them for which a condition holds. */
const among = (attempts: number, condition = ""): string => `(select max(a.time) from (
      select d.time, d.success from sellerkit.delivery d
      where d.seller_id = l.seller_id and d.sandbox = l.sandbox and d.webhook_id = l.webhook_id ${condition}
      order by d.time desc limit ${attempts}
    ) a where a.success)`

/** Of a lane `l`; null where no request has succeeded. Of one that fails, it is also looked for before its failures. */
export const lastSuccess = `coalesce(${among(1)}, ${among(attemptsToLookAt)},
    case when l.failing_since is not null then ${among(attemptsToLookAt, "and d.time <= l.failing_since")} end, l.last_success_at)`
