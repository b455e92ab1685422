/**
 * What one request delivered to a webhook, in one row: a run of events. Each of them was delivered at its first attempt, and has no row
 * of `recipient`. Runs of a webhook do not overlap in the order of time and id, so that an event is in the last run that begins at it
 * or before it, or in none. They are written by whoever has locked the lane.
 */
import { eachOf } from "../../connection/lists.ts"
import { indexedPlans } from "./indexedPlans.ts"
import { inOtherWeek, sameWeek, sinceWeek } from "./partitions.ts"
import { atWebhook, begunBy, lastBegun, runInWay, type RunTable, runsInRange } from "./runsInRange.ts"

// our choice, in milliseconds: what lies between two events of a run is closed to other runs.
const widestGap = 3_600_000

// our choice: a row of so many is not compressed, and fits into a page of the database.
const mostInRun = 200

/** Where an event at a webhook is found: an expression for each part of its key. */
export interface KeyTexts {
  readonly seller: string
  readonly sandbox: string
  readonly webhook: string
  readonly time: string
  readonly event: string
  readonly number: string
}

/** The key of a row that has all parts of it as columns. */
export const keyIn = (row: string): KeyTexts => ({
  seller: `${row}.seller_id`,
  sandbox: `${row}.sandbox`,
  webhook: `${row}.webhook_id`,
  time: `${row}.time`,
  event: `${row}.event_id`,
  number: `${row}.number`
})

const table = { table: "delivered_run", id: "event_id", lastId: "last_event" } as const

/**
 * The run that has an event. Its partition is the one of the event's number, and later ones are empty or few. With a condition that names
 * this one alone (`sameWeek`) the planner expects few runs, and sorts all of them, unless it may not.
 */
export const runWith = (key: KeyTexts, ofPartition = sinceWeek): string => `select o.* from (
        ${begunBy(table, "o.*, o.ctid as row", { ...key, id: key.event })}
          and ${ofPartition("o.number", key.number)} ${lastBegun(table)}
      ) o where ${key.number} = any (o.numbers)`

const runColumns =
  "seller_id, sandbox, webhook_id, time, event_id, number, last_time, last_event, delivery_id, event_ids, numbers, times, bytes"

const insertRun = `insert into sellerkit.delivered_run (${runColumns})`

const atRequest = `k.seller_id = seller and k.sandbox = in_sandbox and k.webhook_id = webhook`

/**
 * `sellerkit.write_runs`: writes what one request delivered as runs of neighbours, and gives the places, from 1, of the events that are
 * in one. The events come in the order of time and id. Those of which something is known are in none, nor are those in whose way another
 * run is, or of another partition, or alone. Its statements are about one run, so that each begins with the partitions that this is about.
 */
export const writeRuns = `
create function sellerkit.write_runs(
  seller uuid, in_sandbox boolean, webhook uuid, delivery uuid, given_ids uuid[], given_numbers bigint[], given_times bigint[],
  given_sizes integer[]
) returns integer[] language plpgsql ${indexedPlans} as $$
declare
  written integer[] := '{}';
  total constant integer := cardinality(given_ids);
  first integer;
  last integer := 0;
  -- At another isolation level it would not be seen what was written before the lane was locked. Rows have a key that says so.
  may_write constant boolean := current_setting('transaction_isolation') = 'read committed';
  -- Whether all of them are neighbours, and of one partition.
  is_close constant boolean := given_times[total] - given_times[1] <= ${widestGap}
    and (select not ${inOtherWeek("min(n)", "max(n)")} from unnest(given_numbers) n);
begin
  loop
    first := last + 1;
    exit when first >= total or not may_write;
    last := least(total, last + ${mostInRun});
    if not is_close then
      for place in first + 1 .. last loop
        if given_times[place] - given_times[place - 1] > ${widestGap}
          or ${inOtherWeek("given_numbers[place]", "given_numbers[place - 1]")} then
          last := place - 1;
          exit;
        end if;
      end loop;
    end if;
    continue when last = first;
    continue when exists (${runInWay(
      table,
      { seller: "seller", sandbox: "in_sandbox", webhook: "webhook" },
      { time: "given_times[first]", id: "given_ids[first]" },
      { time: "given_times[last]", id: "given_ids[last]" }
    )});
    -- Mostly there is no row between the first and the last of them.
    perform from sellerkit.recipient k
      where ${atRequest} and (k.time, k.event_id) >= (given_times[first], given_ids[first])
        and (k.time, k.event_id) <= (given_times[last], given_ids[last]) and ${sameWeek("k.number", "given_numbers[first]")} limit 1;
    if found then
      perform from unnest(given_ids[first:last], given_numbers[first:last], given_times[first:last]) as p (event_id, number, time)
        ${eachOf(
          `select from sellerkit.recipient k
          where ${atRequest} and k.time = p.time and k.event_id = p.event_id and k.number = p.number`,
          "k"
        )} limit 1;
      continue when found;
    end if;
    ${insertRun}
      values (seller, in_sandbox, webhook, given_times[first], given_ids[first], given_numbers[first], given_times[last],
        given_ids[last], delivery, given_ids[first:last], given_numbers[first:last], given_times[first:last], given_sizes[first:last]);
    written := written || array(select generate_series(first, last));
  end loop;
  return written;
end
$$`

/** The events of a run `q`, in their order. */
const entries =
  "unnest(q.event_ids, q.numbers, q.times, q.bytes) with ordinality as p (event_id, number, time, bytes, place)"

/**
 * `sellerkit.separate_from_runs`: gives events that are in runs rows of `recipient` of their own, because they are about to change. It
 * locks their lanes, which its caller has locked before where it locks others as well.
 */
export const separateFromRuns = `
create function sellerkit.separate_from_runs(
  sellers uuid[], sandboxes boolean[], webhooks uuid[], times bigint[], ids uuid[], numbers bigint[]
) returns void language plpgsql ${indexedPlans} as $$
#variable_conflict use_column
declare
  one record;
  q sellerkit.delivered_run;
begin
  perform from (
      select distinct p.seller_id, p.sandbox, p.webhook_id from unnest(sellers, sandboxes, webhooks) as p (seller_id, sandbox, webhook_id)
      order by 1, 2, 3
    ) p
    cross join lateral (
      select from sellerkit.lane l
      where l.seller_id = p.seller_id and l.sandbox = p.sandbox and l.webhook_id = p.webhook_id for update
    ) l;
  for one in
    select k.row, k.number, array_agg(p.number) as taken
    from unnest(sellers, sandboxes, webhooks, times, ids, numbers) as p (seller_id, sandbox, webhook_id, time, event_id, number)
    ${eachOf(runWith(keyIn("p")), "k")}
    group by k.row, k.number
  loop
    delete from sellerkit.delivered_run d where d.ctid = one.row and d.number = one.number returning d.* into q;
    insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, state, attempts, due_at, deliveries)
      select q.seller_id, q.sandbox, q.webhook_id, p.time, p.event_id, p.number, p.bytes, 1, 1, p.number >> 20, array[q.delivery_id]
      from ${entries} where p.number = any (one.taken)
      on conflict do nothing;
    ${insertRun}
      select q.seller_id, q.sandbox, q.webhook_id, r.times[1], r.event_ids[1], r.numbers[1],
        r.times[cardinality(r.times)], r.event_ids[cardinality(r.event_ids)], q.delivery_id, r.event_ids, r.numbers, r.times, r.bytes
      from (
        select array_agg(p.event_id order by p.place) as event_ids, array_agg(p.number order by p.place) as numbers,
          array_agg(p.time order by p.place) as times, array_agg(p.bytes order by p.place) as bytes
        from ${entries} where p.number <> all (one.taken) having count(*) > 0
      ) r;
  end loop;
end
$$`

/** Along their index: the planner expects few runs, and would sort all that there are. */
const inOrder = `${indexedPlans} set enable_bitmapscan = off set enable_sort = off`

/** What became of an event: where it has a row, no run is looked at. The limit of each part keeps the planner from taking them apart. */
const recipient = (key: KeyTexts): string => `(select o.state, o.attempts, o.due_at, o.drop_reason, o.deliveries
        from sellerkit.recipient o
        where ${atWebhook(key)} and o.time = ${key.time} and o.event_id = ${key.event} and o.number = ${key.number} limit 1)
      union all
      (select 1::smallint, 1, ${key.number} >> 20, null, array[q.delivery_id] from (${runWith(key, sameWeek)}) q limit 1)
      limit 1`

/**
 * `sellerkit.recipients_of`: what became of events at webhooks of an account, as rows of `recipient` say it. `place`: which of those that
 * were asked about, from 1; there is no row for one of which nothing is known. It reads what its caller's statement sees.
 */
export const recipientsOf = `
create function sellerkit.recipients_of(
  seller uuid, in_sandbox boolean, webhooks uuid[], times bigint[], ids uuid[], numbers bigint[]
) returns table (place bigint, state smallint, attempts integer, due_at bigint, drop_reason text, deliveries uuid[])
language plpgsql stable ${inOrder} as $$
#variable_conflict use_column
begin
  return query select p.place, r.* from unnest(webhooks, recipients_of.times, ids, recipients_of.numbers) with ordinality
      as p (webhook_id, time, event_id, number, place)
    ${eachOf(recipient({ ...keyIn("p"), seller: "seller", sandbox: "in_sandbox" }), "r")};
end
$$`

const readRuns: RunTable = { ...table, entries, columns: "e.time, e.event_id, e.number, e.bytes" }

/**
 * `sellerkit.delivered_at_each`: the events in runs of webhooks of an account, for each webhook behind one place and before another, the
 * first so many of them in either direction. It reads what its caller's statement sees. Runs are read along their index, and no further
 * than necessary. It is asked about all webhooks at once: to begin takes longer than to read.
 */
export const deliveredAtEach = `
create function sellerkit.delivered_at_each(
  seller uuid, in_sandbox boolean, webhooks uuid[], low_times bigint[], low_ids uuid[], high_times bigint[], high_ids uuid[],
  is_older boolean, most bigint
) returns table (webhook_id uuid, "time" bigint, event_id uuid, number bigint, bytes integer)
language plpgsql stable ${inOrder} as $$
#variable_conflict use_column
begin
  if is_older then return query ${runsInRange(readRuns, " desc")};
  else return query ${runsInRange(readRuns, "")};
  end if;
end
$$`

/** `sellerkit.delivered_between`: the same of one webhook, as processes of the schema before ask. */
export const deliveredBetween = `
create function sellerkit.delivered_between(
  seller uuid, in_sandbox boolean, webhook uuid, low_time bigint, low_event uuid, high_time bigint, high_event uuid,
  is_older boolean, most bigint
) returns table ("time" bigint, event_id uuid, number bigint, bytes integer) language sql stable as $$
  select d.time, d.event_id, d.number, d.bytes
  from sellerkit.delivered_at_each(seller, in_sandbox, array[webhook], array[low_time], array[low_event], array[high_time],
    array[high_event], is_older, most) d
$$`
