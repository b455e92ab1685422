/**
 * When a request to a webhook last succeeded. The attempts say it. The row of the lane says it where they do not, or where it would
 * take long to find it in them: since the lane began to fail, and since it was last released.
 */

/** Of the attempts of a lane `l`, the last that it follows: which is found first, unless the lane fails. */
const newest = `(select d.time from sellerkit.delivery d
    where d.seller_id = l.seller_id and d.sandbox = l.sandbox and d.webhook_id = l.webhook_id and d.success and d.counts
    order by d.time desc limit 1)`

/** Of a lane `l`; null where no request has succeeded. */
export const lastSuccess = `case when l.failures = 0 then greatest(l.last_success_at, ${newest}) else l.last_success_at end`
