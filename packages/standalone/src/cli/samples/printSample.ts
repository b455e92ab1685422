/** Prints rows of reports of a made-up seller, as they are imported. */
import type { ReportKind } from "@sellerkit/core"
import { SampleSeller } from "@sellerkit/sandbox"
import { Effect, Option, Stdio, Stream } from "effect"
import { isUnread } from "../output/lostReader.ts"

interface Input {
  readonly rows: number
  readonly seed: string
  readonly from: string
  readonly until: Option.Option<string>
  readonly ordersPerDay: number
  readonly products: number
  readonly format: "csv" | "ndjson"
}

type Row = Readonly<Record<string, unknown>>

/** What is absent is empty. Texts with a delimiter or quotes are quoted (RFC 4180). */
const cell = (value: unknown): string => {
  const text = value === null ? "" : String(value)
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (format: Input["format"], row: Row): string =>
  `${format === "csv" ? Object.values(row).map(cell).join(",") : JSON.stringify(row)}\n`

const headOf = (format: Input["format"], row: Row): string =>
  format === "csv" ? `${Object.keys(row).join(",")}\n` : ""

// our choice: what is written at once.
const rowsAtOnce = 1000

function* textsOf(rows: Iterable<Row>, { format, rows: most }: Input): Generator<string> {
  let text = ""
  let count = 0
  for (const row of rows) {
    if (count === 0) text = headOf(format, row)
    text += lineOf(format, row)
    count++
    if (count % rowsAtOnce === 0 || count === most) {
      yield text
      text = ""
    }
    if (count === most) return
  }
  yield text
}

export const printSample = (kind: ReportKind) =>
  Effect.fnUntraced(function* (input: Input) {
    const { from, ordersPerDay, products, seed, until } = input
    const end = Option.isSome(until) ? { until: until.value } : {}
    const seller = new SampleSeller({ seed, from, ordersPerDay, products, ...end })
    const { stdout } = yield* Stdio.Stdio
    yield* Stream.fromIterable(textsOf(seller.rows(kind), input), { chunkSize: 1 }).pipe(
      Stream.run(stdout()),
      // As after `| head`: the reader has all that it wants.
      Effect.catchIf(
        ({ cause }) => isUnread(cause),
        () => Effect.void
      )
    )
  })
