/** The function that says where a part of a range ends. */
import { behindAll, orderedPlans } from "./findRecords.ts"

const along = (column: string): string => `
    return (select r.${column} from sellerkit.record r
      where r.seller_id = seller and r.sandbox = in_sandbox and r.collection = of_collection
        and r.${column} >= from_place and r.${column} < coalesce(below_place, ${behindAll})
      order by r.${column} offset passes limit 1);`

/**
 * `sellerkit.next_place`: where the record stands that comes after the first `passes` of a range; null where there is none. It is
 * found in the index alone. A statement that reads up to there reads no more than it gives, whatever the planner expects: what such a
 * function finds itself is copied twice before it is sent, which costs twice as much as finding it.
 */
export const nextPlace = `
create function sellerkit.next_place(
  seller uuid, in_sandbox boolean, of_collection text, index_number integer, from_place text, below_place text, passes bigint
) returns text language plpgsql stable ${orderedPlans} as $$
begin
  if index_number is null then${along("key")}
  elsif index_number = 0 then${along("place_0")}
  elsif index_number = 1 then${along("place_1")}
  else${along("place_2")}
  end if;
end
$$`
