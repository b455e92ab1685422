/**
 * Storing and settling what is carried takes fewer statements. Processes of the schema before call the same functions. `settle` gives a
 * column more, which they do not read: their clients prepare the statement again.
 */
import { append } from "../functions/append/append.ts"
import { settle, settleBefore } from "../functions/settle/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [dropFunctions(["append", "settle"]), append, settle, settleBefore]

export const fewerStatements = runInOrder(statements)
