/** The function that writes records, unless what the write was decided on has changed. */
import { eachOf } from "../../../connection/lists.ts"
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

/**
 * Notes when the first record of each collection is due now, where any is or was. The note is a row that all look at who look for
 * work: it is written only where it changes.
 */
const noteFirstDue = `with first as materialized (
      select c.collection, r.due_at from (select distinct unnest(collections) as collection) c
      left join lateral (
        select r.due_at from sellerkit.record r
        where ${thisAccount("r")} and r.collection = c.collection and r.due_at is not null order by r.due_at limit 1 offset 0
      ) r on true
    ), gone as (
      delete from sellerkit.record_due d where ${thisAccount("d")}
        and d.collection = any (array(select f.collection from first f where f.due_at is null))
    )
    insert into sellerkit.record_due as d (seller_id, sandbox, collection, due_at)
      select seller, in_sandbox, f.collection, f.due_at from first f where f.due_at is not null
      on conflict (seller_id, sandbox, collection) do update set due_at = excluded.due_at
        where d.due_at <> excluded.due_at;`

/**
 * `sellerkit.write_records`: writes records of one account and appends its events, in the caller's transaction. Writers of an
 * account take turns, so that whatever is read of it here stays as it is.
 *
 * `read_version`: the version of the account that the write was decided on, 0 where there was none; null where it depends on
 * nothing. Where the account has another version by now, nothing is written, and `written` is false.
 *
 * `contents`: null for a record that is removed. `places_0` to `places_2`: where records stand in the indexes of their collections.
 * From `sellers` on: as `sellerkit.append` takes them; null for no events. `wakes`: whether something has to be claimed; `missed`:
 * how often an event was dropped at once, because a webhook is not enabled.
 */
export const writeRecords = `
create function sellerkit.write_records(
  given_now bigint, seller uuid, in_sandbox boolean, read_version bigint,
  collections text[], keys text[], contents text[], places_0 text[], places_1 text[], places_2 text[],
  due_times bigint[], since_times bigint[],
  sellers uuid[] default null, sandboxes boolean[] default null, scopes text[] default null, types text[] default null,
  audiences integer[] default null, ids uuid[] default null, event_keys text[] default null, times bigint[] default null,
  times_given boolean[] default null, payloads text[] default null, traceparents text[] default null
) returns table (written boolean, wakes boolean, missed integer) language plpgsql ${indexedPlans} as $$
#variable_conflict use_column
declare
  puts constant integer := cardinality(array_remove(contents, null));
begin
  wakes := false;
  missed := 0;
  ${takeAccount}
  if not written then
    return next;
    return;
  end if;

  if puts < cardinality(contents) then
    delete from sellerkit.record r where r.ctid = any (array(
      select r.record from unnest(collections, keys, contents) as c (collection, key, content)
      ${eachOf(
        `select r.ctid as record from sellerkit.record r
        where ${thisAccount("r")} and r.collection = c.collection and r.key = c.key`,
        "r"
      )}
      where c.content is null));
  end if;

  if puts > 0 then
    insert into sellerkit.record (
        seller_id, sandbox, collection, key, content, place_0, place_1, place_2, due_at, since)
      select seller, in_sandbox, c.collection, c.key, c.content, c.place_0, c.place_1, c.place_2, c.due_at, c.since
      from unnest(collections, keys, contents, places_0, places_1, places_2, due_times, since_times)
        as c (collection, key, content, place_0, place_1, place_2, due_at, since)
      where c.content is not null
      on conflict (seller_id, sandbox, collection, key) do update
        set content = excluded.content, place_0 = excluded.place_0, place_1 = excluded.place_1, place_2 = excluded.place_2,
          due_at = excluded.due_at, since = excluded.since;
  elsif not exists (select from sellerkit.record r where ${thisAccount("r")}) then
    -- An account without records has no row.
    delete from sellerkit.record_account a where ${thisAccount("a")};
  end if;

  if cardinality(array_remove(due_times, null)) > 0 or exists (
    select from sellerkit.record_due d where ${thisAccount("d")} and d.collection = any (collections)
  ) then
    ${noteFirstDue}
  end if;

  if ids is not null then
    select a.wakes, coalesce((select sum(m.missed) from unnest(a.missed) m (missed)), 0) into wakes, missed
      from sellerkit.append(given_now, sellers, sandboxes, scopes, types, audiences, ids, event_keys, times, times_given, payloads,
        traceparents, null) a;
  end if;
  return next;
end
$$`
