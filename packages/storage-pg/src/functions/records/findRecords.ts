import { eachOf } from "../../eachOf.ts"
import { indexedPlans } from "../indexedPlans.ts"

/** What is read in an order is read along its index, however much the planner expects there to be. */
export const orderedPlans = `${indexedPlans} set enable_bitmapscan = off set enable_sort = off`

/** Keys take 1,000 bytes, and places in an index 2,000 (core, records/Key.ts): nothing stands behind this text. */
const behindAll = "repeat(chr(1114111), 501)"

const within = (place: string): string =>
  `r.seller_id = seller and r.sandbox = in_sandbox and r.collection = wanted.collection
        and ${place} >= coalesce(wanted."from", '') and ${place} < coalesce(wanted.below, behind_all)`

const inIndex = `r.name = wanted."index" and ${within("r.place")}`

const byKeys = (direction: "asc" | "desc"): string => `
      return query select wanted.nth, r.key, r.content from sellerkit.record r
        where ${within("r.key")} order by r.key ${direction} offset wanted."offset" limit wanted."limit";`

const byIndex = (direction: "asc" | "desc"): string => `
      return query select wanted.nth, i.place, o.content
        from (
          select r.place, r.key from sellerkit.record_index r
          where ${inIndex} order by r.place ${direction} offset wanted."offset" limit wanted."limit"
        ) i
        ${eachOf(
          `select c.content from sellerkit.record c
          where c.seller_id = seller and c.sandbox = in_sandbox and c.collection = wanted.collection and c.key = i.key`,
          "o"
        )}
        order by i.place ${direction};`

/**
 * `sellerkit.find_records`: what lookups of one account find, all of them as of one moment: that of the statement which asks.
 * `lookups` is a JSON array of what core calls `StoredLookup`; of the kind `version` is one that finds the account's version, or 0.
 *
 * Rows come in order, each with the place of its lookup, from 0. The content of a count, and of a version, is the number.
 */
export const findRecords = `
create function sellerkit.find_records(seller uuid, in_sandbox boolean, lookups json)
returns table (lookup integer, place text, content text) language plpgsql stable ${orderedPlans} as $$
#variable_conflict use_column
declare
  behind_all constant text := ${behindAll};
  wanted record;
begin
  for wanted in
    select l.*, l.number::integer - 1 as nth from rows from (json_to_recordset(lookups) as (
      kind text, collection text, "index" text, "from" text, below text, descending boolean, "offset" bigint, "limit" bigint,
      keys text[])) with ordinality
      as l (kind, collection, "index", "from", below, descending, "offset", "limit", keys, number)
    order by l.number
  loop
    if wanted.kind = 'keys' then
      return query select wanted.nth, r.key, r.content from unnest(wanted.keys) k (key)
        ${eachOf(
          `select o.key, o.content from sellerkit.record o
          where o.seller_id = seller and o.sandbox = in_sandbox and o.collection = wanted.collection and o.key = k.key`,
          "r"
        )};
    elsif wanted.kind = 'version' then
      return query select wanted.nth, null::text, coalesce((
        select a.version from sellerkit.record_account a where a.seller_id = seller and a.sandbox = in_sandbox), 0)::text;
    elsif wanted.kind = 'count' and wanted."index" is null then
      return query select wanted.nth, null::text, count(*)::text from sellerkit.record r where ${within("r.key")};
    elsif wanted.kind = 'count' then
      return query select wanted.nth, null::text, count(*)::text from sellerkit.record_index r where ${inIndex};
    elsif wanted."index" is null and wanted.descending then${byKeys("desc")}
    elsif wanted."index" is null then${byKeys("asc")}
    elsif wanted.descending then${byIndex("desc")}
    else${byIndex("asc")}
    end if;
  end loop;
end
$$`
