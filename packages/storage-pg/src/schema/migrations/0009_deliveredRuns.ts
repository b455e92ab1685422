/**
 * What one request delivered is one row, and not one for each of its events. Processes of the schema before call the same functions, and
 * write such rows as well. Until they are replaced, they do not find these events where they look for single ones. A settlement may renew
 * leases, which they do not ask for.
 */
import { queueCarried, showCarried, takeOver } from "../functions/carried.ts"
import {
  dropPartitions,
  ensurePartitions,
  expectLargeWebhooks,
  inRow,
  widthsBeforeAttempts
} from "../functions/partitions.ts"
import { deliveredAtEach, deliveredBetween, recipientsOf, separateFromRuns, writeRuns } from "../functions/runs.ts"
import { settle, settleBefore } from "../functions/settle/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { grantAs } from "./grantAs.ts"
import { runInOrder } from "./runInOrder.ts"

const replaced = ["queue_carried", "settle", "show_carried", "take_over"]

const statements: ReadonlyArray<string> = [
  // time, event_id and number are those of the first event. The lists are in the order of time and id.
  `create table sellerkit.delivered_run (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    time bigint not null,
    event_id uuid not null,
    number bigint not null,
    last_time bigint not null,
    last_event uuid not null,
    delivery_id uuid not null,
    event_ids uuid[] not null,
    numbers bigint[] not null,
    times bigint[] not null,
    bytes integer[] not null,
    primary key (seller_id, sandbox, webhook_id, time, event_id, number)
  ) partition by range (number)`,
  `create table sellerkit.delivered_run_default partition of sellerkit.delivered_run default`,
  `alter table sellerkit.delivered_run_default set (${inRow})`,
  `create index delivered_run_default_in_order on sellerkit.delivered_run_default (number)`,
  ...["delivered_run", "delivered_run_default"].map((table) => `alter table sellerkit.${table} ${expectLargeWebhooks}`),
  // Whoever runs the service goes on, without being granted anything anew.
  ...["delivered_run", "delivered_run_default"].map((table) => grantAs("recipient", table)),

  dropFunctions(replaced),
  writeRuns,
  separateFromRuns,
  recipientsOf,
  deliveredAtEach,
  deliveredBetween,
  showCarried,
  queueCarried,
  takeOver,
  settle,
  settleBefore,
  ensurePartitions(widthsBeforeAttempts),
  dropPartitions,
  `revoke execute on function sellerkit.drop_partitions(text, bigint) from public`,
  // What is carried as a week ends is delivered in the next one.
  `select sellerkit.ensure_partitions(sellerkit.milliseconds(null) - 7 * 86400000::bigint) where exists (select from sellerkit.event)`
]

export const deliveredRuns = runInOrder(statements)
