/** The function that gives lanes back. */
import { notify } from "../../../connection/WorkNotifications.ts"
import { indexedPlans } from "../indexedPlans.ts"
import { hasTest } from "../lanes.ts"
import { queueRest } from "./queueRest.ts"

/** `sellerkit.release`: gives lanes back unsent; they are due at once. `rest_…` and `finished_…` as of `settle`. */
export const release = `
create function sellerkit.release(
  given_now bigint, sellers uuid[], sandboxes boolean[], webhooks uuid[], fences bigint[],
  rest_sellers uuid[], rest_sandboxes boolean[], rest_webhooks uuid[], rest_ids uuid[], rest_numbers bigint[],
  rest_times bigint[], rest_sizes integer[], finished_until bigint[], finished_numbers bigint[]
) returns void language plpgsql ${indexedPlans} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  lanes tid[];
  places integer[];
  found_rows integer;
begin
  -- Also those that another has leased meanwhile: what is carried of them is queued by one at a time.
  select array_agg(l.lane) filter (where l.fence = o.fence), array_agg(o.place) filter (where l.fence = o.fence)
    into lanes, places
    from (
      select * from unnest(sellers, sandboxes, webhooks, fences) with ordinality as o (seller_id, sandbox, webhook_id, fence, place)
      order by o.seller_id, o.sandbox, o.webhook_id
    ) o
    cross join lateral (
      select l.ctid as lane, l.fence from sellerkit.lane l
      where l.seller_id = o.seller_id and l.sandbox = o.sandbox and l.webhook_id = o.webhook_id
      for update
    ) l;
  ${queueRest}
  perform sellerkit.take_wakes(
    array(select sellers[p] from unnest(places) p), array(select sandboxes[p] from unnest(places) p),
    array(select webhooks[p] from unnest(places) p));

  update sellerkit.lane l set lease_until = 0, ready_at = case when exists (
        select from sellerkit.pending p
        where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)
      then case when l.deleted_at is not null then now_at when l.enabled then case when l.wait_until <= now_at then now_at when ${hasTest} then now_at else l.wait_until end
        else l.held_until end end
    where l.ctid = any (lanes);
  perform ${notify};
end
$$`

/** The same as processes of the schemas before the seventh call it. */
export const releaseBefore = `
create function sellerkit.release(given_now bigint, sellers uuid[], sandboxes boolean[], webhooks uuid[], fences bigint[])
returns void language plpgsql ${indexedPlans} as $$
begin
  perform sellerkit.release(given_now, sellers, sandboxes, webhooks, fences, '{}'::uuid[], '{}'::boolean[], '{}'::uuid[], '{}'::uuid[],
    '{}'::bigint[], '{}'::bigint[], '{}'::integer[], '{}'::bigint[], '{}'::bigint[]);
end
$$`
