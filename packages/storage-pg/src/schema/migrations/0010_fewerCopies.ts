/** Storing and settling what is carried copies and looks up less. Processes of the schema before call the same functions. */
import { append } from "../functions/append/append.ts"
import { settle, settleBefore } from "../functions/settle/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [dropFunctions(["append", "settle"]), append, settle, settleBefore]

export const fewerCopies = runInOrder(statements)
