/** Pages ask about the runs of all their webhooks at once. Processes of the schema before ask about one at a time. */
import { deliveredAtEach, deliveredBetween } from "../functions/runs.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [
  dropFunctions(["delivered_between", "delivered_at_each"]),
  deliveredAtEach,
  deliveredBetween
]

export const runsAtOnce = runInOrder(statements)
