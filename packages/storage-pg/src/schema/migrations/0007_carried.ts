/**
 * Events that a process carries: no row says that they wait, and one says what became of them. `expires_at`: when the first of the
 * leases is over under which they are carried. Rows come and go with each write, so the table is vacuumed often.
 *
 * Processes of the schema before go on meanwhile: they carry nothing, and find the functions that they call.
 */
import { append } from "../functions/append/append.ts"
import { queueCarried, showCarried, takeOver } from "../functions/carried.ts"
import { claim } from "../functions/claim.ts"
import { nextDue } from "../functions/nextDue.ts"
import { dropPartitions } from "../functions/partitions.ts"
import { release, releaseBefore } from "../functions/settle/release.ts"
import { settle, settleBefore } from "../functions/settle/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const replaced = ["append", "claim", "drop_partitions", "next_due", "release", "settle"]

const statements: ReadonlyArray<string> = [
  `create table sellerkit.carried (
    expires_at bigint not null,
    number bigint not null,
    seller_ids uuid[] not null,
    sandboxes boolean[] not null,
    webhook_ids uuid[] not null,
    fences bigint[] not null,
    event_ids uuid[] not null,
    numbers bigint[] not null,
    times bigint[] not null,
    bytes integer[] not null,
    primary key (expires_at, number)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`,

  // They have other parameters now.
  dropFunctions(replaced),
  append,
  claim,
  nextDue,
  settle,
  release,
  settleBefore,
  releaseBefore,
  dropPartitions,
  `revoke execute on function sellerkit.drop_partitions(text, bigint) from public`,
  showCarried,
  queueCarried,
  takeOver
]

export const carried = runInOrder(statements)
