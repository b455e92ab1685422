/** The function that leases lanes which are due, with the events that may be sent of each. */
import { testDueAt } from "@sellerkit/core"
import { eachOf } from "../../connection/lists.ts"
import { indexedPlans } from "./indexedPlans.ts"

/** With so many candidates there is enough to take: the lanes after them are not looked at. */
const enough = "events_left + events_per_lane"

/** Of a lane `s`: up to which `due_at` an event that was never tried is due. While the lane pauses, only test events are. */
const dueBy = `case when s.pause > 0 then ${testDueAt} else ${Number.MAX_SAFE_INTEGER} end`

/**
 * The events that may be sent of a lane `s` in which no waiting event has failed before: in several requests, unless the lane's
 * last request failed. An event that was never tried is always due, even when the clock has been set back since.
 */
const fresh = `select s.turn, p.* from shared s
      cross join lateral (
        select q.attempts, q.due_at, q.number, q.event_id, q.bytes, q.resent_at from sellerkit.pending q
        where q.seller_id = s.seller_id and q.sandbox = s.sandbox and q.webhook_id = s.webhook_id
          and q.attempts = 0 and q.due_at <= ${dueBy}
        order by q.due_at, q.number limit case when s.failing then s.request_size else events_per_lane end
      ) p`

/** The events that may be sent of any other lane. */
const retried = `select s.turn, p.* from shared s
      cross join lateral (
        select q.attempts as most from sellerkit.pending q
        where q.seller_id = s.seller_id and q.sandbox = s.sandbox and q.webhook_id = s.webhook_id
        order by q.attempts desc limit 1) tried
      cross join lateral (select
        case when s.failing or tried.most > 0 then s.request_size else events_per_lane end as events) room
      -- A batch begins at events that have failed before, when fresh ones have overtaken them for too long.
      cross join lateral (select coalesce((
        select e.attempts from (
          select f.attempts, f.due_at from generate_series(1, tried.most) as a (attempts)
          cross join lateral (
            select q.attempts, q.due_at from sellerkit.pending q
            where q.seller_id = s.seller_id and q.sandbox = s.sandbox and q.webhook_id = s.webhook_id
              and q.attempts = a.attempts
            order by q.due_at limit 1) f
          order by f.due_at limit 1) e
        where e.due_at <= now_at - overdue_after), 0) as attempts) beginning
      cross join lateral (
        select c.* from generate_series(
          case when s.pause > 0 then 0 else beginning.attempts end, case when s.pause > 0 then 0 else tried.most end
        ) as a (attempts)
        cross join lateral (
          select q.attempts, q.due_at, q.number, q.event_id, q.bytes, q.resent_at from sellerkit.pending q
          where q.seller_id = s.seller_id and q.sandbox = s.sandbox and q.webhook_id = s.webhook_id
            and q.attempts = a.attempts and q.due_at <= case when a.attempts > 0 then now_at else ${dueBy} end
          order by q.due_at, q.number limit room.events) c
        order by c.attempts, c.due_at, c.number limit room.events
      ) p`

/** Takes as many candidates of the due lanes as fit. */
const chosen = (candidates: string): string => `with shared as materialized (
      select r.* from (
        select d.*, row_number() over (partition by d.seller_id, d.sandbox order by d.turn) as place
        from unnest(due_sellers, due_sandboxes, due_webhooks, due_sizes, due_failing, due_retries, due_reasons, due_pauses)
          with ordinality as d (seller_id, sandbox, webhook_id, request_size, failing, has_retries, reason, pause, turn)
        where d.reason is null
      ) r
      where r.place <= most_per_account - most_load or r.place <= most_per_account - coalesce((
        select sum(a.load) from unnest(sellers, sandboxes, loads) as a (seller_id, sandbox, load)
        where a.seller_id = r.seller_id and a.sandbox = r.sandbox), 0)
      order by r.turn
    ), candidate as (
      ${candidates}
    ), fitting as materialized (
      select * from (
        select c.*, row_number() over lane as nth, sum(c.bytes) over lane as running
        from candidate c window lane as (partition by c.turn order by c.attempts, c.due_at, c.number)
      ) c
      where c.nth = 1 or (c.nth <= coalesce(with_tried[c.attempts + 1], 1) and c.running <= bytes_per_lane)
    ), chosen as materialized (
      select b.* from (
        select f.turn, count(*) as events, sum(f.bytes) as bytes,
          sum(count(*)) over turns - count(*) as events_before, sum(sum(f.bytes)) over turns - sum(f.bytes) as bytes_before
        from fitting f group by f.turn window turns as (order by f.turn)
      ) b
      where b.events_before < events_left and b.bytes_before < bytes_left
    ), chosen_event as (
      select f.* from fitting f
      where f.turn <= (select max(c.turn) from chosen c)
    )
    select
        (select array_agg(c.turn order by c.turn) from chosen c),
        (select coalesce(sum(c.events), 0) from chosen c),
        (select coalesce(sum(c.bytes), 0) from chosen c),
        (select array_agg(s.turn) from shared s
          where (select count(*) from candidate) < ${enough} and s.turn not in (select f.turn from fitting f)),
        (select count(*) from shared),
        array_agg(f.turn), array_agg(f.nth), array_agg(f.event_id), array_agg(f.number), array_agg(f.attempts),
        array_agg(f.due_at), array_agg(f.resent_at)
      into taken, taken_events, taken_bytes, empty, within_share,
        key_turns, key_places, key_events, key_numbers, key_attempts, key_due, key_resent
      from chosen_event f;`

/**
 * `sellerkit.claim`: leases due lanes, the longest due first, and gives each lane's batch; drops what can no longer be sent, a
 * bounded part at a time. Lanes that another claim is looking at are passed over.
 *
 * A row is an event of a batch, or says how many events of a lane were dropped and why. The values that the rows of a batch share
 * are in its first row, which has a `webhook_id`; `batch` says which rows are of one batch. Rows without a first row are of no
 * batch: the event of the first row is gone. `with_tried`: how many events a batch may hold if one of them has failed 0, 1, 2 …
 * times.
 */
export const claim = `
create function sellerkit.claim(
  given_now bigint, most_lanes integer, most_per_account integer, sellers uuid[], sandboxes boolean[], loads integer[],
  events_per_lane integer, events_per_request integer, bytes_per_lane bigint, most_events bigint, most_bytes bigint, lease bigint,
  overdue_after bigint, with_tried integer[]
) returns table (
  drop_reason text, dropped integer, batch integer,
  seller_id uuid, sandbox boolean, webhook_id uuid, service_id text, url text, secret text, fence bigint, failures integer,
  announced boolean, batch_size integer, claimed_at bigint, paused_for bigint,
  event_id uuid, number bigint, attempts integer, due_at bigint, resent_at bigint, accepted_at bigint,
  idempotency_key text, "time" bigint, scope text, type text, test boolean, payload text, traceparent text
) language plpgsql ${indexedPlans} as $$
#variable_conflict use_column
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  lanes_left integer := most_lanes;
  events_left bigint := most_events;
  bytes_left bigint := most_bytes;
  -- At least the load of every account.
  most_load integer := (select coalesce(max(a.load), 0) from unnest(loads) as a (load));
  full_sellers uuid[];
  full_sandboxes boolean[];
  due_sellers uuid[];
  due_sandboxes boolean[];
  due_webhooks uuid[];
  due_lanes tid[];
  due_sizes integer[];
  due_failing boolean[];
  due_retries boolean[];
  due_reasons text[];
  -- For how many milliseconds each pauses yet.
  due_pauses bigint[];
  dropped_events integer;
  -- How many due lanes were looked at before those of this round.
  lanes_before integer := 0;
  given_events bigint;
  taken integer[];
  taken_events bigint;
  taken_bytes bigint;
  empty integer[];
  within_share bigint;
  key_turns integer[];
  key_places bigint[];
  key_events uuid[];
  key_numbers bigint[];
  key_attempts integer[];
  key_due bigint[];
  key_resent bigint[];
begin
  -- In this order: only the first one waits for lanes, and it does so before anything else is locked.
  perform sellerkit.wake_lanes(now_at);
  perform sellerkit.take_over(now_at);
  perform sellerkit.follow_clock(now_at);
  loop
    if most_load >= most_per_account then
      select array_agg(f.seller_id), array_agg(f.sandbox) into full_sellers, full_sandboxes from (
        select a.seller_id, a.sandbox from unnest(sellers, sandboxes, loads) as a (seller_id, sandbox, load)
        group by a.seller_id, a.sandbox having sum(a.load) >= most_per_account) f;
    end if;

    -- reasons: why nothing of a lane can be sent now, '' where it has to wait; null where there may be something to send.
    select array_agg(l.seller_id), array_agg(l.sandbox), array_agg(l.webhook_id), array_agg(l.lane),
        array_agg(least(l.batch_size, events_per_request)), array_agg(l.failures > 0), array_agg(l.has_retries), array_agg(case
          when l.deleted_at is not null then 'webhookDeleted'
          when l.enabled then null
          when l.held_until <= now_at then 'heldTooLong'
          else '' end), array_agg(greatest(0, l.wait_until - now_at))
      into due_sellers, due_sandboxes, due_webhooks, due_lanes, due_sizes, due_failing, due_retries, due_reasons, due_pauses
      from (
        select l.ctid as lane, l.* from sellerkit.lane l
        where l.ready_at <= now_at and (full_sellers is null or not l.enabled or l.deleted_at is not null or not exists (
          select from unnest(full_sellers, full_sandboxes) as f (seller_id, sandbox)
          where f.seller_id = l.seller_id and f.sandbox = l.sandbox))
        order by l.ready_at, l.seller_id, l.sandbox, l.webhook_id limit lanes_left for update skip locked
      ) l;
    exit when due_sellers is null;

    if cardinality(array_remove(due_reasons, null)) > 0 then
      for turn in 1 .. cardinality(due_sellers) loop
        continue when due_reasons[turn] is null;
        lanes_left := lanes_left - 1;
        if due_reasons[turn] = '' then
          perform sellerkit.schedule_lanes(due_sellers[turn:turn], due_sandboxes[turn:turn], due_webhooks[turn:turn]);
        else
          dropped_events := sellerkit.drop_pending(
            due_sellers[turn], due_sandboxes[turn], due_webhooks[turn], due_reasons[turn], now_at);
          return query select due_reasons[turn], dropped_events, null::integer, due_sellers[turn], due_sandboxes[turn],
            due_webhooks[turn], null, null, null, null::bigint, null::integer, null::boolean, null::integer, null::bigint, null::bigint,
            null::uuid, null::bigint, null::integer, null::bigint, null::bigint, null::bigint,
            null, null::bigint, null, null, null::boolean, null, null;
        end if;
      end loop;
    end if;

    if true = any (due_retries) then
      ${chosen(`(${fresh}
      where not s.has_retries limit ${enough})
      union all
      (${retried}
      where s.has_retries limit ${enough})`)}
    else
      ${chosen(`${fresh} limit ${enough}`)}
    end if;

    if empty is not null then
      perform sellerkit.schedule_lanes(
        array(select due_sellers[t] from unnest(empty) t),
        array(select due_sandboxes[t] from unnest(empty) t),
        array(select due_webhooks[t] from unnest(empty) t));
    end if;

    if taken is not null then
      update sellerkit.lane l set fence = l.fence + 1, lease_until = now_at + lease, ready_at = now_at + lease,
          has_retries = l.has_retries and exists (
            select from sellerkit.pending q
            where q.seller_id = l.seller_id and q.sandbox = l.sandbox and q.webhook_id = l.webhook_id and q.attempts > 0 offset 0)
        where l.ctid = any (array(select due_lanes[t] from unnest(taken) t));

      return query
        select null, 0, lanes_before + f.turn, k.seller_id, k.sandbox, k.webhook_id, k.service_id, k.url, k.secret, k.fence,
          k.failures, k.announced, k.batch_size, k.claimed_at, nullif(due_pauses[f.turn], 0),
          e.event_id, e.number, f.attempts, f.due_at, f.resent_at,
          e.accepted_at, e.idempotency_key, e.time, e.scope, e.type, e.test, e.payload, e.traceparent
        from unnest(key_turns, key_places, key_events, key_numbers, key_attempts, key_due, key_resent)
          as f (turn, place, event_id, number, attempts, due_at, resent_at)
        ${eachOf(
          `select * from sellerkit.event e
          where e.seller_id = due_sellers[f.turn] and e.sandbox = due_sandboxes[f.turn] and e.event_id = f.event_id
            and e.number = f.number`,
          "e"
        )}
        left join lateral (
          select l.seller_id, l.sandbox, l.webhook_id, w.service_id, w.url, w.secret, l.fence, l.failures,
            l.announced_at is not null as announced, l.batch_size, now_at as claimed_at
          from sellerkit.lane l
          join sellerkit.webhook w on w.seller_id = l.seller_id and w.sandbox = l.sandbox and w.webhook_id = l.webhook_id
          where f.place = 1 and l.seller_id = due_sellers[f.turn] and l.sandbox = due_sandboxes[f.turn]
            and l.webhook_id = due_webhooks[f.turn]
        ) k on true;
      get diagnostics given_events = row_count;
      if given_events < cardinality(key_turns) then
        -- Events are gone that waited. They wait no more; a batch that lost its first one is claimed anew.
        with gone as (
          delete from sellerkit.pending q
          using unnest(key_turns, key_places, key_events, key_numbers, key_attempts, key_due)
            as f (turn, place, event_id, number, attempts, due_at)
          where q.seller_id = due_sellers[f.turn] and q.sandbox = due_sandboxes[f.turn]
            and q.webhook_id = due_webhooks[f.turn] and q.attempts = f.attempts and q.due_at = f.due_at
            and q.number = f.number and not exists (
              select from sellerkit.event e
              where e.seller_id = q.seller_id and e.sandbox = q.sandbox and e.event_id = q.event_id and e.number = q.number
                offset 0)
          returning f.turn, f.place
        )
        update sellerkit.lane l set lease_until = 0, ready_at = now_at from gone g
          where g.place = 1 and l.seller_id = due_sellers[g.turn] and l.sandbox = due_sandboxes[g.turn]
            and l.webhook_id = due_webhooks[g.turn];
      end if;
      sellers := sellers || array(select due_sellers[t] from unnest(taken) t);
      sandboxes := sandboxes || array(select due_sandboxes[t] from unnest(taken) t);
      loads := loads || array(select 1 from unnest(taken));
      most_load := most_per_account;
      lanes_left := lanes_left - cardinality(taken);
      events_left := events_left - taken_events;
      bytes_left := bytes_left - taken_bytes;
    end if;
    lanes_before := lanes_before + cardinality(due_sellers);

    -- Behind the lanes of accounts that became full meanwhile there may be others.
    exit when lanes_left <= 0 or events_left <= 0 or bytes_left <= 0;
    exit when cardinality(due_reasons) - cardinality(array_remove(due_reasons, null)) = within_share;
  end loop;
end
$$`
