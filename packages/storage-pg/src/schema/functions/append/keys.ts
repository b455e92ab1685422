/** Parts of `sellerkit.append`: keys against publishing twice. */
import { eachOf } from "../../../connection/lists.ts"

/** Whether a key may be the id of an event. The length is looked at first: that is quicker. */
const isId = "length(e.key) = 36 and e.key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'"

/**
 * Takes keys, and says which events are stored already, by their keys or by their ids. Where one of these has another content, or a key
 * has lost its event, nothing of it stays.
 */
export const takeKeys = `if keyed > 0 then
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
  end if;`

/** Gives back the keys of events that were not stored. */
export const freeUnused = `-- Taking a key may wait for another transaction, and meanwhile nobody may be subscribed any more.
  if cardinality(taken) > keyed_stored then
    delete from sellerkit.event_key k using unnest(audiences, keys, numbers) with ordinality as e (audience, key, number, place)
      where k.seller_id = sellers[e.audience] and k.sandbox = sandboxes[e.audience] and k.idempotency_key = e.key
        and k.number = e.number and e.place <> all (coalesce(places, '{}'));
  end if;`
