/** What became of rows that an operator sent as lines of JSON. */
import { Schema } from "effect"
import { Count } from "../validation/WholeNumber.ts"

/** `more`: how many are refused besides those that are named. */
export const RecordedLines = Schema.Struct({
  accepted: Count,
  changed: Count,
  refused: Schema.Array(
    Schema.Struct({ line: Count, field: Schema.String, reason: Schema.String }).annotate({ identifier: "RefusedLine" })
  ),
  more: Count
}).annotate({ identifier: "RecordedStatistics" })
