/** The function that removes records which are too old. */
import { orderedPlans } from "./findRecords.ts"

/**
 * `sellerkit.remove_old_records`: removes the oldest records of a collection, and gives how many. Records of an account
 * that is being written to are left for the next time. It never waits for a lock, so accounts may be locked in any order.
 */
export const removeOldRecords = `
create function sellerkit.remove_old_records(of_collection text, before bigint, most integer) returns integer
language plpgsql ${orderedPlans} as $$
declare
  removed integer := 0;
  old record;
begin
  for old in
    select o.seller_id, o.sandbox, array_agg(o.key) as keys, array_agg(null::text) as nothing
    from (
      select r.seller_id, r.sandbox, r.key from sellerkit.record r
      cross join lateral (
        select a.seller_id from sellerkit.record_account a
        where a.seller_id = r.seller_id and a.sandbox = r.sandbox for update skip locked
      ) a
      where r.collection = of_collection and r.since < before
      order by r.since, r.seller_id, r.sandbox, r.key limit most for update of r skip locked
    ) o
    group by o.seller_id, o.sandbox
  loop
    perform from sellerkit.write_records(null, old.seller_id, old.sandbox, null,
      array_fill(of_collection, array[cardinality(old.keys)]), old.keys, old.nothing, old.nothing, old.nothing, old.nothing,
      old.nothing::bigint[], old.nothing::bigint[]);
    removed := removed + cardinality(old.keys);
  end loop;
  return removed;
end
$$`
