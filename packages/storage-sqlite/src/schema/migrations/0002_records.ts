/** Records of features, the indexes that list them, and when background work has to look at them. */
import type { Migration } from "./Migration.ts"

export const records: Migration = {
  name: "records",
  statements: [
    // indexed: as JSON, the values under which indexes list it. due_at, since: null where there is none. What is long comes last, so
    // that the rest is read without it.
    `create table record (
      account integer not null,
      collection text not null,
      key text not null,
      due_at integer,
      since integer,
      indexed text not null,
      content text not null,
      primary key (account, collection, key)
    ) strict, without rowid`,
    `create index record_by_due on record (account, collection, due_at) where due_at is not null`,
    `create index record_by_age on record (collection, since) where since is not null`,

    // place: the value, with the key behind it.
    `create table record_index (
      account integer not null,
      collection text not null,
      name text not null,
      place text not null,
      key text not null,
      primary key (account, collection, name, place)
    ) strict, without rowid`,

    // When the first record of an account is due, so that accounts are found whose turn it is, however much is due of others.
    `create table record_due (
      collection text not null,
      account integer not null,
      due_at integer not null,
      primary key (collection, account)
    ) strict, without rowid`,
    `create index record_due_by_time on record_due (collection, due_at)`
  ]
}
