/** A part of `sellerkit.append`: the rows of events, and where they wait. */

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

/** Events are carried where the lanes of all of their receivers are; otherwise it is looked at each of them. */
export const storeEvents = `-- Only those that are enabled are carried.
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
  end if;`
