import { notify } from "../Work.ts"

/** Every id there can be, as SQL tells one from other texts. */
const anyId = "'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'"

/**
 * `sellerkit.append`: stores events and finds who receives them, in the caller's transaction. It only inserts, so that
 * nobody waits for anybody, except for a key that another transaction is about to take.
 *
 * `only_webhook`: test events, for one webhook whatever it is subscribed to; null for all others.
 *
 * One row comes back per event. Where the key of one belongs to another event with another content, nothing is written at
 * all, and the rows of such events say so.
 */
export const append = `
create function sellerkit.append(
  given_now bigint, sellers uuid[], sandboxes boolean[], ids uuid[], keys text[], times bigint[], times_given boolean[],
  scopes text[], types text[], payloads text[], traceparents text[], only_webhook uuid
) returns table (place integer, event_id uuid, deliveries integer, missed integer, conflict boolean)
language plpgsql as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  numbers bigint[];
  stored boolean[];
  known_places integer[];
  known_ids uuid[];
  known_deliveries integer[];
  conflicts integer[];
begin
  select array_agg(sellerkit.next_number(now_at) order by i) into numbers from generate_subscripts(ids, 1) i;

  -- Events are stored where somebody is subscribed, and where their key is not an event's id.
  select array_agg(
      only_webhook is not null or exists (select from sellerkit.subscription s where s.seller_id = e.seller_id and s.sandbox = e.sandbox
        and s.scope = e.scope and s.type = e.type)
      and not (e.key is not null and e.key ~ ${anyId}
        and exists (select from sellerkit.event k where k.seller_id = e.seller_id and k.sandbox = e.sandbox
          and k.event_id = e.key::uuid))
      order by e.place)
    into stored
    from unnest(sellers, sandboxes, keys, scopes, types) with ordinality
      as e (seller_id, sandbox, key, scope, type, place);

  if array_length(array_remove(keys, null), 1) > 0 then
    with taken as (
      insert into sellerkit.event_key (seller_id, sandbox, idempotency_key, event_id, number)
      select e.seller_id, e.sandbox, e.key, e.event_id, e.number
      from unnest(sellers, sandboxes, keys, ids, numbers, stored) as e (seller_id, sandbox, key, event_id, number, stored)
      where e.key is not null and e.stored
      order by e.seller_id, e.sandbox, e.key
      on conflict do nothing
      returning event_key.number
    )
    select array_agg(e.stored and (e.key is null or e.number in (select t.number from taken t)) order by e.place)
      into stored
      from unnest(keys, numbers, stored) with ordinality as e (key, number, stored, place);

    with known as (
      select e.place, e.scope, e.type, e.payload, e.time, e.time_given, k.event_id, k.number, e.seller_id, e.sandbox
      from unnest(sellers, sandboxes, keys, times, times_given, scopes, types, payloads, stored) with ordinality
        as e (seller_id, sandbox, key, time, time_given, scope, type, payload, stored, place)
      join sellerkit.event_key k on k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key
      where not e.stored
      union all
      select e.place, e.scope, e.type, e.payload, e.time, e.time_given, e.key::uuid, null, e.seller_id, e.sandbox
      from unnest(sellers, sandboxes, keys, times, times_given, scopes, types, payloads, stored) with ordinality
        as e (seller_id, sandbox, key, time, time_given, scope, type, payload, stored, place)
      where not e.stored and e.key ~ ${anyId}
        and not exists (select from sellerkit.event_key k
          where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key)
    )
    select array_agg(k.place), array_agg(v.event_id), array_agg(v.enabled_webhooks),
      array_agg(k.place) filter (where v.scope <> k.scope or v.type <> k.type or v.payload <> k.payload
        or (k.time_given and v.time <> k.time))
      into known_places, known_ids, known_deliveries, conflicts
      from known k
      join sellerkit.event v on v.seller_id = k.seller_id and v.sandbox = k.sandbox and v.event_id = k.event_id
        and (k.number is null or v.number = k.number);

    if conflicts is not null then
      delete from sellerkit.event_key k using unnest(sellers, sandboxes, keys, numbers) as e (seller_id, sandbox, key, number)
        where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key and k.number = e.number;
      return query select i, ids[i], 0, 0, i = any (conflicts) from generate_subscripts(ids, 1) i order by i;
      return;
    end if;
  end if;

  return query
  with input as (
    select * from unnest(sellers, sandboxes, ids, numbers, keys, times, scopes, types, payloads, traceparents, stored)
      with ordinality
      as e (seller_id, sandbox, event_id, number, key, time, scope, type, payload, traceparent, stored, place)
  ), target as (
    select e.place, s.webhook_id, s.enabled
    from input e
    join sellerkit.subscription s on s.seller_id = e.seller_id and s.sandbox = e.sandbox
      and s.scope = e.scope and s.type = e.type
    where e.stored and only_webhook is null
    union all
    select e.place, only_webhook, true from input e where only_webhook is not null
  ), reached as (
    select t.place, array_agg(t.webhook_id order by t.webhook_id) as webhook_ids,
      (count(*) filter (where t.enabled))::integer as enabled, (count(*) filter (where not t.enabled))::integer as missed
    from target t group by t.place
  ), new_event as (
    insert into sellerkit.event (seller_id, sandbox, event_id, number, idempotency_key, time, scope, type, test, payload,
      accepted_at, webhook_ids, enabled_webhooks, traceparent)
    select e.seller_id, e.sandbox, e.event_id, e.number, e.key, e.time, e.scope, e.type, only_webhook is not null, e.payload,
      now_at, r.webhook_ids, r.enabled, e.traceparent
    from input e join reached r using (place)
  ), new_recipient as (
    insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, due_at, state, drop_reason)
    select e.seller_id, e.sandbox, t.webhook_id, e.time, e.event_id, e.number, octet_length(e.payload), now_at,
      case when t.enabled then 0 else 2 end, case when t.enabled then null else 'webhookDisabled' end
    from input e join target t using (place)
  ), new_pending as (
    insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
    select e.seller_id, e.sandbox, t.webhook_id, 0, now_at, e.number, e.event_id, e.time, octet_length(e.payload)
    from input e join target t using (place) where t.enabled
  ), new_wake as (
    insert into sellerkit.wake (seller_id, sandbox, webhook_id, number, at)
    select e.seller_id, e.sandbox, t.webhook_id, min(e.number), now_at
    from input e join target t using (place) where t.enabled
    group by e.seller_id, e.sandbox, t.webhook_id
  )
  select e.place::integer, coalesce(k.event_id, e.event_id), coalesce(k.deliveries, r.enabled, 0), coalesce(r.missed, 0), false
  from input e
  left join reached r using (place)
  left join unnest(known_places, known_ids, known_deliveries) as k (place, event_id, deliveries) on k.place = e.place
  order by e.place;

  if true = any (stored) then perform ${notify}; end if;
end
$$`
