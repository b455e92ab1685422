/**
 * Records stand in the order in which they were written, and are found by number. In the order of keys, which for rows of reports is
 * no order at all, each one that was written changed a page of its own.
 */
import type { Migration } from "./Migration.ts"

export const recordsInOrderOfWriting: Migration = {
  name: "recordsInOrderOfWriting",
  statements: [
    "alter table record rename to record_by_key",
    "alter table record_index rename to record_index_by_key",

    `create table record (
      record integer primary key,
      account integer not null,
      collection text not null,
      key text not null,
      due_at integer,
      since integer,
      indexed text not null,
      content text not null
    ) strict`,
    `insert into record (account, collection, key, due_at, since, indexed, content)
     select account, collection, key, due_at, since, indexed, content from record_by_key`,
    "create unique index record_in_order_of_keys on record (account, collection, key)",

    `create table record_index (
      account integer not null,
      collection text not null,
      name text not null,
      place text not null,
      record integer not null,
      primary key (account, collection, name, place)
    ) strict, without rowid`,
    `insert into record_index (account, collection, name, place, record)
     select i.account, i.collection, i.name, i.place, r.record
     from record_index_by_key i
     join record r on r.account = i.account and r.collection = i.collection and r.key = i.key`,

    "drop table record_index_by_key",
    "drop table record_by_key",
    "create index record_by_due on record (account, collection, due_at) where due_at is not null",
    "create index record_by_age on record (collection, since) where since is not null"
  ]
}
