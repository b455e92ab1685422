/**
 * Attempts that succeeded with one event each are rows of lists: of a log, and of runs. Processes of the schema before call the same
 * functions, and write them as well. Until they are replaced, they do not find these attempts.
 */
import { attemptsAtEach, attemptWith, indexAttempts, knownAttempts, logLists } from "../functions/attempts.ts"
import { ensurePartitions, expectLargeWebhooks, inRow } from "../functions/partitions.ts"
import { deliveredAtEach, deliveredBetween, writeRuns } from "../functions/runs.ts"
import { settle, settleBefore } from "../functions/settle/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { grantAs } from "./grantAs.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [
  `create table sellerkit.attempt_log (
    number bigint primary key,
    seller_ids uuid[] not null,
    sandboxes boolean[] not null,
    webhook_ids uuid[] not null,
    times bigint[] not null,
    delivery_ids uuid[] not null,
    codes integer[] not null,
    event_ids uuid[] not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`,
  // To compress them takes longer than to write them.
  `alter table sellerkit.attempt_log ${logLists.map((list) => `alter ${list} set storage external`).join(", ")}`,

  // time, delivery_id and number are those of the first attempt. The lists are in the order of time and id.
  `create table sellerkit.attempt_run (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    time bigint not null,
    delivery_id uuid not null,
    number bigint not null,
    last_time bigint not null,
    last_delivery uuid not null,
    times bigint[] not null,
    delivery_ids uuid[] not null,
    codes integer[] not null,
    event_ids uuid[] not null,
    primary key (seller_id, sandbox, webhook_id, time, delivery_id, number)
  ) partition by range (number)`,
  `create index attempt_run_by_id on sellerkit.attempt_run (seller_id, sandbox, last_delivery, delivery_id)`,
  `create table sellerkit.attempt_run_default partition of sellerkit.attempt_run default`,
  `alter table sellerkit.attempt_run_default set (${inRow})`,
  `create index attempt_run_default_in_order on sellerkit.attempt_run_default (number)`,
  ...["attempt_run", "attempt_run_default"].map((table) => `alter table sellerkit.${table} ${expectLargeWebhooks}`),
  ...["attempt_log", "attempt_run", "attempt_run_default"].map((table) => grantAs("delivery", table)),

  dropFunctions(["delivered_at_each", "delivered_between", "settle", "write_runs"]),
  writeRuns,
  deliveredAtEach,
  deliveredBetween,
  attemptWith,
  knownAttempts,
  attemptsAtEach,
  indexAttempts,
  settle,
  settleBefore,
  ensurePartitions()
]

export const attemptRuns = runInOrder(statements)
