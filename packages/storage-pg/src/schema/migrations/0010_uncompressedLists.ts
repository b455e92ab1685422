/**
 * Storing and settling many events costs less. Lists of ids become a third shorter by compression, which takes longer than all else
 * about their row, so they are kept as they are. Processes of the schema before call the same functions.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { append } from "../functions/append.ts"
import { settle, settleBefore } from "../functions/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"

const lists: Readonly<Record<string, ReadonlyArray<string>>> = {
  carried: ["seller_ids", "sandboxes", "webhook_ids", "fences", "event_ids", "numbers", "times", "bytes"],
  delivery: ["event_ids"]
}

const statements: ReadonlyArray<string> = [
  ...Object.entries(lists).map(
    ([table, columns]) =>
      `alter table sellerkit.${table} ${columns.map((column) => `alter column ${column} set storage external`).join(", ")}`
  ),
  dropFunctions(["append", "settle"]),
  append,
  settle,
  settleBefore
]

export const uncompressedLists = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
