import { eachOf } from "../../eachOf.ts"
import { indexedPlans } from "../indexedPlans.ts"

const thisAccount = (table: string): string => `${table}.seller_id = seller and ${table}.sandbox = in_sandbox`

/**
 * Locks the account until the transaction ends, and gives it a version that no account had before. So an account whose row was
 * deleted meanwhile is never taken for unchanged.
 */
const takeAccount = `if read_version is null then
    insert into sellerkit.record_account (seller_id, sandbox) values (seller, in_sandbox)
      on conflict (seller_id, sandbox) do update set version = excluded.version;
  elsif read_version = 0 then
    insert into sellerkit.record_account (seller_id, sandbox) values (seller, in_sandbox) on conflict do nothing;
  else
    update sellerkit.record_account a set version = nextval('sellerkit.record_version')
      where ${thisAccount("a")} and a.version = read_version;
  end if;
  written := found;`

/** The record `c`, as it was before. */
const before = (columns: string): string => `select ${columns} from sellerkit.record r
      where ${thisAccount("r")} and r.collection = c.collection and r.key = c.key offset 0`

/**
 * Runs before the records are written, because the old records say where their entries are. Entries that stay the same are not
 * touched.
 */
const moveEntries = `with change as materialized (
      select c.*, r.indexed as old_indexed
      from unnest(collections, keys, indexes, are_new) as c (collection, key, indexed, is_new)
      left join lateral (${before("r.indexed")}) r on true
      where c.is_new is not true
    ), left_place as (
      delete from sellerkit.record_index i where i.ctid = any (array(
        select p.entry from change c
        cross join lateral jsonb_each_text(c.old_indexed) v (name, value)
        ${eachOf(
          `select i.ctid as entry from sellerkit.record_index i
          where ${thisAccount("i")} and i.collection = c.collection and i.name = v.name and i.place = v.value || c.key`,
          "p"
        )}
        where c.indexed ->> v.name is distinct from v.value))
    )
    insert into sellerkit.record_index (seller_id, sandbox, collection, name, place, key)
    select seller, in_sandbox, c.collection, v.name, v.value || c.key, c.key
    from change c cross join lateral jsonb_each_text(c.indexed) v (name, value)
    where c.old_indexed ->> v.name is distinct from v.value;`

const recordColumns = "seller_id, sandbox, collection, key, content, indexed, due_at, since"

/** Records to write, where a condition holds. */
const given = (
  condition: string
): string => `select seller, in_sandbox, c.collection, c.key, c.content, c.indexed, c.due_at, c.since
      from unnest(collections, keys, contents, indexes, due_times, since_times, are_new)
        as c (collection, key, content, indexed, due_at, since, is_new)
      where ${condition}`

/** Nothing is looked up for records that the caller knows to be new. */
const insertNew = `insert into sellerkit.record_index (seller_id, sandbox, collection, name, place, key)
      select seller, in_sandbox, c.collection, v.name, v.value || c.key, c.key
      from unnest(collections, keys, indexes, are_new) as c (collection, key, indexed, is_new)
      cross join lateral jsonb_each_text(c.indexed) v (name, value)
      where c.is_new;
    insert into sellerkit.record (${recordColumns})
      ${given("c.is_new")};`

/**
 * `sellerkit.write_records`: writes records of one account and appends its events, in the caller's transaction. Writers of an
 * account take turns, so that whatever is read of it here stays as it is.
 *
 * `read_version`: the version of the account that the write was decided on, 0 where there was none; null where it depends on
 * nothing. Where the account has another version by now, nothing is written, and `written` is false.
 *
 * `contents`: null for a record that is removed. `values_by_index`: for each record a JSON object of its values by the names of
 * indexes. From `sellers` on: as `sellerkit.append` takes them; null for no events. `wakes`: whether something has to be claimed;
 * `missed`: how often an event was dropped at once, because a webhook is not enabled. `are_new`: for each record whether it was
 * looked up at `read_version`, and did not exist; null where nothing was looked up.
 */
export const writeRecords = `
create function sellerkit.write_records(
  given_now bigint, seller uuid, in_sandbox boolean, read_version bigint,
  collections text[], keys text[], contents text[], values_by_index text[], due_times bigint[], since_times bigint[],
  sellers uuid[] default null, sandboxes boolean[] default null, scopes text[] default null, types text[] default null,
  audiences integer[] default null, ids uuid[] default null, event_keys text[] default null, times bigint[] default null,
  times_given boolean[] default null, payloads text[] default null, traceparents text[] default null,
  are_new boolean[] default null
) returns table (written boolean, wakes boolean, missed integer) language plpgsql ${indexedPlans} as $$
#variable_conflict use_column
declare
  indexes constant jsonb[] := values_by_index;
  news constant integer := coalesce(cardinality(array_positions(are_new, true)), 0);
  puts constant integer := cardinality(array_remove(contents, null));
  -- Whether entries of indexes change, and whether times at which records are due do.
  moves boolean;
  reschedules boolean;
begin
  wakes := false;
  missed := 0;
  ${takeAccount}
  if not written then
    return next;
    return;
  end if;

  if news < cardinality(keys) then
    select bool_or(coalesce(r.indexed, '{}') <> coalesce(c.indexed, '{}')), bool_or(r.due_at is distinct from c.due_at)
      into moves, reschedules
      from unnest(collections, keys, indexes, due_times, are_new) as c (collection, key, indexed, due_at, is_new)
      left join lateral (${before("r.indexed, r.due_at")}) r on true
      where c.is_new is not true;

    if moves then
      ${moveEntries}
    end if;
  end if;

  if news > 0 then
    ${insertNew}
    reschedules := coalesce(reschedules, false) or exists (
      select from unnest(due_times, are_new) c (due_at, is_new) where c.is_new and c.due_at is not null);
  end if;

  if puts < cardinality(contents) then
    delete from sellerkit.record r where r.ctid = any (array(
      select r.record from unnest(collections, keys, contents) as c (collection, key, content)
      cross join lateral (${before("r.ctid as record")}) r
      where c.content is null));
  end if;

  if puts > news then
    insert into sellerkit.record (${recordColumns})
      ${given("c.content is not null and c.is_new is not true")}
      on conflict (seller_id, sandbox, collection, key) do update
        set content = excluded.content, indexed = excluded.indexed, due_at = excluded.due_at, since = excluded.since;
  elsif puts = 0 and not exists (select from sellerkit.record r where ${thisAccount("r")}) then
    -- An account without records has no row.
    delete from sellerkit.record_account a where ${thisAccount("a")};
  end if;

  if reschedules then
    delete from sellerkit.record_due d where ${thisAccount("d")} and d.collection = any (collections);
    insert into sellerkit.record_due (seller_id, sandbox, collection, due_at)
      select seller, in_sandbox, c.collection, r.due_at from (select distinct unnest(collections) as collection) c
      ${eachOf(
        `select r.due_at from sellerkit.record r
        where ${thisAccount("r")} and r.collection = c.collection and r.due_at is not null order by r.due_at limit 1`,
        "r"
      )};
  end if;

  if ids is not null then
    select a.wakes, coalesce((select sum(m.missed) from unnest(a.missed) m (missed)), 0) into wakes, missed
      from sellerkit.append(given_now, sellers, sandboxes, scopes, types, audiences, ids, event_keys, times, times_given, payloads,
        traceparents, null) a;
  end if;
  return next;
end
$$`
