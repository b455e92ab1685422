/**
 * What a process carries: events that it keeps in memory until they are sent, of lanes that it has leased. A row of `carried` is
 * written for all of them together as they are stored. Rows of `recipient` say what became of them when they are settled. Those of
 * `pending` are written for what goes any other way, here.
 */
import { eachOf } from "../../connection/lists.ts"
import { indexedPlans } from "./indexedPlans.ts"
import { keyIn, runWith } from "./runs.ts"

// our choice: what a process left when it ended is taken over in steps, by so many rows and so many events, and a row more.
const rowsAtOnce = 200
const eventsAtOnce = 5000

/** Events that are carried, of which a condition holds: of a row `c`, before its lists are read, and of an event `p`. */
const eventsOf = (condition: string): string => `select p.* from sellerkit.carried c
      cross join unnest(c.seller_ids, c.sandboxes, c.webhook_ids, c.fences, c.event_ids, c.numbers, c.times, c.bytes)
        as p (seller_id, sandbox, webhook_id, fence, event_id, number, time, bytes)
      ${condition}`

// our choice: settlements go first after so long, which is well before PostgreSQL looks for a deadlock. So often a look begins again.
const givesWayAfter = "100ms"
const mostTurns = 100

/** The order of the keys of `recipient`: those who write the same ones wait for each other in turn. */
const inOrder = "order by p.seller_id, p.sandbox, p.webhook_id, p.time, p.event_id, p.number"

/** Of an event `p`: nobody has delivered it, as far as runs say. */
const inNoRun = `not exists (${runWith(keyIn("p"))})`

const insertWaiting = (events: string, condition = ""): string => `insert into sellerkit.recipient
      (seller_id, sandbox, webhook_id, time, event_id, number, bytes, due_at, state)
    select p.seller_id, p.sandbox, p.webhook_id, p.time, p.event_id, p.number, p.bytes, p.number >> 20, 0
    from ${events} where ${condition}${inNoRun} ${inOrder} on conflict do nothing`

const shown = `(${eventsOf(`where seller = any (c.seller_ids) and p.seller_id = seller and p.sandbox = in_sandbox
        and (only_webhook is null or p.webhook_id = only_webhook)`)}) p`

/**
 * `sellerkit.show_carried`: writes down what waits of an account although it is carried, or of one of its webhooks, before somebody looks
 * at it. A transaction that writes nothing sees it when it is settled. `stays`: it is not undone, so that who settles it has to see it or
 * come first: the lanes are locked. Of lanes that get some meanwhile nothing is written. At another isolation level than READ COMMITTED
 * it would not be seen what was settled before a lane was locked.
 *
 * A look holds the keys that it has written until it is over. A settlement writes what was sent and then the rest, so that it may hold a
 * later key and wait for an earlier one: the look gives back what it holds, and begins again.
 */
export const showCarried = `
create function sellerkit.show_carried(
  seller uuid, in_sandbox boolean, only_webhook uuid default null, stays boolean default true
) returns void language plpgsql ${indexedPlans} as $$
declare
  locked uuid[];
  given_timeout constant text := current_setting('lock_timeout');
  turns integer := 0;
begin
  if stays and current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'isolation level: expected read committed for a job that sends events again' using errcode = '0A000';
  end if;
  if exists (select from sellerkit.carried c where seller = any (c.seller_ids)) and not current_setting('transaction_read_only')::boolean
  then
    if stays then
      select array_agg(l.webhook_id) into locked
        from (select distinct p.webhook_id from ${shown} order by 1) p
        cross join lateral (
          select l.webhook_id from sellerkit.lane l
          where l.seller_id = seller and l.sandbox = in_sandbox and l.webhook_id = p.webhook_id for update
        ) l;
      ${insertWaiting(shown, "p.webhook_id = any (locked) and ")};
    else
      perform set_config('lock_timeout', '${givesWayAfter}', true);
      loop
        begin
          ${insertWaiting(shown)};
          exit;
        exception when lock_not_available or deadlock_detected then
          turns := turns + 1;
          if turns = ${mostTurns} then raise; end if;
        end;
      end loop;
      perform set_config('lock_timeout', given_timeout, true);
    end if;
  end if;
end
$$`

/**
 * `sellerkit.queue_carried`: events that were carried wait in their lanes, unless something became of them meanwhile: somebody may
 * settle them at this moment, so that their recipients are locked before that is decided. Their lanes are woken.
 */
export const queueCarried = `
create function sellerkit.queue_carried(
  now_at bigint, sellers uuid[], sandboxes boolean[], webhooks uuid[], ids uuid[], numbers bigint[], times bigint[],
  sizes integer[]
) returns void language plpgsql ${indexedPlans} as $$
begin
  ${insertWaiting(`unnest(sellers, sandboxes, webhooks, ids, numbers, times, sizes)
      as p (seller_id, sandbox, webhook_id, event_id, number, time, bytes)`)};
  insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
    select p.seller_id, p.sandbox, p.webhook_id, 0, p.number >> 20, p.number, p.event_id, p.time, p.bytes
    from (
      select * from unnest(sellers, sandboxes, webhooks, ids, numbers, times, sizes)
        as p (seller_id, sandbox, webhook_id, event_id, number, time, bytes)
      ${inOrder}
    ) p
    cross join lateral (
      select from sellerkit.recipient k
      where k.seller_id = p.seller_id and k.sandbox = p.sandbox and k.webhook_id = p.webhook_id and k.time = p.time
        and k.event_id = p.event_id and k.number = p.number and k.state = 0 and k.attempts = 0 and k.due_at = p.number >> 20
      offset 0 for update
    ) k
    on conflict do nothing;
  insert into sellerkit.wake (seller_id, sandbox, webhook_id, number, at)
    select p.seller_id, p.sandbox, p.webhook_id, min(p.number), now_at
    from unnest(sellers, sandboxes, webhooks, numbers) as p (seller_id, sandbox, webhook_id, number)
    group by p.seller_id, p.sandbox, p.webhook_id;
end
$$`

/** Of the lanes of a row `one` of `carried`: how many there are, and how many of them nobody else has locked, which are locked now. */
const lockLanes = `select count(*), count(l.lane) into there, locked
      from (
        select distinct p.seller_id, p.sandbox, p.webhook_id from unnest(one.seller_ids, one.sandboxes, one.webhook_ids)
          as p (seller_id, sandbox, webhook_id)
        order by 1, 2, 3
      ) p
      ${eachOf(
        `select from sellerkit.lane l
        where l.seller_id = p.seller_id and l.sandbox = p.sandbox and l.webhook_id = p.webhook_id`,
        "k"
      )}
      left join lateral (
        select l.ctid as lane from sellerkit.lane l
        where l.seller_id = p.seller_id and l.sandbox = p.sandbox and l.webhook_id = p.webhook_id offset 0 for update skip locked
      ) l on true`

/**
 * `sellerkit.take_over`: what is carried under leases that are over waits in its lanes, which are due. A lane that is locked is being
 * settled or released: that goes first. It waits for no lane, because settlements that have lanes wait for rows of `carried`, and
 * writes all recipients in one order.
 */
export const takeOver = `
create function sellerkit.take_over(now_at bigint) returns void language plpgsql ${indexedPlans} as $$
declare
  over record;
  one record;
  there integer;
  locked integer;
  taken integer := 0;
  all_sellers uuid[] := '{}';
  all_sandboxes boolean[] := '{}';
  all_webhooks uuid[] := '{}';
  all_ids uuid[] := '{}';
  all_numbers bigint[] := '{}';
  all_times bigint[] := '{}';
  all_sizes integer[] := '{}';
begin
  for one in
    select c.ctid as row, c.* from sellerkit.carried c where c.expires_at <= now_at order by c.expires_at limit ${rowsAtOnce}
    for update skip locked
  loop
    exit when taken >= ${eventsAtOnce};
    ${lockLanes};
    continue when locked < there;
    taken := taken + cardinality(one.numbers);
    select array_agg(p.seller_id) filter (where p.is_over) as sellers, array_agg(p.sandbox) filter (where p.is_over) as sandboxes,
        array_agg(p.webhook_id) filter (where p.is_over) as webhooks, array_agg(p.event_id) filter (where p.is_over) as ids,
        array_agg(p.number) filter (where p.is_over) as numbers, array_agg(p.time) filter (where p.is_over) as times,
        array_agg(p.bytes) filter (where p.is_over) as sizes,
        min(p.lease_until) filter (where not p.is_over) as expires_at
      into over
      from (
        select p.*, l.lease_until, coalesce(l.fence <> p.fence or l.lease_until <= now_at, true) as is_over
        from unnest(one.seller_ids, one.sandboxes, one.webhook_ids, one.fences, one.event_ids, one.numbers, one.times, one.bytes)
          as p (seller_id, sandbox, webhook_id, fence, event_id, number, time, bytes)
        left join lateral (
          select l.fence, l.lease_until from sellerkit.lane l
          where l.seller_id = p.seller_id and l.sandbox = p.sandbox and l.webhook_id = p.webhook_id offset 0) l on true
      ) p;
    if over.numbers is not null then
      all_sellers := all_sellers || over.sellers;
      all_sandboxes := all_sandboxes || over.sandboxes;
      all_webhooks := all_webhooks || over.webhooks;
      all_ids := all_ids || over.ids;
      all_numbers := all_numbers || over.numbers;
      all_times := all_times || over.times;
      all_sizes := all_sizes || over.sizes;
    end if;
    if over.expires_at is null then delete from sellerkit.carried c where c.ctid = one.row;
    else update sellerkit.carried c set expires_at = over.expires_at where c.ctid = one.row;
    end if;
  end loop;
  if cardinality(all_numbers) = 0 then return; end if;
  perform sellerkit.queue_carried(
    now_at, all_sellers, all_sandboxes, all_webhooks, all_ids, all_numbers, all_times, all_sizes);
  select array_agg(p.seller_id), array_agg(p.sandbox), array_agg(p.webhook_id) into all_sellers, all_sandboxes, all_webhooks
    from (
      select distinct p.seller_id, p.sandbox, p.webhook_id from unnest(all_sellers, all_sandboxes, all_webhooks)
        as p (seller_id, sandbox, webhook_id)
    ) p;
  perform sellerkit.take_wakes(all_sellers, all_sandboxes, all_webhooks);
  update sellerkit.lane l set ready_at = k.ready_at
    from unnest(all_sellers, all_sandboxes, all_webhooks) as p (seller_id, sandbox, webhook_id)
    ${eachOf(
      `select o.ctid as lane, sellerkit.readiness(o, now_at) as ready_at from sellerkit.lane o
      where o.seller_id = p.seller_id and o.sandbox = p.sandbox and o.webhook_id = p.webhook_id`,
      "k"
    )}
    where l.ctid = k.lane and (l.ready_at is null or l.ready_at > k.ready_at);
end
$$`

/** How many events are carried and not settled: of those of which a condition holds (see `eventsOf`), or of all. */
export const carriedCount = (condition = ""): string => `(select count(*)::integer from (${eventsOf(condition)}) p
    where not exists (
        select from sellerkit.recipient k
        where k.seller_id = p.seller_id and k.sandbox = p.sandbox and k.webhook_id = p.webhook_id and k.time = p.time
          and k.event_id = p.event_id and k.number = p.number
          and (k.state <> 0 or k.attempts > 0 or k.due_at <> p.number >> 20) offset 0)
      and not exists (
        select from sellerkit.pending k
        where k.seller_id = p.seller_id and k.sandbox = p.sandbox and k.webhook_id = p.webhook_id and k.attempts = 0
          and k.due_at = p.number >> 20 and k.number = p.number offset 0)
      and ${inNoRun})`
