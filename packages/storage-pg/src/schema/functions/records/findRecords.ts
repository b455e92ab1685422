/** The function that reads ranges of records. */
import { eachOf } from "../../../connection/lists.ts"
import { indexedPlans } from "../indexedPlans.ts"

/** Records that are read in an order are read along its index, however many the planner expects. */
export const orderedPlans = `${indexedPlans} set enable_bitmapscan = off set enable_sort = off`

/** Keys take 1,000 bytes, and places in an index 2,000 (core, records/Key.ts): nothing comes after this text. */
export const behindAll = "repeat(chr(1114111), 501)"

/** Rows whose places in a column are in the range. */
const within = (column: string): string =>
  `r.seller_id = seller and r.sandbox = in_sandbox and r.collection = of_collection
        and r.${column} >= from_place and r.${column} < below_place`

const inOrder = (column: string, content: string, direction: "asc" | "desc"): string => `
        return query select nth, r.${column}, ${content} from sellerkit.record r
          where ${within(column)} order by r.${column} ${direction} offset passes limit most;`

/** What is found along one column: places alone are found in its index. */
const along = (column: string): string => `
      if kind = 'count' then
        return query select nth, null::text, count(*)::text from sellerkit.record r where ${within(column)};
      elsif contents and descends then${inOrder(column, "r.content", "desc")}
      elsif contents then${inOrder(column, "r.content", "asc")}
      elsif descends then${inOrder(column, "''", "desc")}
      else${inOrder(column, "''", "asc")}
      end if;`

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
  index_number integer;
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

    index_number := wanted ->> 'index';
    from_place := coalesce(wanted ->> 'from', '');
    below_place := coalesce(wanted ->> 'below', ${behindAll});
    descends := wanted ->> 'descending';
    passes := wanted ->> 'offset';
    most := wanted ->> 'limit';
    contents := wanted ->> 'contents';
    if index_number is null then${along("key")}
    elsif index_number = 0 then${along("place_0")}
    elsif index_number = 1 then${along("place_1")}
    else${along("place_2")}
    end if;
  end loop;
end
$$`
