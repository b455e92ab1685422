/**
 * A claim waits for lanes before it takes over what others carried, so that no settlement and no other claim waits for it meanwhile.
 * Processes of the schema before call the same functions.
 */
import { takeOver } from "../functions/carried.ts"
import { claim } from "../functions/claim.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [dropFunctions(["claim", "take_over"]), takeOver, claim]

export const lanesFirst = runInOrder(statements)
