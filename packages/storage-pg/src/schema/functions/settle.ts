/** The functions that write how requests ended, and that give lanes back. */
import { eachOf } from "../../connection/lists.ts"
import { notify } from "../../connection/WorkNotifications.ts"
import { indexedPlans } from "./indexedPlans.ts"
import { hasTest } from "./lanes.ts"
import { runWith } from "./runs.ts"

/** What was carried of lanes that are released waits again. Rows of which everything is settled go. */
const queueRest = `if cardinality(rest_ids) > 0 then
    perform sellerkit.queue_carried(
      now_at, rest_sellers, rest_sandboxes, rest_webhooks, rest_ids, rest_numbers, rest_times, rest_sizes);
  end if;
  if cardinality(finished_numbers) > 0 then
    delete from sellerkit.carried c using unnest(finished_until, finished_numbers) as f (expires_at, number)
      where c.expires_at = f.expires_at and c.number = f.number;
    get diagnostics found_rows = row_count;
    -- Where a lease was renewed, some may have been put off (\`take_over\`).
    if found_rows < cardinality(finished_numbers) then
      delete from sellerkit.carried c using unnest(finished_until, finished_numbers) as f (expires_at, number)
        where c.expires_at > f.expires_at and c.number = f.number;
    end if;
  end if;`

/** The row in the queue of an event `e` that is settled. */
const pendingRow = `select p.ctid as row from sellerkit.pending p
      where p.seller_id = sellers[e.place] and p.sandbox = sandboxes[e.place] and p.webhook_id = webhooks[e.place]
        and p.attempts = e.attempts and p.due_at = e.due_at and p.number = e.number`

/**
 * The rows of events that leave the queue, and whether one of those that are settled is not in it any more. What is carried was never
 * in it.
 */
const leaving = `if false = any (event_carried) then
    select array_agg(p.row) filter (where e.verdict <> 0), coalesce(bool_or(p.row is null), false) into leaving, left_before
      from unnest(event_places, event_numbers, event_attempts, event_due, event_verdicts, event_carried)
        as e (place, number, attempts, due_at, verdict, carried)
      left join lateral (${pendingRow} offset 0) p on true
      where counts[e.place] and not e.carried;
  end if;`

/** What one request delivered is written as runs, where it can be. `apart` says which of the events that were carried are in none. */
const writeRuns = `for request in
        select e.place, array_agg(e.nth) as nths, array_agg(e.event_id) as ids, array_agg(e.number) as numbers, array_agg(e.time) as times,
          array_agg(e.bytes) as sizes
        from (
          select * from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_carried, event_sizes)
            with ordinality as e (place, event_id, number, time, verdict, carried, bytes, nth)
          where e.carried and e.verdict = 1 and in_time[e.place]
          order by e.place, e.time, e.event_id offset 0
        ) e
        group by e.place having count(*) > 1
      loop
        in_runs := in_runs || array(
          select request.nths[p] from unnest(sellerkit.write_runs(sellers[request.place], sandboxes[request.place],
            webhooks[request.place], settle.deliveries[request.place], request.ids, request.numbers, request.times, request.sizes)) p);
      end loop;
      if cardinality(in_runs) = cardinality(apart) then apart := array_fill(false, array[cardinality(apart)]);
      else foreach nth in array in_runs loop apart[nth] := false; end loop;
      end if;`

const insertMade = (apart: string, condition: string, onConflict: string): string => `with made as (
      insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, state, attempts, due_at,
        drop_reason, deliveries)
      select sellers[e.place], sandboxes[e.place], webhooks[e.place], e.time, e.event_id, e.number, e.bytes, e.verdict, 1,
        case when e.verdict = 0 then now_at + e.wait else e.number >> 20 end,
        case when e.verdict = 2 then 'attemptsSpent' end, array[settle.deliveries[e.place]]
      from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_waits, ${apart}, event_sizes)
        as e (place, event_id, number, time, verdict, wait, apart, bytes)
      where e.apart and in_time[e.place]${condition}
      order by 1, 2, 3, 4, 5, 6${onConflict}
      returning webhook_id, number
    )
    select array_agg(m.webhook_id), array_agg(m.number) into made_webhooks, made_numbers from made m;`

/**
 * Mostly none of them has a row, and looking for one first costs half as much again as writing it. Where one has, the
 * insertion is undone and made again. So it is a transaction within the caller's, and takes an id of its own.
 */
const makeRecipients = (apart: string, condition = ""): string => `begin
      ${insertMade(apart, condition, "")}
    exception when unique_violation then
      ${insertMade(apart, condition, " on conflict do nothing")}
    end;`

const inNoRun = ` and not exists (${runWith({
  seller: "sellers[e.place]",
  sandbox: "sandboxes[e.place]",
  webhook: "webhooks[e.place]",
  time: "e.time",
  event: "e.event_id",
  number: "e.number"
})})`

/**
 * What became of events that were carried is written down for the first time, where their lane's lease counts. Others, and those that
 * somebody has looked at meanwhile, are queued as if they had never been carried, and settled like any other.
 *
 * An outcome that was settled before, and whose answer was lost, comes again with the same events: one that is alone in its request is
 * not in a run.
 */
const settleCarried = `if true = any (event_carried) then
    each_alone := cardinality(event_places) = 1;
    if not each_alone then
      each_alone := (select count(distinct p) from unnest(event_places) p) = cardinality(event_places);
    end if;
    if each_alone then
      ${makeRecipients("event_carried")}
    else
      apart := event_carried;
      ${writeRuns}
      if true = any (apart) then
        ${makeRecipients("apart", inNoRun)}
      end if;
    end if;
    if coalesce(cardinality(made_numbers), 0) < cardinality(array_remove(coalesce(apart, event_carried), false)) then
      others := array(
        select e.nth from unnest(event_places, event_numbers, coalesce(apart, event_carried)) with ordinality
          as e (place, number, apart, nth)
        where e.apart and (webhooks[e.place], e.number) not in (
          select m.webhook_id, m.number from unnest(made_webhooks, made_numbers) as m (webhook_id, number)));
      perform sellerkit.queue_carried(now_at,
        array(select sellers[event_places[n]] from unnest(others) n), array(select sandboxes[event_places[n]] from unnest(others) n),
        array(select webhooks[event_places[n]] from unnest(others) n), array(select event_ids[n] from unnest(others) n),
        array(select event_numbers[n] from unnest(others) n), array(select event_times[n] from unnest(others) n),
        array(select event_sizes[n] from unnest(others) n));
      event_carried := array(
        select e.carried and e.nth <> all (others) from unnest(event_carried) with ordinality as e (carried, nth) order by e.nth);
    end if;
  end if;

  ${queueRest}`

/** Events of outcomes that are written anew change, although they were not carried: those in runs get rows first. */
const separate = `perform sellerkit.separate_from_runs(array_agg(sellers[e.place]), array_agg(sandboxes[e.place]), array_agg(webhooks[e.place]),
        array_agg(e.time), array_agg(e.event_id), array_agg(e.number))
      from unnest(event_places, event_ids, event_numbers, event_times, event_carried) as e (place, event_id, number, time, carried)
      where e.place = any (there) and not e.carried having count(*) > 0;`

/**
 * `sellerkit.settle`: writes how requests ended. `event_lists`: the events of each request, as the text of a list.
 * `event_verdicts`: 0 try again after a wait, 1 delivered, 2 dropped. `keeps`: the lane stays leased, unless it was recalled, and
 * nothing of it is written but, with `renewals`, that it is leased for so many milliseconds from now on. `event_carried`: the event was
 * carried, with `event_sizes` bytes of payload. `rest_…`: what was carried of lanes that are released, and was not sent. `finished_…`:
 * rows of `carried` of which everything is settled.
 *
 * One row of lists comes back: which outcomes, from 1, came in time; how long ago the operator was told that the webhook fails,
 * if it was; and whether their lanes are still leased. `wakes`: whether `next_due` may say an earlier time than before. What is due
 * at once is told to all processes.
 */
export const settle = `
create function sellerkit.settle(
  given_now bigint,
  sellers uuid[], sandboxes boolean[], webhooks uuid[], fences bigint[], deliveries uuid[], times bigint[],
  successes boolean[], codes integer[], errors text[], event_lists text[], failures integer[], announced boolean[],
  sizes integer[], waits bigint[], retries boolean[], keeps boolean[],
  event_places integer[], event_ids uuid[], event_numbers bigint[], event_times bigint[], event_attempts integer[],
  event_due bigint[], event_verdicts integer[], event_waits bigint[], event_carried boolean[], event_sizes integer[],
  rest_sellers uuid[], rest_sandboxes boolean[], rest_webhooks uuid[], rest_ids uuid[], rest_numbers bigint[],
  rest_times bigint[], rest_sizes integer[], finished_until bigint[], finished_numbers bigint[],
  told_places integer[], told_sellers uuid[], told_sandboxes boolean[], told_ids uuid[], told_times bigint[],
  told_scopes text[], told_types text[], told_payloads text[], renewals bigint[] default null
) returns table (places integer[], announced_for bigint[], leased boolean[], wakes boolean)
language plpgsql ${indexedPlans} as $$
#variable_conflict use_column
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  count constant integer := cardinality(sellers);
  -- Which outcomes' lanes are there; whether each lease still counts, whether its lane was started anew since, and whether it
  -- stays leased. One that was written before, and whose answer was lost, is not among them.
  there integer[];
  there_lanes tid[];
  there_counts boolean[];
  there_in_time boolean[];
  there_anew boolean[];
  there_kept boolean[];
  there_announced bigint[];
  -- Whether one of their leases is over.
  over boolean;
  -- What leaves the queue, and whether something of it had left before.
  leaving tid[];
  left_before boolean;
  -- Of those that were written before, and whose lanes nobody has leased since.
  written integer[];
  written_announced bigint[];
  written_kept boolean[];
  -- The same as of what is there, by outcome.
  lanes tid[];
  counts boolean[];
  -- Whether its lease counts, and is not over.
  in_time boolean[];
  anew boolean[];
  kept boolean[];
  -- Whether each event is alone in its request.
  each_alone boolean;
  -- Of each event whether it was carried, and is in no run that is written; null where none is.
  apart boolean[];
  request record;
  -- The places of events that are in runs.
  in_runs integer[] := '{}';
  nth integer;
  -- What was carried and gets rows, and the places of what does not.
  made_webhooks uuid[];
  made_numbers bigint[];
  others integer[];
  told_for bigint[];
  found_rows integer;
  -- Those whose lanes are released, and whether one of these lanes is due.
  released integer[];
  due boolean;
  told integer[];
begin
  select array_agg(l.place), array_agg(l.lane), array_agg(l.counts), array_agg(l.in_time), array_agg(l.anew), array_agg(l.kept),
      array_agg(l.announced_for), coalesce(bool_or(l.over), false)
    into there, there_lanes, there_counts, there_in_time, there_anew, there_kept, there_announced, over
    from (
      select o.place, l.lane, l.fence = o.fence as counts, l.fence = o.fence and l.lease_until > now_at as in_time,
        o.fence <= l.forgiven as anew, o.keeps and l.fence = o.fence and o.fence > l.recalled and l.lease_until > now_at as kept,
        now_at - l.announced_at as announced_for, l.fence <> o.fence or l.lease_until = 0 as over
      from (
        select * from unnest(sellers, sandboxes, webhooks, fences, keeps) with ordinality
          as o (seller_id, sandbox, webhook_id, fence, keeps, place)
        order by o.seller_id, o.sandbox, o.webhook_id
      ) o
      cross join lateral (
        select l.ctid as lane, l.fence, l.forgiven, l.recalled, l.lease_until, l.announced_at from sellerkit.lane l
        where l.seller_id = o.seller_id and l.sandbox = o.sandbox and l.webhook_id = o.webhook_id for update
      ) l
      order by o.place offset 0
    ) l;
  if cardinality(there) = count then
    lanes := there_lanes;
    counts := there_counts;
    in_time := there_in_time;
    anew := there_anew;
    kept := there_kept;
    told_for := there_announced;
  else
    counts := array_fill(false, array[count]);
    in_time := counts;
    anew := counts;
    kept := counts;
    lanes := array_fill(null::tid, array[count]);
    told_for := array_fill(null::bigint, array[count]);
    for turn in 1 .. coalesce(cardinality(there), 0) loop
      lanes[there[turn]] := there_lanes[turn];
      counts[there[turn]] := there_counts[turn];
      in_time[there[turn]] := there_in_time[turn];
      anew[there[turn]] := there_anew[turn];
      kept[there[turn]] := there_kept[turn];
      told_for[there[turn]] := there_announced[turn];
    end loop;
  end if;
  if renewals is not null then
    update sellerkit.lane l set lease_until = now_at + r.renewal,
        ready_at = case when l.ready_at is not null then now_at + r.renewal end
      from unnest(lanes, kept, renewals) as r (lane, kept, renewal)
      where r.kept and r.renewal is not null and l.ctid = r.lane;
  end if;

  ${settleCarried}

  ${leaving}

  -- Only where a lease is over, or an event is gone, can an outcome have been written before: otherwise no partition is
  -- opened for it.
  if over or left_before then
    select array_agg(l.place) filter (where not l.again), array_agg(l.counts) filter (where not l.again),
        array_agg(l.place) filter (where l.again and l.counts and not l.anew),
        array_agg(l.announced_for) filter (where l.again and l.counts and not l.anew),
        array_agg(l.kept) filter (where l.again and l.counts and not l.anew)
      into there, there_counts, written, written_announced, written_kept
      from (
        select t.*, exists (
          select from sellerkit.delivery d
          where d.seller_id = sellers[t.place] and d.sandbox = sandboxes[t.place]
            and d.delivery_id = settle.deliveries[t.place] offset 0) as again
        from unnest(there, there_counts, there_anew, there_kept, there_announced)
          as t (place, counts, anew, kept, announced_for)
      ) l;
    counts := array(
      select o.counts and o.place = any (coalesce(there, '{}')) from unnest(counts) with ordinality as o (counts, place)
      order by o.place);
    ${leaving}
    ${separate}
  end if;

  insert into sellerkit.delivery (seller_id, sandbox, webhook_id, time, delivery_id, number, success, response_code, error,
      event_ids)
    select o.seller_id, o.sandbox, o.webhook_id, o.time, o.delivery_id, sellerkit.next_number(o.time), o.success, o.code,
      o.error, o.event_list::uuid[]
    from unnest(sellers, sandboxes, webhooks, deliveries, times, successes, codes, errors, event_lists) with ordinality
      as o (seller_id, sandbox, webhook_id, delivery_id, time, success, code, error, event_list, place)
    where cardinality(there) = count or o.place = any (there);

  -- One that comes too late is noted, and changes nothing else.
  if false = any (there_counts) then
    update sellerkit.recipient r set deliveries = r.deliveries || e.deliveries
      from (
        select sellers[e.place] as seller_id, sandboxes[e.place] as sandbox, webhooks[e.place] as webhook_id, e.time,
          e.event_id, e.number, array_agg(deliveries[e.place]) as deliveries
        from unnest(event_places, event_ids, event_numbers, event_times, event_carried)
          as e (place, event_id, number, time, carried)
        where e.place = any (there) and not counts[e.place] and not e.carried
        group by 1, 2, 3, 4, 5, 6
      ) e
      ${eachOf(
        `select k.ctid as row, k.number from sellerkit.recipient k
        where k.seller_id = e.seller_id and k.sandbox = e.sandbox and k.webhook_id = e.webhook_id
          and k.time = e.time and k.event_id = e.event_id and k.number = e.number`,
        "k"
      )}
      where r.ctid = k.row and r.number = k.number;
  end if;

  if false = any (event_carried) then
    update sellerkit.recipient r set deliveries = r.deliveries || settle.deliveries[e.place],
        attempts = r.attempts + case when r.state = 0 then 1 else 0 end,
        due_at = case when r.state = 0 and e.verdict = 0 then now_at + e.wait else r.due_at end,
        drop_reason = case when r.state = 0 and e.verdict = 2 then 'attemptsSpent' else r.drop_reason end,
        state = case when r.state = 0 then e.verdict else r.state end
      from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_waits, event_carried)
        as e (place, event_id, number, time, verdict, wait, carried)
      ${eachOf(
        `select k.ctid as row, k.number from sellerkit.recipient k
        where k.seller_id = sellers[e.place] and k.sandbox = sandboxes[e.place] and k.webhook_id = webhooks[e.place]
          and k.time = e.time and k.event_id = e.event_id and k.number = e.number`,
        "k"
      )}
      where counts[e.place] and not e.carried and r.ctid = k.row and r.number = k.number;

    delete from sellerkit.pending where ctid = any (leaving);
  end if;

  if 0 = any (event_verdicts) then
    update sellerkit.pending p set attempts = p.attempts + 1, due_at = now_at + e.wait
      from unnest(event_places, event_numbers, event_attempts, event_due, event_verdicts, event_waits, event_carried)
        as e (place, number, attempts, due_at, verdict, wait, carried)
      ${eachOf(pendingRow, "k")}
      where e.verdict = 0 and counts[e.place] and not e.carried and p.ctid = k.row;
    insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
      select sellers[e.place], sandboxes[e.place], webhooks[e.place], 1, now_at + e.wait, e.number, e.event_id, e.time, e.bytes
      from unnest(event_places, event_ids, event_numbers, event_times, event_verdicts, event_waits, event_carried, event_sizes)
        as e (place, event_id, number, time, verdict, wait, carried, bytes)
      where e.verdict = 0 and counts[e.place] and e.carried;
  end if;

  -- One that comes too late leaves its lane alone, and what was published for it meanwhile.
  select array_agg(o.place) into released
    from unnest(counts, kept) with ordinality as o (counts, kept, place) where o.counts and not o.kept;
  if released is not null then
    -- Most of the time there are none, and a row that comes now is for a claim.
    if exists (select from sellerkit.wake) then
      perform sellerkit.take_wakes(
        array(select sellers[p] from unnest(released) p), array(select sandboxes[p] from unnest(released) p),
        array(select webhooks[p] from unnest(released) p));
    end if;
    with changed as (
      update sellerkit.lane l set
          failures = case when o.anew then l.failures else o.failures end,
          failing_since = case when o.anew then l.failing_since when o.success then null
            else coalesce(l.failing_since, now_at) end,
          announced_at = case when o.anew then l.announced_at when o.announced then coalesce(l.announced_at, now_at) end,
          batch_size = case when o.anew then l.batch_size else o.size end,
          -- Without a wait no time is kept, so that a clock that is set back stops nothing.
          wait_until = case when o.anew then l.wait_until when o.wait = 0 then 0 else now_at + o.wait end,
          lease_until = 0,
          ready_at = case when exists (
              select from sellerkit.pending p
              where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id offset 0)
            then case
              when l.deleted_at is not null then now_at
              when l.enabled then case
                when o.anew or o.wait = 0 then now_at when ${hasTest} then now_at else now_at + o.wait end
              else l.held_until end end,
          has_retries = l.has_retries or o.anew or o.retries,
          last_success_at = case when o.success and not o.anew then now_at else l.last_success_at end
        from unnest(lanes, successes, settle.failures, announced, sizes, waits, retries, counts, anew, kept) with ordinality
          as o (lane, success, failures, announced, size, wait, retries, counts, anew, kept, place)
        where o.counts and not o.kept and l.ctid = o.lane
        returning o.place, o.anew, now_at - l.announced_at as announced_for, l.ready_at
    )
    select array_agg(c.place) filter (where not c.anew), array_agg(c.announced_for) filter (where not c.anew),
        array_agg(false) filter (where not c.anew), bool_or(c.ready_at is not null), bool_or(c.ready_at <= now_at)
      into places, announced_for, leased, wakes, due from changed c;
  end if;
  -- What an outcome that came too late had carried waits again, in a lane that it does not release.
  if due or (false = any (counts) and (others is not null or cardinality(rest_ids) > 0)) then perform ${notify}; end if;

  select array_agg(t.nth order by t.nth) into told
    from unnest(told_places) with ordinality as t (place, nth) where counts[t.place] and not anew[t.place];
  if told is not null then
    perform from sellerkit.append(now_at,
      array(select told_sellers[t] from unnest(told) t), array(select told_sandboxes[t] from unnest(told) t),
      array(select told_scopes[t] from unnest(told) t), array(select told_types[t] from unnest(told) t),
      array(select generate_subscripts(told, 1)), array(select told_ids[t] from unnest(told) t),
      array(select null::text from unnest(told)), array(select told_times[t] from unnest(told) t),
      array(select false from unnest(told)), array(select told_payloads[t] from unnest(told) t),
      array(select null::text from unnest(told)), null);
  end if;

  select places || array_agg(o.place), announced_for || array_agg(o.told_for), leased || array_agg(true)
    into places, announced_for, leased
    from unnest(counts, kept, told_for) with ordinality as o (counts, kept, told_for, place) where o.counts and o.kept;
  places := places || written;
  announced_for := announced_for || written_announced;
  leased := leased || written_kept;
  wakes := coalesce(wakes, false) or told is not null or written is not null;
  return next;
end
$$`

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

/**
 * `sellerkit.settle` and `sellerkit.release` as processes of the schemas before the seventh call them: those carry nothing. They run
 * for as long as it takes to replace them.
 */
export const settleBefore = `
create function sellerkit.settle(
  given_now bigint,
  sellers uuid[], sandboxes boolean[], webhooks uuid[], fences bigint[], deliveries uuid[], times bigint[],
  successes boolean[], codes integer[], errors text[], event_lists text[], failures integer[], announced boolean[],
  sizes integer[], waits bigint[], retries boolean[], keeps boolean[],
  event_places integer[], event_ids uuid[], event_numbers bigint[], event_times bigint[], event_attempts integer[],
  event_due bigint[], event_verdicts integer[], event_waits bigint[],
  told_places integer[], told_sellers uuid[], told_sandboxes boolean[], told_ids uuid[], told_times bigint[],
  told_scopes text[], told_types text[], told_payloads text[]
) returns table (places integer[], announced_for bigint[], leased boolean[])
language plpgsql ${indexedPlans} as $$
begin
  return query select s.places, s.announced_for, s.leased from sellerkit.settle(given_now, sellers, sandboxes, webhooks, fences, deliveries, times, successes, codes,
    errors, event_lists, failures, announced, sizes, waits, retries, keeps, event_places, event_ids, event_numbers, event_times,
    event_attempts, event_due, event_verdicts, event_waits,
    array_fill(false, array[cardinality(event_ids)]), array_fill(0, array[cardinality(event_ids)]),
    '{}'::uuid[], '{}'::boolean[], '{}'::uuid[], '{}'::uuid[], '{}'::bigint[], '{}'::bigint[], '{}'::integer[],
    '{}'::bigint[], '{}'::bigint[],
    told_places, told_sellers, told_sandboxes, told_ids, told_times, told_scopes, told_types, told_payloads) s;
end
$$`

export const releaseBefore = `
create function sellerkit.release(given_now bigint, sellers uuid[], sandboxes boolean[], webhooks uuid[], fences bigint[])
returns void language plpgsql ${indexedPlans} as $$
begin
  perform sellerkit.release(given_now, sellers, sandboxes, webhooks, fences, '{}'::uuid[], '{}'::boolean[], '{}'::uuid[], '{}'::uuid[],
    '{}'::bigint[], '{}'::bigint[], '{}'::integer[], '{}'::bigint[], '{}'::bigint[]);
end
$$`
