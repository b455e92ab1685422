/** The function that says when there is something to claim. */
import { indexedPlans } from "./indexedPlans.ts"

/**
 * `sellerkit.next_due`: milliseconds until a claim has something to do; null when nothing waits. Published events that are not in
 * their lane yet count, even while another claim is taking them: that claim may leave them.
 */
export const nextDue = `
create function sellerkit.next_due(given_now bigint, full_sellers uuid[], full_sandboxes boolean[]) returns bigint
language plpgsql ${indexedPlans} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
begin
  perform sellerkit.follow_clock(now_at);
  return (with full_account as (
    select * from unnest(full_sellers, full_sandboxes) as f (seller_id, sandbox)
  ), ready as (
    (select l.ready_at from sellerkit.lane l
    where l.ready_at is not null and (not l.enabled or l.deleted_at is not null or not exists (
      select from full_account f where f.seller_id = l.seller_id and f.sandbox = l.sandbox))
    order by l.ready_at limit 1)
    union all
    (select sellerkit.readiness(l, least(w.at, now_at)) from (select * from sellerkit.wake order by number limit 1000) w
    join sellerkit.lane l using (seller_id, sandbox, webhook_id)
    where not l.enabled or l.deleted_at is not null or not exists (
      select from full_account f where f.seller_id = l.seller_id and f.sandbox = l.sandbox))
    union all
    (select c.expires_at from sellerkit.carried c order by c.expires_at limit 1)
  )
  select greatest(0, min(r.ready_at) - now_at) from ready r having min(r.ready_at) is not null);
end
$$`
