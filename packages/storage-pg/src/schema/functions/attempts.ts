/**
 * Attempts that succeeded and carried one event, as most do. A settlement writes all of its own as one row of `attempt_log`. After
 * some settlements they become runs, rows of `attempt_run`: what was sent to a webhook within a minute. Every other attempt is a row of
 * `delivery`. Attempts never change, and nothing else depends on where one is.
 */
import { hashedPlans, indexedPlans } from "./indexedPlans.ts"
import { ofTimes } from "./partitions.ts"
import { runInWay, type RunTable, runsInRange } from "./runsInRange.ts"

// our choice, in milliseconds: a run is of attempts in one minute. Each partition begins with a minute.
const runLength = 60_000

// our choice: a row of so many is not compressed, and fits into a page of the database.
const mostInRun = 150

// our choice: twice as many rows of the log as a process leaves between two calls. What processes of an older version left, which do not
// index, goes in steps.
const rowsAtOnce = 256

// our choice: settlements wait meanwhile.
const lockTimeout = "200ms"

/** The lists of a row of the log are those of a run, and say of each attempt whose it is. */
const runLists = ["times", "delivery_ids", "codes", "event_ids"] as const
export const logLists = ["seller_ids", "sandboxes", "webhook_ids", ...runLists] as const

const logEntries = `unnest(${logLists.map((list) => `g.${list}`).join(", ")})
        as p (seller_id, sandbox, webhook_id, time, delivery_id, response_code, event_id)`

/** Attempts `p` in the log, of an account. The lists of a row are read only where it has some of the account. */
export const loggedOf = (seller: string, sandbox: string, columns = "p.*"): string => `select ${columns}
      from sellerkit.attempt_log g cross join ${logEntries}
      where ${seller} = any (g.seller_ids) and p.seller_id = ${seller} and p.sandbox = ${sandbox}`

/** The attempts of a run `q`, in their order. */
const runEntries =
  "unnest(q.times, q.delivery_ids, q.codes, q.event_ids) with ordinality as p (time, delivery_id, response_code, event_id, place)"

const table = { table: "attempt_run", id: "delivery_id", lastId: "last_delivery" } as const

/** Runs `o` that have attempts in a range of times. */
export const runsOfTimes = (first: string, last: string): string =>
  `o.time > ${first} - ${runLength} and o.time < ${last} and ${ofTimes("o.number", `${first} - ${runLength}`, last)}`

/** What ids begin with that are made within some 65 seconds of each other: 32 of the 48 bits that are a time. */
const partOf = (id: string): string => `('x' || left(${id}::text, 8))::bit(32)::bigint`

// our choice: the ids of a run were made within as many of these parts as those of a minute are.
const idParts = 2

/** The last id that a run with this one may end with. */
const lastBeside = (id: string): string =>
  `(lpad(to_hex(least(4294967295, ${partOf(id)} + ${idParts})), 8, '0') || '-ffff-ffff-ffff-ffffffffffff')::uuid`

/** The run that has an id begins with it or before it, and ends with it or behind it, but not far. `place`: which of its attempts. */
const runWithId = (seller: string, sandbox: string, id: string): string => `select q.* from (
      select o.*, array_position(o.delivery_ids, ${id}) as place from sellerkit.attempt_run o
      where o.seller_id = ${seller} and o.sandbox = ${sandbox} and o.last_delivery >= ${id} and o.last_delivery <= ${lastBeside(id)}
        and o.delivery_id <= ${id} offset 0
    ) q where q.place is not null`

/** `sellerkit.attempt_with`: the attempt of an account that has an id, wherever it is. */
export const attemptWith = `
create function sellerkit.attempt_with(seller uuid, in_sandbox boolean, id uuid)
returns table (webhook_id uuid, "time" bigint, success boolean, response_code integer, error text, event_ids uuid[])
language plpgsql stable ${indexedPlans} as $$
#variable_conflict use_column
begin
  return query select d.webhook_id, d.time, d.success, d.response_code, d.error, d.event_ids from sellerkit.delivery d
    where d.seller_id = seller and d.sandbox = in_sandbox and d.delivery_id = id limit 1;
  if found then return; end if;
  return query select q.webhook_id, q.times[q.place], true, q.codes[q.place], null::text, array[q.event_ids[q.place]]
    from (${runWithId("seller", "in_sandbox", "id")}) q limit 1;
  if found then return; end if;
  return query ${loggedOf("seller", "in_sandbox", "p.webhook_id, p.time, true, p.response_code, null::text, array[p.event_id]")}
      and id = any (g.delivery_ids) and p.delivery_id = id limit 1;
end
$$`

/** `sellerkit.known_attempts`: which of many attempts are there already, by their places, from 1. The log is read once for all of them. */
export const knownAttempts = `
create function sellerkit.known_attempts(sellers uuid[], sandboxes boolean[], ids uuid[]) returns integer[]
language plpgsql stable ${hashedPlans} as $$
begin
  return array(
      select k.place from unnest(sellers, sandboxes, ids) with ordinality as k (seller_id, sandbox, id, place)
      where exists (
        select from sellerkit.delivery d
        where d.seller_id = k.seller_id and d.sandbox = k.sandbox and d.delivery_id = k.id offset 0)
        or exists (${runWithId("k.seller_id", "k.sandbox", "k.id")})
    ) || array(
      select k.place from unnest(ids) with ordinality as k (id, place)
      join (select unnest(g.delivery_ids) as id from sellerkit.attempt_log g) l on l.id = k.id);
end
$$`

const readRuns: RunTable = {
  ...table,
  entries: runEntries,
  columns: "e.time, e.delivery_id, e.response_code",
  condition: `and ${ofTimes("o.number", `since_time - ${runLength}`, "until_time")}`
}

const atEach = (order: "" | " desc"): string => `return query ${runsInRange(readRuns, order)};
    return query select l.webhook_id, l.time, l.delivery_id, l.response_code
      from (
        select p.*, row_number() over (partition by p.webhook_id order by p.time${order}, p.delivery_id${order}) as nth
        from (
          ${loggedOf("seller", "in_sandbox", "p.*, array_position(webhooks, p.webhook_id) as place")}
            and p.webhook_id = any (webhooks)
        ) p
        where (p.time, p.delivery_id) > (low_times[p.place], low_ids[p.place])
          and (p.time, p.delivery_id) < (high_times[p.place], high_ids[p.place])
      ) l where l.nth <= most;`

/**
 * `sellerkit.attempts_at_each`: the attempts in runs and in the log of webhooks of an account, for each webhook behind one place and before
 * another, of each source the first so many of them in either direction. It reads what its caller's statement sees.
 */
export const attemptsAtEach = `
create function sellerkit.attempts_at_each(
  seller uuid, in_sandbox boolean, webhooks uuid[], low_times bigint[], low_ids uuid[], high_times bigint[], high_ids uuid[],
  is_older boolean, most bigint
) returns table (webhook_id uuid, "time" bigint, delivery_id uuid, response_code integer)
language plpgsql stable ${indexedPlans} set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  -- No column has these names.
  since_time constant bigint := (select min(t) from unnest(low_times) t);
  until_time constant bigint := (select max(t) from unnest(high_times) t);
begin
  if is_older then ${atEach(" desc")}
  else ${atEach("")}
  end if;
end
$$`

/** The attempts of runs `q`, with whose they are. */
export const attemptsIn = (runs: string): string => `select q.seller_id, q.sandbox, q.webhook_id, p.*
    from ${runs} q cross join ${runEntries}`

/** Writes such attempts as rows, one for each. */
export const writeAlone = (attempts: string): string => `insert into sellerkit.delivery
      (seller_id, sandbox, webhook_id, time, delivery_id, number, success, response_code, event_ids)
    select a.seller_id, a.sandbox, a.webhook_id, a.time, a.delivery_id, sellerkit.next_number(a.time), true, a.response_code,
      array[a.event_id]
    from (${attempts}) a`

/** A run where a group of attempts belongs. */
const inWay = runInWay(
  table,
  { seller: "g.seller_id", sandbox: "g.sandbox", webhook: "g.webhook_id" },
  { time: "g.times[1]", id: "g.delivery_ids[1]" },
  { time: "g.times[g.count]", id: "g.delivery_ids[g.count]" }
)

/**
 * `sellerkit.index_attempts`: writes what is in the log as runs, the oldest rows first. An attempt alone takes less as a row of
 * `delivery`. Attempts whose ids are not in the order of their times, or far from each other, and those in whose way another run is
 * become such rows as well: clocks were set meanwhile, or one was settled too late. One transaction at a time does this; another one
 * finds nothing to do.
 */
export const indexAttempts = `
create function sellerkit.index_attempts() returns void language plpgsql ${indexedPlans} set lock_timeout = '${lockTimeout}' as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('sellerkit.index_attempts')) then return; end if;
  with gone as materialized (
    delete from sellerkit.attempt_log g
      where g.number = any (array(select o.number from sellerkit.attempt_log o order by o.number limit ${rowsAtOnce}))
      returning *
  ), placed as (
    select p.*, row_number() over near as place, lag(p.delivery_id) over near > p.delivery_id as is_behind
    from gone g cross join ${logEntries}
    window near as (
      partition by p.seller_id, p.sandbox, p.webhook_id, p.time / ${runLength} order by p.time, p.delivery_id)
  ), grouped as (
    select p.seller_id, p.sandbox, p.webhook_id, array_agg(p.time order by p.place) as times,
      array_agg(p.delivery_id order by p.place) as delivery_ids, array_agg(p.response_code order by p.place) as codes,
      array_agg(p.event_id order by p.place) as event_ids, bool_or(p.is_behind) as is_mixed, count(*)::integer as count
    from placed p group by p.seller_id, p.sandbox, p.webhook_id, p.time / ${runLength}, (p.place - 1) / ${mostInRun}
  ), judged as materialized (
    select g.*, g.count > 1 and g.is_mixed is not true
        and ${partOf("g.delivery_ids[g.count]")} - ${partOf("g.delivery_ids[1]")} <= ${idParts}
        and not exists (${inWay}) as is_run
    from grouped g
  ), new_run as (
    insert into sellerkit.attempt_run (seller_id, sandbox, webhook_id, time, delivery_id, number, last_time, last_delivery,
      ${runLists.join(", ")})
    select g.seller_id, g.sandbox, g.webhook_id, g.times[1], g.delivery_ids[1], sellerkit.next_number(g.times[1]), g.times[g.count],
      g.delivery_ids[g.count], ${runLists.map((list) => `g.${list}`).join(", ")}
    from judged g where g.is_run
  )
  ${writeAlone(`${attemptsIn("judged")} where not q.is_run`)};
end
$$`
