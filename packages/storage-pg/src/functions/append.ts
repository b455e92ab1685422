import { notify } from "../Work.ts"
import { eachOf } from "../eachOf.ts"
import { indexedPlans } from "./indexedPlans.ts"

/** Whether a key may be the id of an event. The length is looked at first: that is quicker. */
const isId = "length(e.key) = 36 and e.key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'"

/**
 * Leases lanes that get events, and in which nothing waits: those that nobody else is looking at. What waits in a lane is looked
 * at before the lane is locked, so that events that somebody else stores at this moment may be sent after these, as if they had
 * come later; their `wake` is there for the next claim.
 */
const leaseIdle = `if lease is not null then
    select array_agg(l.lane), array_agg(w.seller_id), array_agg(w.sandbox), array_agg(w.webhook_id), array_agg(h.service_id),
        array_agg(h.url), array_agg(h.secret), array_agg(l.fence + 1), array_agg(l.batch_size)
      into lanes, leased_sellers, leased_sandboxes, leased_webhooks, leased_services,
        leased_urls, leased_secrets, leased_fences, leased_sizes
      from (
        select g.*, row_number() over (partition by g.seller_id, g.sandbox order by g.webhook_id) as nth from (
          select e.seller_id, e.sandbox, s.webhook_id, max(e.most) as most
          from unnest(sellers, sandboxes, scopes, types, own, most_lanes) as e (seller_id, sandbox, scope, type, own, most)
          ${eachOf(
            `select s.webhook_id from sellerkit.subscription s
            where s.seller_id = e.seller_id and s.sandbox = e.sandbox and s.scope = e.scope and s.type = e.type and s.enabled`,
            "s"
          )}
          where e.most > 0 and e.own is distinct from false
          group by e.seller_id, e.sandbox, s.webhook_id
        ) g
      ) w
      cross join lateral (
        select l.ctid as lane, l.fence, l.batch_size from sellerkit.lane l
        where l.seller_id = w.seller_id and l.sandbox = w.sandbox and l.webhook_id = w.webhook_id
          and l.enabled and l.deleted_at is null and l.ready_at is null and l.wait_until <= now_at
          and l.failures = 0
          and not exists (
            select from sellerkit.pending p
            where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)
        for update skip locked
      ) l
      ${eachOf(
        `select h.service_id, h.url, h.secret from sellerkit.webhook h
        where h.seller_id = w.seller_id and h.sandbox = w.sandbox and h.webhook_id = w.webhook_id`,
        "h"
      )}
      where w.nth <= w.most;
    update sellerkit.lane l set fence = l.fence + 1, lease_until = now_at + lease, ready_at = now_at + lease,
        has_retries = false
      where l.ctid = any (lanes);
  end if;`

/**
 * `sellerkit.append`: stores events and finds who receives them, in the caller's transaction. It only inserts, so that
 * nobody waits for anybody, except for a key that another transaction is about to take.
 *
 * `only_webhook`: test events, for one webhook whatever it is subscribed to; null for all others.
 *
 * `lease`: for how long, in milliseconds, lanes may be leased to the caller, `most_lanes` of the account of each event; null
 * for no lane. Only those are that are enabled and in which nothing waits or has failed. Nobody is woken for them.
 *
 * One row comes back, of lists. `places`: which events, from 1, were stored, because somebody is subscribed; with how many
 * webhooks receive each, and how many miss it because they are not enabled. `known_…`: those whose key belongs to an event
 * that is there. Where one of these has another content, nothing is written at all, and `conflicts` names such events.
 * `wakes`: whether something was stored that has to be claimed. `leased_…`: the lanes that were leased; `event_…`: of each
 * event in one of them, which lane, which event, and its number.
 */
export const append = `
create function sellerkit.append(
  given_now bigint, sellers uuid[], sandboxes boolean[], ids uuid[], keys text[], times bigint[], times_given boolean[],
  scopes text[], types text[], payloads text[], traceparents text[], only_webhook uuid,
  lease bigint default null, most_lanes integer[] default null
) returns table (
  places integer[], deliveries integer[], missed integer[],
  known_places integer[], known_ids uuid[], known_deliveries integer[], conflicts integer[],
  accepted_at bigint, wakes boolean,
  leased_webhooks uuid[], leased_services text[], leased_urls text[], leased_secrets text[], leased_fences bigint[],
  leased_sizes integer[], event_lanes integer[], event_places integer[], event_numbers bigint[]
) language plpgsql ${indexedPlans} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  numbers constant bigint[] := array(select sellerkit.next_number(now_at) from generate_subscripts(ids, 1));
  keyed constant integer := cardinality(array_remove(keys, null));
  taken bigint[];
  -- How many events with keys were stored.
  keyed_stored integer;
  -- The numbers of keys whose event is not there.
  vacant bigint[];
  -- Of each event: whether its key is its own; null where all are.
  own boolean[];
  -- Of the lanes that are leased.
  lanes tid[];
  leased_sellers uuid[];
  leased_sandboxes boolean[];
begin
  accepted_at := now_at;
  wakes := false;
  if keyed > 0 then
    -- A key is taken where somebody is subscribed, and where it is not the id of an event.
    with taken_key as (
      insert into sellerkit.event_key (seller_id, sandbox, idempotency_key, event_id, number)
      select e.seller_id, e.sandbox, e.key, e.event_id, e.number
      from unnest(sellers, sandboxes, keys, ids, numbers, scopes, types)
        as e (seller_id, sandbox, key, event_id, number, scope, type)
      where e.key is not null
        and (only_webhook is not null or exists (
          select from sellerkit.subscription s
          where s.seller_id = e.seller_id and s.sandbox = e.sandbox and s.scope = e.scope and s.type = e.type offset 0))
        and not (${isId} and exists (
          select from sellerkit.event k
          where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.event_id = e.key::uuid offset 0))
      order by e.seller_id, e.sandbox, e.key
      on conflict do nothing
      returning event_key.number
    )
    select array_agg(t.number) into taken from taken_key t;

    if taken is null or cardinality(taken) < keyed then
      own := array(
        select e.key is null or coalesce(e.number = any (taken), false)
        from unnest(keys, numbers) with ordinality as e (key, number, place) order by e.place);

      with known as (
        select e.place, e.scope, e.type, e.payload, e.time, e.time_given, k.event_id, k.number, e.seller_id, e.sandbox
        from unnest(sellers, sandboxes, keys, times, times_given, scopes, types, payloads, own) with ordinality
          as e (seller_id, sandbox, key, time, time_given, scope, type, payload, own, place)
        ${eachOf(
          `select k.event_id, k.number from sellerkit.event_key k
          where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key`,
          "k"
        )}
        where not e.own
        union all
        select e.place, e.scope, e.type, e.payload, e.time, e.time_given, e.key::uuid, null, e.seller_id, e.sandbox
        from unnest(sellers, sandboxes, keys, times, times_given, scopes, types, payloads, own) with ordinality
          as e (seller_id, sandbox, key, time, time_given, scope, type, payload, own, place)
        where not e.own and ${isId}
          and not exists (select from sellerkit.event_key k
            where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key offset 0)
      )
      select array_agg(k.place) filter (where v.event_id is not null),
        array_agg(v.event_id) filter (where v.event_id is not null),
        array_agg(v.enabled_webhooks) filter (where v.event_id is not null),
        array_agg(k.place) filter (where v.scope <> k.scope or v.type <> k.type or v.payload <> k.payload
          or (k.time_given and v.time <> k.time)),
        array_agg(k.number) filter (where v.event_id is null and k.number is not null)
        into known_places, known_ids, known_deliveries, conflicts, vacant
        from known k
        left join lateral (
          select v.* from sellerkit.event v
          where v.seller_id = k.seller_id and v.sandbox = k.sandbox and v.event_id = k.event_id
            and (k.number is null or v.number = k.number) offset 0
        ) v on true;

      if conflicts is not null or vacant is not null then
        delete from sellerkit.event_key k using unnest(sellers, sandboxes, keys, numbers) as e (seller_id, sandbox, key, number)
          where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key
            and (k.number = e.number or (conflicts is null and k.number = any (vacant)));
        if conflicts is null then
          -- A key without its event is free, for whoever is first to take it now.
          return query select * from sellerkit.append(given_now, sellers, sandboxes, ids, keys, times, times_given, scopes, types,
            payloads, traceparents, only_webhook, lease, most_lanes);
        else
          return next;
        end if;
        return;
      end if;
    end if;
  end if;

  ${leaseIdle}

  with reached as materialized (
    select e.*, octet_length(e.payload) as bytes, r.*
    from unnest(sellers, sandboxes, ids, numbers, keys, times, scopes, types, payloads, traceparents, own) with ordinality
      as e (seller_id, sandbox, event_id, number, key, time, scope, type, payload, traceparent, own, place)
    cross join lateral (
      select array_agg(t.webhook_id order by t.webhook_id) as webhook_ids,
        coalesce(array_agg(t.webhook_id) filter (where t.enabled), '{}') as enabled_ids,
        coalesce(array_agg(t.webhook_id) filter (where not t.enabled), '{}') as disabled_ids
      from (
        select s.webhook_id, s.enabled from sellerkit.subscription s
        where only_webhook is null and s.seller_id = e.seller_id and s.sandbox = e.sandbox and s.scope = e.scope
          and s.type = e.type
        union all
        select only_webhook, true where only_webhook is not null
      ) t
    ) r
    where e.own is distinct from false and r.webhook_ids is not null
  ), new_event as (
    insert into sellerkit.event (seller_id, sandbox, event_id, number, idempotency_key, time, scope, type, test, payload,
      accepted_at, webhook_ids, enabled_webhooks, traceparent)
    select e.seller_id, e.sandbox, e.event_id, e.number, e.key, e.time, e.scope, e.type, only_webhook is not null, e.payload,
      now_at, e.webhook_ids, cardinality(e.enabled_ids), e.traceparent
    from reached e
  ), new_recipient as (
    insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, due_at, state, drop_reason)
    select e.seller_id, e.sandbox, t.webhook_id, e.time, e.event_id, e.number, e.bytes, now_at, 0, null
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
    union all
    select e.seller_id, e.sandbox, t.webhook_id, e.time, e.event_id, e.number, e.bytes, now_at, 2, 'webhookDisabled'
    from reached e cross join unnest(e.disabled_ids) as t (webhook_id)
  ), new_pending as (
    insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
    select e.seller_id, e.sandbox, t.webhook_id, 0, now_at, e.number, e.event_id, e.time, e.bytes
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
  ), new_wake as (
    insert into sellerkit.wake (seller_id, sandbox, webhook_id, number, at)
    select e.seller_id, e.sandbox, t.webhook_id, min(e.number), now_at
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
    where leased_webhooks is null or t.webhook_id <> all (leased_webhooks)
    group by e.seller_id, e.sandbox, t.webhook_id
    returning 1
  ), leased_event as (
    select array_position(leased_webhooks, t.webhook_id) as lane, e.place, e.number
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
    where t.webhook_id = any (leased_webhooks)
  )
  select array_agg(e.place), array_agg(cardinality(e.enabled_ids)), array_agg(cardinality(e.disabled_ids)), count(e.key),
      exists (select from new_wake),
      (select array_agg(l.lane order by l.place) from leased_event l),
      (select array_agg(l.place order by l.place) from leased_event l),
      (select array_agg(l.number order by l.place) from leased_event l)
    into places, deliveries, missed, keyed_stored, wakes, event_lanes, event_places, event_numbers from reached e;

  -- Meanwhile a lane may have lost the subscription that it was leased for.
  if leased_webhooks is not null then
    update sellerkit.lane l set lease_until = 0, ready_at = now_at
      from unnest(leased_sellers, leased_sandboxes, leased_webhooks) with ordinality as e (seller_id, sandbox, webhook_id, lane)
      where e.lane <> all (coalesce(event_lanes, '{}'))
        and l.seller_id = e.seller_id and l.sandbox = e.sandbox and l.webhook_id = e.webhook_id;
  end if;

  -- Taking a key may wait for another transaction, and meanwhile nobody may be subscribed any more.
  if cardinality(taken) > keyed_stored then
    delete from sellerkit.event_key k using unnest(sellers, sandboxes, keys, numbers) with ordinality
        as e (seller_id, sandbox, key, number, place)
      where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key and k.number = e.number
        and e.place <> all (coalesce(places, '{}'));
  end if;

  if wakes then perform ${notify}; end if;
  return next;
end
$$`
