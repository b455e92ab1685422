/** The function that writes how requests ended. */
import { indexedPlans } from "../indexedPlans.ts"
import { lockLanes, releaseLanes } from "./leases.ts"
import { queueRest } from "./queueRest.ts"
import { settleCarried } from "./settleCarried.ts"
import { leaving, separate, settleWaiting } from "./settleWaiting.ts"
import { writeAttempts } from "./writeAttempts.ts"

/**
 * `sellerkit.settle`: writes how requests ended. `event_lists`: the events of each request, as the text of a list. `event_…`: the events
 * that are still there, in the order of the requests.
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
  -- Those that were written before; and of these, those whose lanes nobody has leased since.
  known integer[];
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
  each_alone boolean := cardinality(event_places) = 1;
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
  if not each_alone then
    each_alone := (select count(distinct p) from unnest(event_places) p) = cardinality(event_places);
  end if;
  ${lockLanes}

  ${settleCarried}

  ${queueRest}

  ${leaving}

  -- Only where a lease is over, or an event is gone, can an outcome have been written before: otherwise no partition is
  -- opened for it.
  if over or left_before then
    known := sellerkit.known_attempts(sellers, sandboxes, settle.deliveries);
    select array_agg(l.place) filter (where not l.again), array_agg(l.counts) filter (where not l.again),
        array_agg(l.place) filter (where l.again and l.counts and not l.anew),
        array_agg(l.announced_for) filter (where l.again and l.counts and not l.anew),
        array_agg(l.kept) filter (where l.again and l.counts and not l.anew)
      into there, there_counts, written, written_announced, written_kept
      from (
        select t.*, t.place = any (known) as again
        from unnest(there, there_counts, there_anew, there_kept, there_announced)
          as t (place, counts, anew, kept, announced_for)
      ) l;
    counts := array(
      select o.counts and o.place = any (coalesce(there, '{}')) from unnest(counts) with ordinality as o (counts, place)
      order by o.place);
    ${leaving}
    ${separate}
  end if;

  ${writeAttempts}

  ${settleWaiting}

  ${releaseLanes}

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

/**
 * `sellerkit.settle` as processes of the schemas before the seventh call it: those carry nothing. They run for as long as it takes to
 * replace them.
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
