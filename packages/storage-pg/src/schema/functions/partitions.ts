/**
 * Records that only grow older are kept in partitions by time. A partition is made ahead of its time, and dropped as a whole,
 * which gives its bytes back at once. Both functions run with the rights of the role that migrated, so that the service itself
 * needs no right to make tables. Neither waits long for a lock: what does not succeed now is done later.
 */

/**
 * Days that a partition is for.
 *
 * our choice: a week longer than records have to be kept is little beside a month, and few partitions are quick to look through.
 */
const widths: Readonly<Record<string, number>> = {
  event: 7,
  recipient: 7,
  delivery: 7,
  delivered_run: 7,
  attempt_run: 7
}

/** The tables that are kept in partitions. */
export const partitionedTables: ReadonlyArray<string> = Object.keys(widths)

/** The widths before the ninth migration. */
export const widthsBeforeRuns: typeof widths = { event: 7, recipient: 7, delivery: 7 }

/** The widths before the fourteenth migration. */
export const widthsBeforeAttempts: typeof widths = { ...widthsBeforeRuns, delivered_run: 7 }

/** The widths before the third migration. */
export const firstWidths: typeof widths = { ...widthsBeforeRuns, history: 90 }

const week = 7 * 86_400_000

const weekOf = (number: string): string => `((${number}) >> 20) / ${week}`

/** Whether two numbers are of different partitions. */
export const inOtherWeek = (one: string, other: string): string => `${weekOf(one)} <> ${weekOf(other)}`

/** Whether a number is of the same partition as a known one, or a later one: a condition by which older ones are not looked at. */
export const sinceWeek = (number: string, known: string): string => `${number} >= (${weekOf(known)} * ${week}) << 20`

/** Whether a number is of the same partition as a known one: a condition by which the others are not looked at. */
export const sameWeek = (number: string, known: string): string =>
  `${sinceWeek(number, known)} and ${number} < (${weekOf(known)} * ${week} + ${week}) << 20`

// In milliseconds: a number has no room for a time that is further from 1970.
const furthest = 2 ** 43 - 1

/**
 * Whether a number may be of a record of one of these times, the first and the last one: a condition by which partitions of other times
 * are not looked at. Only where the number was made of the record's own time.
 */
export const ofTimes = (number: string, first: string, last: string): string =>
  `${number} >= greatest(${first}, ${-furthest}) << 20 and ${number} < (least(${last}, ${furthest - 1}) + 1) << 20`

// our choice: time enough to notice that no partitions are made.
const daysAhead = 14

// our choice: a fraction of a second's work.
const keysAtOnce = 20_000

// our choice: publications wait behind a statement that waits for a lock.
const lockTimeout = "200ms"

const settings = `security definer set search_path = sellerkit, pg_temp set lock_timeout = '${lockTimeout}'`

/**
 * Sets how many values the planner expects, whatever it has counted. The planner assumes that columns are independent of each
 * other. Of a webhook that has most of its seller's records it would expect next to nothing, and sort all of them for a page.
 * With this it takes each webhook for the largest there is: a plan for that one is quick for small ones too.
 */
export const expectLargeWebhooks = ["seller_id", "sandbox", "webhook_id"]
  .map((column) => `alter column ${column} set (n_distinct = 1)`)
  .join(", ")

/** A setting of a table whose rows are as long as a page takes: nothing of them is compressed, or kept elsewhere. */
export const inRow = "toast_tuple_target = 8160"

/** `sellerkit.ensure_partitions`: makes the partitions that are missing, from now to some days ahead; gives how many. */
export const ensurePartitions = (widthsOf = widths): string => `
create or replace function sellerkit.ensure_partitions(given_now bigint) returns integer language plpgsql ${settings} as $$
declare
  now_at constant bigint := sellerkit.milliseconds(given_now);
  made integer := 0;
  width bigint;
  starts_at bigint;
  kept record;
  name text;
begin
  if not pg_try_advisory_xact_lock(hashtext('sellerkit.ensure_partitions')) then return 0; end if;
  for kept in select * from (values ${Object.entries(widthsOf)
    .map(([table, days]) => `('${table}', ${days})`)
    .join(", ")}) as t (parent, days) loop
    width := kept.days * 86400000::bigint;
    starts_at := now_at / width * width;
    while starts_at < now_at + ${daysAhead} * 86400000::bigint loop
      name := format('%s_%s', kept.parent, to_char(to_timestamp(starts_at / 1000) at time zone 'UTC', 'YYYYMMDD'));
      if to_regclass(format('sellerkit.%I', name)) is null then
        begin
          execute format('create table sellerkit.%I (like sellerkit.%I including all)', name, kept.parent);
          -- A recipient changes with each attempt, in the same page.
          if kept.parent = 'recipient' then execute format('alter table sellerkit.%I set (fillfactor = 60)', name); end if;
          -- The lists of a run stay in its row.
          if kept.parent in ('delivered_run', 'attempt_run') then execute format('alter table sellerkit.%I set (${inRow})', name); end if;
          if kept.parent in ('recipient', 'delivery', 'delivered_run', 'attempt_run') then
            execute format('alter table sellerkit.%I ${expectLargeWebhooks}', name);
          end if;
          execute format('alter table sellerkit.%I attach partition sellerkit.%I for values from (%s) to (%s)',
            kept.parent, name, starts_at << 20, (starts_at + width) << 20);
          made := made + 1;
        exception when lock_not_available or check_violation then
          -- Somebody holds a lock, or records of that time are in the default partition already, and stay there.
          null;
        end;
      end if;
      starts_at := starts_at + width;
    end loop;
  end loop;
  return made;
end
$$`

/** Whether an event of the partition `old` waits, or is carried. */
const waitsIn = `(exists (select from sellerkit.pending w where w.number < old.upper)
      or exists (select from sellerkit.carried c where c.number < old.upper))`

/**
 * `sellerkit.drop_partitions`: drops the partitions of a table whose records are all older; gives about how many records they
 * held. A partition of events is not dropped while one of its events waits, nor before their keys are gone: each call removes a
 * step of the keys, and gives null while there are more.
 */
export const dropPartitions = `
create or replace function sellerkit.drop_partitions(parent text, before bigint) returns bigint language plpgsql ${settings} as $$
declare
  dropped bigint := 0;
  forgotten bigint;
  old record;
begin
  for old in
    select p.relname as name, greatest(p.reltuples, 0)::bigint as records,
      substring(pg_get_expr(p.relpartbound, p.oid) from 'TO \\(''?(\\d+)''?\\)')::bigint as upper
    from pg_inherits i
    join pg_class p on p.oid = i.inhrelid
    where i.inhparent = format('sellerkit.%I', parent)::regclass
    order by 1
  loop
    continue when old.upper is null or old.upper > before << 20;
    continue when parent in ('event', 'recipient', 'delivered_run') and ${waitsIn};
    if parent = 'event' then
      delete from sellerkit.event_key where ctid = any (array(
        select k.ctid from sellerkit.event_key k where k.number < old.upper limit ${keysAtOnce}));
      get diagnostics forgotten = row_count;
      if forgotten = ${keysAtOnce} then return null; end if;
    end if;
    begin
      -- Whoever is putting an old event back has read it: once this lock is there, what waits is known.
      execute format('lock table only sellerkit.%I in access exclusive mode', parent);
      continue when parent in ('event', 'recipient', 'delivered_run') and ${waitsIn};
      execute format('drop table sellerkit.%I', old.name);
      dropped := dropped + old.records;
    exception when lock_not_available then
      return dropped;
    end;
  end loop;
  return dropped;
end
$$`
