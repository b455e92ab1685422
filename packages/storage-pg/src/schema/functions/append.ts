/** The function that stores events. It also leases lanes that get some. */
import { testDueAt } from "@sellerkit/core"
import { eachOf } from "../../connection/lists.ts"
import { notify } from "../../connection/WorkNotifications.ts"
import { indexedPlans } from "./indexedPlans.ts"

/** Whether a key may be the id of an event. The length is looked at first: that is quicker. */
const isId = "length(e.key) = 36 and e.key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'"

/** A lane in which nothing waits and nothing has failed, and that nobody has leased or locked. */
const idleLane = (
  seller: string,
  sandbox: string,
  webhook: string
): string => `select l.ctid as lane from sellerkit.lane l
        where l.seller_id = ${seller} and l.sandbox = ${sandbox} and l.webhook_id = ${webhook}
          and l.enabled and l.deleted_at is null and l.ready_at is null and l.lease_until = 0 and l.wait_until <= now_at
          and l.failures = 0
          and not exists (
            select from sellerkit.pending p
            where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)
        for update skip locked`

/**
 * Nothing that an index holds changes. Where nobody settles what is carried, a claim takes it over. A lane that was locked may be
 * newer than the statement's snapshot: the update does not find that one, and its events wait.
 */
const leasing = "fence = l.fence + 1, lease_until = now_at + lease, has_retries = false"

const giveLeased = `select array_agg(l.webhook_id), array_agg(l.service_id), array_agg(l.url), array_agg(l.secret), array_agg(l.fence),
        array_agg(l.batch_size)
      into leased_webhooks, leased_services, leased_urls, leased_secrets, leased_fences, leased_sizes from leased l;`

/**
 * Leases lanes that get events and in which nothing waits, except lanes that another transaction has locked. What waits in a
 * lane is read before the lane is locked, so events that another transaction stores at this moment may be sent after these, as
 * if they had come later; their `wake` is left for the next claim. What a process left when it ended is taken over by a claim.
 */
const leaseIdle = `if is_alone and cardinality(receivers) = 1 and enabled_ends[1] = 1 and most_lanes[1] > 0
      and receivers[1] <> all (held_webhooks) then
    with idle as materialized (
      ${idleLane("sellers[1]", "sandboxes[1]", "receivers[1]")}
    ), leased as (
      update sellerkit.lane l set ${leasing}
        from idle i, sellerkit.webhook h
        where l.ctid = i.lane and h.seller_id = sellers[1] and h.sandbox = sandboxes[1] and h.webhook_id = receivers[1]
        returning h.webhook_id, h.service_id, h.url, h.secret, l.fence, l.batch_size
    )
    ${giveLeased}
  elsif not receivers <@ held_webhooks then
    with idle as materialized (
      select w.webhook_id, h.service_id, h.url, h.secret, l.lane
      from (
        select g.*, row_number() over (partition by g.seller_id, g.sandbox order by g.webhook_id) as nth from (
          select sellers[r.audience] as seller_id, sandboxes[r.audience] as sandbox, r.webhook_id,
            max(most_lanes[r.audience]) as most
          from unnest(receivers, receiver_audiences) with ordinality as r (webhook_id, audience, nth)
          where most_lanes[r.audience] > 0 and r.nth <= enabled_ends[r.audience]
            and r.webhook_id <> all (held_webhooks)
          group by 1, 2, 3
        ) g
      ) w
      cross join lateral (${idleLane("w.seller_id", "w.sandbox", "w.webhook_id")}) l
      ${eachOf(
        `select h.service_id, h.url, h.secret from sellerkit.webhook h
        where h.seller_id = w.seller_id and h.sandbox = w.sandbox and h.webhook_id = w.webhook_id`,
        "h"
      )}
      where w.nth <= w.most
    ), leased as (
      update sellerkit.lane l set ${leasing}
        from idle i where l.ctid = i.lane
        returning i.webhook_id, i.service_id, i.url, i.secret, l.fence, l.batch_size
    )
    ${giveLeased}
  end if;
  if leased_webhooks is not null then
    carried_until := now_at + lease;
    carrying := leased_webhooks;
    carrying_fences := leased_fences;
  end if;`

/** Lanes that the caller holds take further events, where their lease counts and nothing waits but what the caller carries. */
const joinHeld = `if cardinality(held_webhooks) > 0 then
    select array_agg(h.place), carrying || array_agg(h.webhook_id), carrying_fences || array_agg(h.fence),
        least(carried_until, min(l.lease_until))
      into held_places, carrying, carrying_fences, carried_until
      from (
        select distinct sellers[r.audience] as seller_id, sandboxes[r.audience] as sandbox, r.webhook_id
        from unnest(receivers, receiver_audiences) with ordinality as r (webhook_id, audience, nth)
        where r.nth <= enabled_ends[r.audience] and r.webhook_id = any (held_webhooks)
      ) w
      join unnest(held_webhooks, held_fences) with ordinality as h (webhook_id, fence, place) on h.webhook_id = w.webhook_id
      ${eachOf(
        `select l.lease_until from sellerkit.lane l
        where l.seller_id = w.seller_id and l.sandbox = w.sandbox and l.webhook_id = w.webhook_id and l.fence = h.fence
          and l.fence > l.recalled and l.lease_until > now_at and l.enabled and l.deleted_at is null
          and not exists (
            select from sellerkit.pending p
            where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)`,
        "l"
      )};
  end if;`

/** Lists what is carried where each event has one receiver, as most have: the lists are there, or are looked up by place. */
const listAtOneEach = `event_lanes := array(select receiver_lanes[receiver_starts[a]] from unnest(audiences) a);
      event_places := array(select generate_subscripts(ids, 1));
      event_numbers := numbers;
      carried_number := numbers[1];
      insert into sellerkit.carried (expires_at, number, seller_ids, sandboxes, webhook_ids, fences, event_ids, numbers, times, bytes)
        values (carried_until, carried_number, array(select sellers[a] from unnest(audiences) a),
          array(select sandboxes[a] from unnest(audiences) a), array(select carrying[l] from unnest(event_lanes) l),
          array(select carrying_fences[l] from unnest(event_lanes) l), ids, numbers, times, sizes);
      places := event_places;
      deliveries := array_fill(1, array[cardinality(ids)]);
      missed := array_fill(0, array[cardinality(ids)]);
      keyed_stored := keyed;`

/** Lists what is carried: each event at each of its receivers. */
const listAtEach = `with carried_event as (
        select e.*, receiver_lanes[n] as lane
        from unnest(audiences, ids, numbers, times, sizes, own) with ordinality
            as e (audience, event_id, number, time, bytes, own, place)
          cross join lateral generate_series(receiver_starts[e.audience], receiver_ends[e.audience]) n
        where e.own is distinct from false
      ), list as (
        select array_agg(c.lane) as lanes, array_agg(c.place) as places, array_agg(sellers[c.audience]) as seller_ids,
          array_agg(sandboxes[c.audience]) as sandboxes, array_agg(carrying[c.lane]) as webhook_ids,
          array_agg(carrying_fences[c.lane]) as fences, array_agg(c.event_id) as event_ids, array_agg(c.number) as numbers,
          array_agg(c.time) as times, array_agg(c.bytes) as bytes
        from carried_event c having count(*) > 0
      ), new_carried as (
        insert into sellerkit.carried (expires_at, number, seller_ids, sandboxes, webhook_ids, fences, event_ids, numbers, times, bytes)
        select carried_until, l.numbers[1], l.seller_ids, l.sandboxes, l.webhook_ids, l.fences, l.event_ids, l.numbers, l.times, l.bytes
        from list l
      )
      select l.lanes, l.places, l.numbers, l.numbers[1] into event_lanes, event_places, event_numbers, carried_number from list l;
      select array_agg(e.place), array_agg(receiver_ends[e.audience] - receiver_starts[e.audience] + 1), array_agg(0), count(e.key)
        into places, deliveries, missed, keyed_stored
        from unnest(audiences, keys, own) with ordinality as e (audience, key, own, place)
        where e.own is distinct from false and receiver_ends[e.audience] > 0;`

/** Stores events of which all is carried: no rows say where they wait, and all of their receivers are enabled. */
const storeCarried = `insert into sellerkit.event (seller_id, sandbox, event_id, number, idempotency_key, time, scope, type, test,
        payload, accepted_at, webhook_ids, enabled_webhooks, traceparent)
      select sellers[e.audience], sandboxes[e.audience], e.event_id, e.number, e.key, e.time, scopes[e.audience], types[e.audience],
        false, e.payload, now_at, receivers[receiver_starts[e.audience]:receiver_ends[e.audience]],
        receiver_ends[e.audience] - receiver_starts[e.audience] + 1, e.traceparent
      from unnest(audiences, ids, numbers, keys, times, payloads, traceparents, own)
        as e (audience, event_id, number, key, time, payload, traceparent, own)
      where e.own is distinct from false and receiver_ends[e.audience] > 0;
    sizes := array(select octet_length(p) from unnest(payloads) p);
    if own is null and receiver_starts = receiver_ends then
      ${listAtOneEach}
    else
      ${listAtEach}
    end if;`

const inEachLane = (value: string): string => `array_fill(${value}, array[lane_count])`

/** The same of one event, by statements that begin in a fraction of the time. A test event is never carried. */
const storeCarriedAlone = `insert into sellerkit.event (seller_id, sandbox, event_id, number, idempotency_key, time, scope, type, test,
        payload, accepted_at, webhook_ids, enabled_webhooks, traceparent)
      values (sellers[1], sandboxes[1], ids[1], numbers[1], keys[1], times[1], scopes[1], types[1], false,
        payloads[1], now_at, receivers, cardinality(receivers), traceparents[1]);
    insert into sellerkit.carried (expires_at, number, seller_ids, sandboxes, webhook_ids, fences, event_ids, numbers, times, bytes)
      values (carried_until, numbers[1], ${inEachLane("sellers[1]")}, ${inEachLane("sandboxes[1]")}, carrying, carrying_fences,
        ${inEachLane("ids[1]")}, ${inEachLane("numbers[1]")}, ${inEachLane("times[1]")}, ${inEachLane("octet_length(payloads[1])")});
    places := array[1];
    deliveries := array[lane_count];
    missed := array[0];
    keyed_stored := keyed;
    for lane in 1 .. lane_count loop event_lanes := event_lanes || lane; end loop;
    event_places := ${inEachLane("1")};
    event_numbers := ${inEachLane("numbers[1]")};
    carried_number := numbers[1];`

/** Stores events `reached`, of which some may wait, and one row for all that is carried of them. */
const storeWaiting = `with reached as materialized (
    select sellers[e.audience] as seller_id, sandboxes[e.audience] as sandbox, e.*, octet_length(e.payload) as bytes,
      receivers[receiver_starts[e.audience]:enabled_ends[e.audience]] as enabled_ids,
      receivers[enabled_ends[e.audience] + 1:receiver_ends[e.audience]] as disabled_ids
    from unnest(audiences, ids, numbers, keys, times, payloads, traceparents, own) with ordinality
      as e (audience, event_id, number, key, time, payload, traceparent, own, place)
    where e.own is distinct from false and receiver_ends[e.audience] > 0
  ), new_event as (
    insert into sellerkit.event (seller_id, sandbox, event_id, number, idempotency_key, time, scope, type, test, payload,
      accepted_at, webhook_ids, enabled_webhooks, traceparent)
    select e.seller_id, e.sandbox, e.event_id, e.number, e.key, e.time, scopes[e.audience], types[e.audience],
      only_webhook is not null, e.payload, now_at, e.enabled_ids || e.disabled_ids, cardinality(e.enabled_ids), e.traceparent
    from reached e
  ), new_recipient as (
    insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, due_at, state, drop_reason)
    select e.seller_id, e.sandbox, t.webhook_id, e.time, e.event_id, e.number, e.bytes, due_from, 0, null
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
    where carrying is null or t.webhook_id <> all (carrying)
    union all
    select e.seller_id, e.sandbox, t.webhook_id, e.time, e.event_id, e.number, e.bytes, now_at, 2, 'webhookDisabled'
    from reached e cross join unnest(e.disabled_ids) as t (webhook_id)
  ), new_pending as (
    insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
    select e.seller_id, e.sandbox, t.webhook_id, 0, due_from, e.number, e.event_id, e.time, e.bytes
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
    where carrying is null or t.webhook_id <> all (carrying)
  ), new_wake as (
    insert into sellerkit.wake (seller_id, sandbox, webhook_id, number, at)
    select e.seller_id, e.sandbox, t.webhook_id, min(e.number), now_at
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
    where carrying is null or t.webhook_id <> all (carrying)
    group by e.seller_id, e.sandbox, t.webhook_id
    returning 1
  ), carried_event as materialized (
    select array_position(carrying, t.webhook_id) as lane, t.webhook_id, e.place, e.seller_id, e.sandbox, e.event_id, e.number, e.time,
      e.bytes
    from reached e cross join unnest(e.enabled_ids) as t (webhook_id)
    where t.webhook_id = any (carrying)
    order by e.place
  ), new_carried as (
    insert into sellerkit.carried (expires_at, number, seller_ids, sandboxes, webhook_ids, fences, event_ids, numbers, times, bytes)
    select carried_until, (array_agg(c.number))[1], array_agg(c.seller_id), array_agg(c.sandbox), array_agg(c.webhook_id),
      array_agg(carrying_fences[c.lane]), array_agg(c.event_id), array_agg(c.number), array_agg(c.time), array_agg(c.bytes)
    from carried_event c having count(*) > 0
    returning number
  )
  select array_agg(e.place), array_agg(cardinality(e.enabled_ids)), array_agg(cardinality(e.disabled_ids)), count(e.key),
      exists (select from new_wake),
      (select array_agg(c.lane) from carried_event c), (select array_agg(c.place) from carried_event c),
      (select array_agg(c.number) from carried_event c), (select c.number from new_carried c)
    into places, deliveries, missed, keyed_stored, wakes, event_lanes, event_places, event_numbers, carried_number from reached e;`

/**
 * Who receives the events that are stored: the webhooks of each audience side by side, those that are enabled first. It is
 * looked up once for all events of an audience, after the keys are taken, and holds for all that follows.
 */
const findReceivers = `if is_alone and only_webhook is null then
    select array_agg(r.webhook_id), array_agg(1), array_agg(r.enabled)
      into receivers, receiver_audiences, receivers_enabled
      from (
        select s.webhook_id, s.enabled from sellerkit.subscription s
        where s.seller_id = sellers[1] and s.sandbox = sandboxes[1] and s.scope = scopes[1] and s.type = types[1]
          and own[1] is distinct from false
        order by not s.enabled, s.webhook_id
      ) r;
  elsif only_webhook is null then
    select array_agg(r.webhook_id), array_agg(r.audience), array_agg(r.enabled)
      into receivers, receiver_audiences, receivers_enabled
      from (
        select s.webhook_id, s.enabled, a.audience
        from unnest(sellers, sandboxes, scopes, types) with ordinality as a (seller_id, sandbox, scope, type, audience)
        ${eachOf(
          `select s.webhook_id, s.enabled from sellerkit.subscription s
          where s.seller_id = a.seller_id and s.sandbox = a.sandbox and s.scope = a.scope and s.type = a.type`,
          "s"
        )}
        where own is null or a.audience = any (own_audiences)
        order by a.audience, not s.enabled, s.webhook_id
      ) r;
  else
    receiver_audiences := array(select generate_subscripts(sellers, 1));
    receivers := array_fill(only_webhook, array[cardinality(sellers)]);
    receivers_enabled := array_fill(true, array[cardinality(sellers)]);
  end if;
  for nth in 1 .. coalesce(cardinality(receivers), 0) loop
    audience := receiver_audiences[nth];
    if receiver_ends[audience] = 0 then
      receiver_starts[audience] := nth;
      enabled_ends[audience] := nth - 1;
    end if;
    receiver_ends[audience] := nth;
    if receivers_enabled[nth] then enabled_ends[audience] := nth; end if;
  end loop;`

/**
 * `sellerkit.append`: stores events and finds who receives them, in the caller's transaction. It only inserts, so that it waits
 * for no other transaction, except for a key that one is about to take.
 *
 * `sellers`, `sandboxes`, `scopes`, `types`: audiences. An audience is all webhooks of an account that are subscribed to a type.
 * `audiences`: which of these, from 1, each event is for.
 *
 * `only_webhook`: test events, for one webhook whatever it is subscribed to; null for all others.
 *
 * `lease`: for how long, in milliseconds, lanes may be leased to the caller, `most_lanes` of the account of each audience; null
 * for no lane. Only enabled lanes in which nothing waits or has failed are leased. No dispatcher is woken for them.
 *
 * `held_webhooks`, `held_fences`: lanes that the caller has leased before, and of which it takes further events. Null for a caller that
 * carries nothing, to which no lane is leased: a process of an older version, beside which the schema is brought up to date.
 *
 * Events of these lanes are carried: the caller keeps them in memory, and no row says that they wait. One row of `carried` has
 * all of them, for whoever has to take them over.
 *
 * One row of lists comes back. `places`: which events, from 1, were stored, because somebody is subscribed; `deliveries` and
 * `missed`: how many webhooks receive each of them, and how many miss it because they are not enabled. `known_…`: events whose
 * key belongs to an event that is stored already. Where one of these has another content, nothing is written at all, and
 * `conflicts` names such events. `wakes`: whether something was stored that has to be claimed. `leased_…`: the lanes that were
 * leased; `held_places`: which lanes that were held take events; `event_…`: of each event that is carried, which lane, those that
 * were leased first, which event, and its number; `carried_…`: the row of `carried`.
 */
export const append = `
create function sellerkit.append(
  given_now bigint, sellers uuid[], sandboxes boolean[], scopes text[], types text[],
  audiences integer[], ids uuid[], keys text[], times bigint[], times_given boolean[], payloads text[], traceparents text[],
  only_webhook uuid, lease bigint default null, most_lanes integer[] default null,
  held_webhooks uuid[] default null, held_fences bigint[] default null
) returns table (
  places integer[], deliveries integer[], missed integer[],
  known_places integer[], known_ids uuid[], known_deliveries integer[], conflicts integer[],
  accepted_at bigint, wakes boolean,
  leased_webhooks uuid[], leased_services text[], leased_urls text[], leased_secrets text[], leased_fences bigint[],
  leased_sizes integer[], held_places integer[], event_lanes integer[], event_places integer[], event_numbers bigint[],
  carried_number bigint, carried_until bigint
) language plpgsql ${indexedPlans} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  due_from constant bigint := case when only_webhook is null then now_at else ${testDueAt} end;
  numbers bigint[];
  keyed constant integer := cardinality(array_remove(keys, null));
  is_alone constant boolean := cardinality(ids) = 1;
  receivers uuid[];
  receiver_audiences integer[];
  receivers_enabled boolean[];
  -- Of each audience: where its receivers begin and end, and where those end that are enabled. None ends at 0.
  receiver_starts integer[] := array_fill(1, array[cardinality(sellers)]);
  receiver_ends integer[] := array_fill(0, array[cardinality(sellers)]);
  enabled_ends integer[] := receiver_ends;
  audience integer;
  -- Of each audience, before keys are taken.
  subscribed boolean[];
  taken bigint[];
  -- How many events with keys were stored.
  keyed_stored integer;
  -- The numbers of keys whose event is not there.
  vacant bigint[];
  -- Of each event: whether its key is its own; null where all are. And the audiences of those.
  own boolean[];
  own_audiences integer[];
  -- Whose events are carried, and of one event in how many lanes.
  carrying uuid[];
  carrying_fences bigint[];
  lane_count integer;
  -- In which of these lanes each receiver of several events is.
  receiver_lanes integer[];
  -- Whether the lanes of all receivers are among them.
  is_whole boolean;
  -- Bytes of each payload.
  sizes integer[];
begin
  accepted_at := now_at;
  wakes := false;
  if is_alone then numbers := array[sellerkit.next_number(now_at)];
  else numbers := array(select sellerkit.next_number(now_at) from generate_subscripts(ids, 1));
  end if;
  if keyed > 0 then
    subscribed := array(
      select only_webhook is not null or exists (
        select from sellerkit.subscription s
        where s.seller_id = a.seller_id and s.sandbox = a.sandbox and s.scope = a.scope and s.type = a.type offset 0)
      from unnest(sellers, sandboxes, scopes, types) with ordinality as a (seller_id, sandbox, scope, type, audience)
      order by a.audience);
    -- A key is taken where somebody is subscribed, and where it is not the id of an event.
    with taken_key as (
      insert into sellerkit.event_key (seller_id, sandbox, idempotency_key, event_id, number)
      select e.seller_id, e.sandbox, e.key, e.event_id, e.number
      from (
        select sellers[e.audience] as seller_id, sandboxes[e.audience] as sandbox, e.*
        from unnest(audiences, keys, ids, numbers) as e (audience, key, event_id, number)
      ) e
      where e.key is not null and subscribed[e.audience]
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
      own_audiences := array(select distinct e.audience from unnest(audiences, own) as e (audience, own) where e.own);

      with taken_before as materialized (
        select sellers[e.audience] as seller_id, sandboxes[e.audience] as sandbox, scopes[e.audience] as scope,
          types[e.audience] as type, e.*
        from unnest(audiences, keys, times, times_given, payloads, own) with ordinality
          as e (audience, key, time, time_given, payload, own, place)
        where not e.own
      ), known as (
        select e.*, k.event_id, k.number from taken_before e
        ${eachOf(
          `select k.event_id, k.number from sellerkit.event_key k
          where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.idempotency_key = e.key`,
          "k"
        )}
        union all
        select e.*, e.key::uuid, null from taken_before e
        where ${isId}
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
        delete from sellerkit.event_key k using unnest(audiences, keys, numbers) as e (audience, key, number)
          where k.seller_id = sellers[e.audience] and k.sandbox = sandboxes[e.audience] and k.idempotency_key = e.key
            and (k.number = e.number or (conflicts is null and k.number = any (vacant)));
        if conflicts is null then
          -- A key without its event is free, for whoever is first to take it now.
          return query select * from sellerkit.append(given_now, sellers, sandboxes, scopes, types, audiences, ids, keys, times,
            times_given, payloads, traceparents, only_webhook, lease, most_lanes, held_webhooks, held_fences);
        else
          return next;
        end if;
        return;
      end if;
    end if;
  end if;

  ${findReceivers}

  ${leaseIdle}
  ${joinHeld}

  -- Only those that are enabled are carried.
  if is_alone then
    is_whole := receivers <@ carrying;
  elsif carrying is not null then
    receiver_lanes := array(select array_position(carrying, r) from unnest(receivers) r);
    is_whole := array_position(receiver_lanes, null) is null;
  end if;
  if not coalesce(is_whole, false) then
    ${storeWaiting}
  elsif is_alone then
    lane_count := cardinality(carrying);
    ${storeCarriedAlone}
  else
    ${storeCarried}
  end if;

  -- Taking a key may wait for another transaction, and meanwhile nobody may be subscribed any more.
  if cardinality(taken) > keyed_stored then
    delete from sellerkit.event_key k using unnest(audiences, keys, numbers) with ordinality as e (audience, key, number, place)
      where k.seller_id = sellers[e.audience] and k.sandbox = sandboxes[e.audience] and k.idempotency_key = e.key
        and k.number = e.number and e.place <> all (coalesce(places, '{}'));
  end if;

  if wakes then perform ${notify}; end if;
  return next;
end
$$`
