/** A part of `sellerkit.settle`: the attempts themselves. */
import { logLists } from "../attempts.ts"

const lists = logLists.join(", ")

/**
 * Those that succeeded with one event each are one row of the log, mostly all of them. An outcome that was written before is not among
 * those that are there.
 */
export const writeAttempts = `if each_alone and cardinality(event_places) = count and cardinality(there) = count and false <> all (successes)
      and strpos(array_to_string(event_lists, ''), ',') = 0 then
    insert into sellerkit.attempt_log (number, ${lists})
      values (sellerkit.next_number(now_at), sellers, sandboxes, webhooks, times, deliveries, codes, event_ids);
  else
    with attempt as materialized (
      select o.*, o.success and cardinality(o.event_ids) = 1 as is_logged
      from (
        select o.*, o.event_list::uuid[] as event_ids
        from unnest(sellers, sandboxes, webhooks, deliveries, times, successes, codes, errors, event_lists) with ordinality
          as o (seller_id, sandbox, webhook_id, delivery_id, time, success, code, error, event_list, place)
        where cardinality(there) = count or o.place = any (there)
      ) o
    ), logged as (
      insert into sellerkit.attempt_log (number, ${lists})
      select sellerkit.next_number(now_at), array_agg(a.seller_id), array_agg(a.sandbox), array_agg(a.webhook_id), array_agg(a.time),
        array_agg(a.delivery_id), array_agg(a.code), array_agg(a.event_ids[1])
      from attempt a where a.is_logged having count(*) > 0
    )
    insert into sellerkit.delivery (seller_id, sandbox, webhook_id, time, delivery_id, number, success, response_code, error, event_ids)
      select a.seller_id, a.sandbox, a.webhook_id, a.time, a.delivery_id, sellerkit.next_number(a.time), a.success, a.code, a.error,
        a.event_ids
      from attempt a where not a.is_logged;
  end if;`
