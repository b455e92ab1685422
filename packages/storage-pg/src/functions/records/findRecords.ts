import { eachOf } from "../../eachOf.ts"
import { indexedPlans } from "../indexedPlans.ts"

/** Records that are read in an order are read along its index, however many the planner expects. */
export const orderedPlans = `${indexedPlans} set enable_bitmapscan = off set enable_sort = off`

/** Keys take 1,000 bytes, and places in an index 2,000 (core, records/Key.ts): nothing comes after this text. */
const behindAll = "repeat(chr(1114111), 501)"

const within = (place: string): string =>
  `r.seller_id = seller and r.sandbox = in_sandbox and r.collection = of_collection
        and ${place} >= from_place and ${place} < below_place`

const inIndex = `r.name = index_name and ${within("r.place")}`

type Direction = "asc" | "desc"

const byKeys = (direction: Direction): string => `
      return query select nth, r.key, case when contents then r.content else '' end from sellerkit.record r
        where ${within("r.key")} order by r.key ${direction} offset passes limit most;`

const placesInIndex = (direction: Direction): string => `
      return query select nth, r.place, '' from sellerkit.record_index r
        where ${inIndex} order by r.place ${direction} offset passes limit most;`

const byIndex = (direction: Direction): string => `
      return query select nth, i.place, o.content
        from (
          select r.place, r.key from sellerkit.record_index r
          where ${inIndex} order by r.place ${direction} offset passes limit most
        ) i
        ${eachOf(
          `select r.content from sellerkit.record r
          where r.seller_id = seller and r.sandbox = in_sandbox and r.collection = of_collection and r.key = i.key`,
          "o"
        )}
        order by i.place ${direction};`

/**
 * `sellerkit.find_records`: what lookups of one account find, all as of the moment of the statement that asks. `lookups` is a
 * JSON array of what core calls `StoredLookup`. A lookup of the further kind `version` finds the account's version, or 0.
 *
 * Rows come in order, each with the place of its lookup, from 0. The content of a count, and of a version, is the number.
 */
export const findRecords = `
create function sellerkit.find_records(seller uuid, in_sandbox boolean, lookups jsonb)
returns table (lookup integer, place text, content text) language plpgsql stable ${orderedPlans} as $$
#variable_conflict use_column
declare
  wanted jsonb;
  kind text;
  of_collection text;
  index_name text;
  from_place text;
  below_place text;
  descends boolean;
  passes bigint;
  most bigint;
  contents boolean;
begin
  for nth in 0 .. jsonb_array_length(lookups) - 1 loop
    wanted := lookups -> nth;
    kind := wanted ->> 'kind';
    of_collection := wanted ->> 'collection';
    if kind = 'keys' then
      return query select nth, r.key, r.content from jsonb_array_elements_text(wanted -> 'keys') k (key)
        ${eachOf(
          `select r.key, r.content from sellerkit.record r
          where r.seller_id = seller and r.sandbox = in_sandbox and r.collection = of_collection and r.key = k.key`,
          "r"
        )};
      continue;
    elsif kind = 'version' then
      return query select nth, null::text, coalesce((
        select a.version from sellerkit.record_account a where a.seller_id = seller and a.sandbox = in_sandbox), 0)::text;
      continue;
    end if;

    index_name := wanted ->> 'index';
    from_place := coalesce(wanted ->> 'from', '');
    below_place := coalesce(wanted ->> 'below', ${behindAll});
    descends := wanted ->> 'descending';
    passes := wanted ->> 'offset';
    most := wanted ->> 'limit';
    contents := wanted ->> 'contents';
    if kind = 'count' and index_name is null then
      return query select nth, null::text, count(*)::text from sellerkit.record r where ${within("r.key")};
    elsif kind = 'count' then
      return query select nth, null::text, count(*)::text from sellerkit.record_index r where ${inIndex};
    elsif index_name is null and descends then${byKeys("desc")}
    elsif index_name is null then${byKeys("asc")}
    elsif not contents and descends then${placesInIndex("desc")}
    elsif not contents then${placesInIndex("asc")}
    elsif descends then${byIndex("desc")}
    else${byIndex("asc")}
    end if;
  end loop;
end
$$`
