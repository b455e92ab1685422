/** NDJSON: a row is the JSON object of a line. */
import { Predicate, Result } from "effect"
import type { FileRow } from "./FileRow.ts"
import type { LineFormat } from "./TextReader.ts"

const parsed = (text: string): Result.Result<unknown, string> =>
  Result.try({ try: () => JSON.parse(text) as unknown, catch: () => "Expected JSON" })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !Array.isArray(value)

export const ndjson: LineFormat = {
  begin: ({ text }) =>
    text.trimStart().startsWith("[")
      ? Result.fail("It is a JSON array. Write a row in each line: jq -c '.[]'")
      : Result.succeed("row"),
  row: ({ line, text }): FileRow => {
    const value = parsed(text)
    if (Result.isSuccess(value) && isObject(value.success)) return { line, text, value: value.success }
    return { line, field: "", reason: Result.isFailure(value) ? value.failure : "Expected an object", row: text }
  }
}
