/** The places of a record in indexes are columns of it: they were in a table of theirs, whose rows cost as much as the records. */
import { findRecords } from "../functions/records/findRecords.ts"
import { removeOldRecords } from "../functions/records/removeOldRecords.ts"
import { writeRecords } from "../functions/records/writeRecords.ts"
import { runInOrder } from "./runInOrder.ts"

/** The names of indexes by the number that each has now. */
const indexNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  history: ["byId"],
  product: ["bySubject"],
  campaign: ["byTypeAndStatus", "byNextChange"],
  mediaCampaign: ["byTypeAndStatus", "byNextChange"],
  reportIncomes: ["byChange", "byDay"],
  reportStocks: ["byChange", "byDay"],
  reportOrders: ["byChange", "byDay"],
  reportSales: ["byChange", "byDay"],
  reportRealization: ["byChange", "byDay"],
  reportFormerRows: ["byKey", "byChange", "byDay"]
}

const nameOf = (number: number): string => {
  const names = Object.entries(indexNames).filter(([, { length }]) => length > number)
  return `case collection ${names.map(([collection, found]) => `when '${collection}' then '${found[number]}'`).join(" ")} end`
}

const placeOf = (number: number): string => `(indexed ->> (${nameOf(number)})) || key`

const statements: ReadonlyArray<string> = [
  `alter table sellerkit.record add column place_0 text collate "C", add column place_1 text collate "C",
    add column place_2 text collate "C"`,
  `update sellerkit.record set place_0 = ${placeOf(0)}, place_1 = ${placeOf(1)}, place_2 = ${placeOf(2)}
    where indexed <> '{}'`,
  "alter table sellerkit.record drop column indexed",
  "drop table sellerkit.record_index",
  ...[0, 1, 2].map(
    (number) =>
      `create index record_by_place_${number} on sellerkit.record (seller_id, sandbox, collection, place_${number})
        where place_${number} is not null`
  ),

  // They are made anew: what they take or give is other than before.
  `do $$ declare old regprocedure; begin
    for old in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'sellerkit' and p.proname in ('find_records', 'write_records', 'remove_old_records')
    loop
      execute format('drop function %s', old);
    end loop;
  end $$`,
  findRecords,
  writeRecords,
  removeOldRecords
]

export const placesOfRecords = runInOrder(statements)
