/**
 * Records of features: each with an account, a collection and a key.
 *
 * The seller leads every key, so that the tables can be distributed by it; except for those of the two indexes that background work
 * reads across all sellers. Texts are compared byte by byte.
 */
import { dueRecords } from "../functions/records/dueRecords.ts"
import { findRecords } from "../functions/records/findRecords.ts"
import { removeOldRecords } from "../functions/records/removeOldRecords.ts"
import { writeRecords } from "../functions/records/writeRecords.ts"
import { runInOrder } from "./runInOrder.ts"

// What is written again and again has dead rows soon.
const oftenWritten = `fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0`

const statements: ReadonlyArray<string> = [
  `create sequence sellerkit.record_version`,

  // Of accounts that have records. Whoever writes records of an account locks its row, and gives it another version.
  `create table sellerkit.record_account (
    seller_id uuid not null,
    sandbox boolean not null,
    version bigint not null default nextval('sellerkit.record_version'),
    primary key (seller_id, sandbox)
  ) with (${oftenWritten})`,

  // indexed: the values by the names of the indexes that list it. due_at: when background work has to look at it. since: from when on
  // its age counts.
  `create table sellerkit.record (
    seller_id uuid not null,
    sandbox boolean not null,
    collection text collate "C" not null,
    key text collate "C" not null,
    content text not null,
    indexed jsonb not null,
    due_at bigint,
    since bigint,
    primary key (seller_id, sandbox, collection, key)
  ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05)`,
  `create index record_by_due_time on sellerkit.record (seller_id, sandbox, collection, due_at, key) where due_at is not null`,
  `create index record_by_age on sellerkit.record (collection, since, seller_id, sandbox, key) where since is not null`,

  // Where records stand in indexes. place: the value, with the record's key behind it.
  `create table sellerkit.record_index (
    seller_id uuid not null,
    sandbox boolean not null,
    collection text collate "C" not null,
    name text collate "C" not null,
    place text collate "C" not null,
    key text collate "C" not null,
    primary key (seller_id, sandbox, collection, name, place)
  ) with (autovacuum_vacuum_scale_factor = 0.05)`,

  // When the first record of an account's collection is due: whoever looks for work reads one row of each account, however much it
  // has to do.
  `create table sellerkit.record_due (
    seller_id uuid not null,
    sandbox boolean not null,
    collection text collate "C" not null,
    due_at bigint not null,
    primary key (seller_id, sandbox, collection)
  ) with (${oftenWritten})`,
  `create index record_due_in_order on sellerkit.record_due (collection, due_at, seller_id, sandbox)`,

  findRecords,
  writeRecords,
  dueRecords,
  removeOldRecords
]

export const records = runInOrder(statements)
