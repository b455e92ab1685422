/**
 * Storing what is carried lists events with one receiver each without looking at each of them, and the lists are not compressed any
 * more: that took longer than to write them. Processes of the schema before call the same functions.
 */
import { append } from "../functions/append/append.ts"
import { settle, settleBefore } from "../functions/settle/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const lists = ["seller_ids", "sandboxes", "webhook_ids", "fences", "event_ids", "numbers", "times", "bytes"]

const statements: ReadonlyArray<string> = [
  dropFunctions(["append", "settle"]),
  append,
  settle,
  settleBefore,
  // Only if nobody uses the table at this moment: publications would wait behind a lock that waits itself. Where somebody does, the lists
  // stay compressed. It comes last, so that nothing else is waited for while the lock is held.
  `do $$ begin
    lock table sellerkit.carried in access exclusive mode nowait;
    alter table sellerkit.carried ${lists.map((list) => `alter ${list} set storage external`).join(", ")};
  exception when lock_not_available then null;
  end $$`
]

export const plainLists = runInOrder(statements)
