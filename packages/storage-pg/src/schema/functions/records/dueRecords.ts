/** The function that finds records which are due, of all accounts in turn. */
import { eachOf } from "../../../connection/lists.ts"
import { orderedPlans } from "./findRecords.ts"

const nextOf = (account: string, behind: string): string =>
  eachOf(
    `select r.due_at, r.key, r.content from sellerkit.record r
        where r.seller_id = ${account}.seller_id and r.sandbox = ${account}.sandbox and r.collection = of_collection
          and r.due_at <= now_at${behind}
        order by r.due_at, r.key limit 1`,
    "r"
  )

/**
 * `sellerkit.due_records`: records that are due, each account's first, then each one's second. A turn takes one record of each
 * account that has any left, and only begins while the turns before it have not found enough. So it reads at most twice what it
 * gives, however much is due.
 */
export const dueRecords = `
create function sellerkit.due_records(of_collection text, now_at bigint, most integer)
returns table (seller_id uuid, sandbox boolean, content text) language plpgsql stable ${orderedPlans} as $$
#variable_conflict use_column
begin
  return query with recursive turn as (
    (
      select a.seller_id, a.sandbox, r.due_at, r.key, r.content
      from (
        select d.seller_id, d.sandbox from sellerkit.record_due d
        where d.collection = of_collection and d.due_at <= now_at order by d.due_at, d.seller_id, d.sandbox limit most
      ) a
      ${nextOf("a", "")}
      order by r.due_at, a.seller_id, a.sandbox
    )
    union all
    select n.* from (
      select t.seller_id, t.sandbox, r.due_at, r.key, r.content
      from turn t
      ${nextOf("t", " and (r.due_at, r.key) > (t.due_at, t.key)")}
      order by r.due_at, t.seller_id, t.sandbox
    ) n
  )
  select t.seller_id, t.sandbox, t.content from turn t limit most;
end
$$`
