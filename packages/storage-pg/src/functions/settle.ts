import { notify } from "../Work.ts"

/**
 * `sellerkit.settle`: writes how requests ended. One row per outcome, in order: whether it came in time, and how long ago the
 * host was told that the webhook fails. `event_verdicts`: 0 again after a wait, 1 delivered, 2 dropped.
 */
export const settle = `
create function sellerkit.settle(
  given_now bigint,
  sellers uuid[], sandboxes boolean[], webhooks uuid[], fences bigint[], deliveries uuid[], times bigint[],
  successes boolean[], codes integer[], errors text[], failures integer[], announced boolean[], sizes integer[],
  waits bigint[], retries boolean[],
  event_places integer[], event_ids uuid[], event_numbers bigint[], event_times bigint[], event_attempts integer[],
  event_due bigint[], event_verdicts integer[], event_waits bigint[],
  told_places integer[], told_sellers uuid[], told_sandboxes boolean[], told_ids uuid[], told_times bigint[],
  told_scopes text[], told_types text[], told_payloads text[]
) returns table (place integer, in_time boolean, announced_for bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  -- Of each outcome: whether it was written before, and the answer was lost; then it is neither there nor does it count. Of
  -- its lane: whether it is there, whether the lease still counts, and whether it was started anew since.
  again boolean[];
  there boolean[];
  counts boolean[];
  forgiven boolean[];
  told integer[];
begin
  perform from sellerkit.lane l
    join unnest(sellers, sandboxes, webhooks) as o (seller_id, sandbox, webhook_id) using (seller_id, sandbox, webhook_id)
    order by l.seller_id, l.sandbox, l.webhook_id for update of l;
  perform sellerkit.take_wakes(sellers, sandboxes, webhooks);

  select array_agg(a.again order by o.place), array_agg(l.fence is not null and not a.again order by o.place),
      array_agg(l.fence is not distinct from o.fence and not a.again order by o.place),
      array_agg(o.fence <= l.forgiven order by o.place)
    into again, there, counts, forgiven
    from unnest(sellers, sandboxes, webhooks, fences, deliveries) with ordinality
      as o (seller_id, sandbox, webhook_id, fence, delivery_id, place)
    left join sellerkit.lane l using (seller_id, sandbox, webhook_id)
    -- Only where the lease is over can that be: others are not looked up.
    cross join lateral (select l.fence is not null and (l.fence <> o.fence or l.lease_until = 0) and exists (
      select from sellerkit.delivery d
      where d.seller_id = o.seller_id and d.sandbox = o.sandbox and d.delivery_id = o.delivery_id) as again) a;

  insert into sellerkit.delivery (seller_id, sandbox, webhook_id, time, delivery_id, number, success, response_code, error,
      event_ids)
    select o.seller_id, o.sandbox, o.webhook_id, o.time, o.delivery_id, sellerkit.next_number(o.time), o.success, o.code,
      o.error, coalesce(e.event_ids, '{}')
    from unnest(sellers, sandboxes, webhooks, deliveries, times, successes, codes, errors, there) with ordinality
      as o (seller_id, sandbox, webhook_id, delivery_id, time, success, code, error, there, place)
    left join (
      select e.place, array_agg(e.event_id order by e.nth) as event_ids
      from unnest(event_places, event_ids) with ordinality as e (place, event_id, nth) group by e.place
    ) e on e.place = o.place
    where o.there
    order by o.place;

  -- One that comes too late is noted, and changes nothing else.
  update sellerkit.recipient r set deliveries = r.deliveries || e.deliveries
    from (
      select sellers[e.place] as seller_id, sandboxes[e.place] as sandbox, webhooks[e.place] as webhook_id, e.time,
        e.event_id, e.number, array_agg(deliveries[e.place]) as deliveries
      from unnest(event_places, event_ids, event_numbers, event_times) as e (place, event_id, number, time)
      where there[e.place] and not counts[e.place]
      group by 1, 2, 3, 4, 5, 6
    ) e
    where r.seller_id = e.seller_id and r.sandbox = e.sandbox and r.webhook_id = e.webhook_id and r.time = e.time
      and r.event_id = e.event_id and r.number = e.number;

  update sellerkit.recipient r set deliveries = r.deliveries || e.delivery_id,
      attempts = r.attempts + case when r.state = 0 then 1 else 0 end,
      due_at = case when r.state = 0 and e.verdict = 0 then now_at + e.wait else r.due_at end,
      drop_reason = case when r.state = 0 and e.verdict = 2 then 'attemptsSpent' else r.drop_reason end,
      state = case when r.state = 0 then e.verdict else r.state end
    from (
      select sellers[e.place] as seller_id, sandboxes[e.place] as sandbox, webhooks[e.place] as webhook_id, e.time,
        e.event_id, e.number, e.verdict, e.wait, deliveries[e.place] as delivery_id
      from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_waits)
        as e (place, event_id, number, time, verdict, wait)
      where counts[e.place]
    ) e
    where r.seller_id = e.seller_id and r.sandbox = e.sandbox and r.webhook_id = e.webhook_id and r.time = e.time
      and r.event_id = e.event_id and r.number = e.number;

  delete from sellerkit.pending p
    using unnest(event_places, event_numbers, event_attempts, event_due, event_verdicts) as e (place, number, attempts, due_at, verdict)
    where e.verdict <> 0 and counts[e.place]
      and p.seller_id = sellers[e.place] and p.sandbox = sandboxes[e.place] and p.webhook_id = webhooks[e.place]
      and p.attempts = e.attempts and p.due_at = e.due_at and p.number = e.number;

  update sellerkit.pending p set attempts = p.attempts + 1, due_at = now_at + e.wait
    from unnest(event_places, event_numbers, event_attempts, event_due, event_verdicts, event_waits)
      as e (place, number, attempts, due_at, verdict, wait)
    where e.verdict = 0 and counts[e.place]
      and p.seller_id = sellers[e.place] and p.sandbox = sandboxes[e.place] and p.webhook_id = webhooks[e.place]
      and p.attempts = e.attempts and p.due_at = e.due_at and p.number = e.number;

  update sellerkit.lane l set
      failures = case when o.forgiven then l.failures else o.failures end,
      failing_since = case when o.forgiven then l.failing_since when o.success then null
        else coalesce(l.failing_since, now_at) end,
      announced_at = case when o.forgiven then l.announced_at when o.announced then coalesce(l.announced_at, now_at) end,
      batch_size = case when o.forgiven then l.batch_size else o.size end,
      -- Without a wait no time is kept, so that a clock that is set back stops nothing.
      wait_until = case when o.forgiven then l.wait_until when o.wait = 0 then 0 else now_at + o.wait end,
      lease_until = 0,
      ready_at = case when o.waits then case
        when l.deleted_at is not null then now_at
        when l.enabled then case when o.forgiven or o.wait = 0 then now_at else now_at + o.wait end
        else l.held_until end end,
      has_retries = l.has_retries or o.forgiven or o.retries,
      last_success_at = case when o.success and not o.forgiven then now_at else l.last_success_at end
    from (
      select o.*, exists (
          select from sellerkit.pending p
          where p.seller_id = o.seller_id and p.sandbox = o.sandbox and p.webhook_id = o.webhook_id) as waits
      from unnest(sellers, sandboxes, webhooks, successes, failures, announced, sizes, waits, retries, counts, forgiven)
        as o (seller_id, sandbox, webhook_id, success, failures, announced, size, wait, retries, counts, forgiven)
      where o.counts
    ) o
    where l.seller_id = o.seller_id and l.sandbox = o.sandbox and l.webhook_id = o.webhook_id;

  select array_agg(t.nth order by t.nth) into told
    from unnest(told_places) with ordinality as t (place, nth) where counts[t.place] and not forgiven[t.place];
  if told is not null then
    perform from sellerkit.append(now_at,
      array(select told_sellers[t] from unnest(told) t), array(select told_sandboxes[t] from unnest(told) t),
      array(select told_ids[t] from unnest(told) t), array(select null::text from unnest(told)),
      array(select told_times[t] from unnest(told) t), array(select false from unnest(told)),
      array(select told_scopes[t] from unnest(told) t), array(select told_types[t] from unnest(told) t),
      array(select told_payloads[t] from unnest(told) t), array(select null::text from unnest(told)), null);
  end if;

  return query
    select o.place::integer, coalesce((o.counts or o.again and l.fence = o.fence) and not o.forgiven, false),
      now_at - l.announced_at
    from unnest(sellers, sandboxes, webhooks, fences, counts, again, forgiven) with ordinality
      as o (seller_id, sandbox, webhook_id, fence, counts, again, forgiven, place)
    left join sellerkit.lane l using (seller_id, sandbox, webhook_id)
    order by o.place;
end
$$`

/** `sellerkit.release`: gives lanes back unsent; they are due at once. */
export const release = `
create function sellerkit.release(given_now bigint, sellers uuid[], sandboxes boolean[], webhooks uuid[], fences bigint[])
returns void language plpgsql as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
begin
  perform from sellerkit.lane l
    join unnest(sellers, sandboxes, webhooks) as o (seller_id, sandbox, webhook_id) using (seller_id, sandbox, webhook_id)
    order by l.seller_id, l.sandbox, l.webhook_id for update of l;
  perform sellerkit.take_wakes(sellers, sandboxes, webhooks);

  update sellerkit.lane l set lease_until = 0, ready_at = case when exists (
        select from sellerkit.pending p
        where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id)
      then case when l.deleted_at is not null then now_at when l.enabled then greatest(now_at, l.wait_until)
        else l.held_until end end
    from unnest(sellers, sandboxes, webhooks, fences) as o (seller_id, sandbox, webhook_id, fence)
    where l.seller_id = o.seller_id and l.sandbox = o.sandbox and l.webhook_id = o.webhook_id and l.fence = o.fence;
  perform ${notify};
end
$$`
