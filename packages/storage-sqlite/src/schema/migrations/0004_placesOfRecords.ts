/**
 * Records stand in the order in which they were written, with their places in indexes beside them. In the order of keys, which for
 * rows of reports is no order at all, each one that was written changed a page of its own; and its places were in a table of theirs.
 */
import type { Migration } from "./Migration.ts"

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

const numbers = [0, 1, 2]
const columns = `account, collection, key, ${numbers.map((number) => `place_${number}`).join(", ")}, due_at, since, content`

export const placesOfRecords: Migration = {
  name: "placesOfRecords",
  statements: [
    "alter table record rename to former_record",
    // What is long comes last, so that the rest is read without it.
    `create table record (
      record integer primary key,
      account integer not null,
      collection text not null,
      key text not null,
      place_0 text,
      place_1 text,
      place_2 text,
      due_at integer,
      since integer,
      content text not null
    ) strict`,
    `insert into record (${columns})
     select account, collection, key, ${numbers.map((number) => `json_extract(indexed, '$.' || ${nameOf(number)}) || key`).join(", ")},
       due_at, since, content
     from former_record`,
    "drop table former_record",
    "drop table record_index",
    "create unique index record_by_key on record (account, collection, key)",
    ...numbers.map(
      (number) =>
        `create index record_by_place_${number} on record (account, collection, place_${number})
         where place_${number} is not null`
    ),
    "create index record_by_due on record (account, collection, due_at) where due_at is not null",
    "create index record_by_age on record (collection, since) where since is not null"
  ]
}
