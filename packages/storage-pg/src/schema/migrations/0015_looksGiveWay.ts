/** Looks at what is carried give way to settlements. Processes of the schema before call the same function. */
import { showCarried } from "../functions/carried.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [dropFunctions(["show_carried"]), showCarried]

export const looksGiveWay = runInOrder(statements)
