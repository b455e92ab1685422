/** Imports rows of a statistics report: from a file of any length, in chunks, and from where it was when it is run again. */
import { type ReportKind, reportKinds } from "@sellerkit/core"
import { Effect, Option, Path, Stream } from "effect"
import { CommandFailed } from "../../CommandFailed.ts"
import { accountOf, type Connection, type GivenAccount } from "../../connection/connection.ts"
import { quoted } from "../../connection/shell.ts"
import { type AsJson, printDrawn } from "../../output/Output.ts"
import { printable } from "../../output/printable.ts"
import { warn } from "../../output/warn.ts"
import { fieldKinds } from "../files/FieldKind.ts"
import type { Encoding, FileFormat } from "../../flags/fileWords.ts"
import { formatOf } from "../files/FileFormat.ts"
import type { FileRow, ReadRow } from "../files/FileRow.ts"
import { readFile } from "../files/readFile.ts"
import { type Chunk, Chunks, mostCharacters } from "./Chunks.ts"
import { fingerprintOf, type ImportState } from "./ImportState.ts"
import { countsText, makeProgress } from "./importProgress.ts"
import { InOrder } from "../InOrder.ts"
import { openImport, type Recorded } from "./keptImport.ts"
import { type RowsTarget, sendRows } from "./sendRows.ts"

export interface ImportInput extends Connection, GivenAccount {
  readonly json: AsJson
  /** None, or `-`: the standard input. */
  readonly file: Option.Option<string>
  readonly format: Option.Option<FileFormat>
  readonly encoding: Option.Option<Encoding>
  readonly decimalComma: boolean
  readonly rowsPerCall: number
  readonly state: Option.Option<string>
  readonly refused: Option.Option<string>
}

const formatFor = (path: Option.Option<string>, given: Option.Option<FileFormat>) =>
  Option.match(
    Option.orElse(given, () => Option.match(path, { onNone: () => Option.some("ndjson" as const), onSome: formatOf })),
    {
      onNone: () =>
        Effect.fail(
          new CommandFailed({
            message: "The name of the file does not say what is in it: give --format csv, ndjson or parquet"
          })
        ),
      onSome: Effect.succeed
    }
  )

/** What identifies a row. Rows that the service refuses may have anything there. */
const keyOf = (kind: ReportKind, { value }: ReadRow): string => {
  const key: (row: never) => unknown = reportKinds[kind].key
  return JSON.stringify(key(value as never))
}

// our choice: what hides the time of a call, and of writing; more would wait for the same database.
const inFlight = 3

const goesOn = "The same command goes on from there."

const stoppedText = (state: ImportState, path: Option.Option<string>): string =>
  `Stopped: ${countsText(state)} so far.${Option.isNone(path) ? "" : ` ${goesOn}`}`

/** What has been stored by then, where the same command goes on. */
const withCounts = <E extends { readonly message: string }>(
  error: E,
  state: ImportState,
  path: Option.Option<string>
) =>
  state.accepted === 0 || Option.isNone(path)
    ? error
    : new CommandFailed({
        message: `${error.message} ${countsText(state)} so far. ${goesOn}`
      })

/** Chunks of rows, several on their way at once. What comes of them is in their order. */
const sendChunks = <E, R>(
  kind: ReportKind,
  rows: Stream.Stream<ReadonlyArray<FileRow>, E, R>,
  rowsPerCall: number,
  target: RowsTarget
) => {
  const chunks = new Chunks({ rows: rowsPerCall, characters: mostCharacters })
  const inOrder = new InOrder()
  const send = ({ rows, through, unreadable }: Chunk) =>
    inOrder.after(
      rows.map((row) => keyOf(kind, row)),
      Effect.map(sendRows(target, rows), ({ accepted, changed, refused }): Recorded => {
        const all = [...unreadable, ...refused].toSorted((one, other) => one.line - other.line)
        return { accepted, changed, through, refused: all }
      })
    )
  return rows.pipe(
    Stream.map((some) => chunks.add(some)),
    Stream.concat(Stream.sync(() => chunks.end())),
    Stream.flattenIterable,
    // It takes their order from here: what follows may begin one before the other.
    Stream.map(send),
    Stream.mapEffect((sent) => sent, { concurrency: inFlight })
  )
}

/** Rows that were read are objects there. Lines that could not be read are texts. */
const takingOut = (format: FileFormat, refused: string): string => {
  const objects = `Correct the rows, and import them: jq -c '.row | objects' ${refused}`
  const lines = `jq -r '.row | strings' ${refused}`
  if (format === "parquet") return objects
  return `${objects}; and lines that could not be read${format === "csv" ? ", below the first line of the file" : ""}: ${lines}`
}

/** Tells what has come of it, and fails where rows were refused. */
const report = Effect.fnUntraced(function* (
  json: AsJson,
  { accepted, changed, refused }: ImportState,
  refusedPath: string,
  format: FileFormat
) {
  const counts = countsText({ accepted, refused })
  const result = { accepted, changed, refused, ...(refused > 0 && { refusedFile: refusedPath }) }
  yield* printDrawn(
    json,
    result,
    (_, { paint }) =>
      `${paint("green", "Done")}: ${counts}, ${changed.toLocaleString("en")} of them new or other than before`
  )
  if (refused === 0) return
  return yield* new CommandFailed({
    message: `${counts}. What is wrong with each row is in ${refusedPath}. ${takingOut(format, quoted(refusedPath))}`
  })
})

/** What is written are files of their own. */
const checkDistinct = Effect.fnUntraced(function* (
  input: Option.Option<string>,
  written: { readonly refused: string; readonly state: string | undefined }
) {
  const { resolve } = yield* Path.Path
  const isSame = (one: string | undefined, other: string | undefined): boolean =>
    one !== undefined && other !== undefined && resolve(one) === resolve(other)
  for (const [flag, path] of Object.entries(written)) {
    if (isSame(path, Option.getOrUndefined(input)))
      return yield* new CommandFailed({ message: `--${flag} names the file that is imported: ${path}` })
  }
  if (isSame(written.refused, written.state))
    return yield* new CommandFailed({ message: `--refused and --state name one file: ${written.refused}` })
})

export const importReport = (kind: ReportKind) =>
  Effect.fnUntraced(function* (input: ImportInput) {
    const account = yield* accountOf(input)
    const path = Option.filter(input.file, (name) => name !== "-")
    const format = yield* formatFor(path, input.format)
    const statePath = Option.map(path, (name) => Option.getOrElse(input.state, () => `${name}.sellerkit-import.json`))
    const refusedPath = Option.getOrElse(input.refused, () => `${Option.getOrElse(path, () => kind)}.refused.ndjson`)
    yield* checkDistinct(path, { refused: refusedPath, state: Option.getOrUndefined(statePath) })
    const fingerprint = Option.isNone(path) ? "" : yield* fingerprintOf(path.value)
    const kept = yield* openImport({ kind, url: input.url, ...account, fingerprint }, statePath, refusedPath)
    const { importId, through } = kept.state()

    let part: number | undefined
    let unknown: ReadonlyArray<string> = []
    const progress = yield* makeProgress(input.json, kept.state())
    const rows = readFile({
      path,
      format,
      fields: fieldKinds(reportKinds[kind].row.fields),
      encoding: input.encoding,
      hasDecimalComma: input.decimalComma,
      after: through,
      onUnknown: (columns) => (unknown = columns),
      onPart: (read) => (part = read)
    })
    const operation = `/sellers/${account.sellerId}/reports/${kind}?sandbox=${account.sandbox}`
    yield* sendChunks(kind, rows, input.rowsPerCall, { connection: input, path: operation, importId }).pipe(
      Stream.runForEach((recorded) => Effect.flatMap(kept.record(recorded), (state) => progress.show(part, state))),
      Effect.ensuring(progress.clear),
      Effect.onInterrupt(() => warn(stoppedText(kept.state(), path))),
      Effect.mapError((error) => withCounts(error, kept.state(), path))
    )
    if (unknown.length > 0) {
      yield* warn(`Columns that are no fields of ${kind} were left out: ${unknown.map(printable).join(", ")}`)
    }
    yield* progress.end(part, kept.state())
    yield* kept.end
    yield* report(input.json, kept.state(), refusedPath, format)
  })
