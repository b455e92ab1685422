/** Imports rows of a statistics report: from a file of any length, in chunks, and from where it was when it is run again. */
import { ReportKind, reportKinds } from "@sellerkit/core"
import { Effect, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { CommandFailed } from "../../CommandFailed.ts"
import { accountOf, type Connection, type GivenAccount } from "../../connection/connection.ts"
import { quoted } from "../../connection/shell.ts"
import { type AsJson, printDrawn } from "../../output/Output.ts"
import { printable } from "../../output/printable.ts"
import { warn } from "../../output/warn.ts"
import type { Encoding } from "../files/encoding.ts"
import { fieldKinds } from "../files/FieldKind.ts"
import { type FileFormat, formatOf } from "../files/FileFormat.ts"
import type { ReadRow } from "../files/FileRow.ts"
import { readFile } from "../files/readFile.ts"
import { type Chunk, Chunks, mostCharacters } from "./Chunks.ts"
import { fingerprintOf, type ImportState, readState, removeState, writeState } from "./ImportState.ts"
import { countsText, makeProgress } from "./importProgress.ts"
import { InOrder } from "./InOrder.ts"
import { appendRefused, keepRefused } from "./RefusedFile.ts"
import { sendRows } from "./sendRows.ts"

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

export const importReport = (kind: ReportKind) =>
  Effect.fnUntraced(function* (input: ImportInput) {
    const account = yield* accountOf(input)
    const path = Option.filter(input.file, (name) => name !== "-")
    const format = yield* formatFor(path, input.format)
    const statePath = Option.map(path, (name) => Option.getOrElse(input.state, () => `${name}.sellerkit-import.json`))
    const refusedPath = Option.getOrElse(input.refused, () => `${Option.getOrElse(path, () => kind)}.refused.ndjson`)
    const subject = {
      kind,
      url: input.url,
      ...account,
      fingerprint: Option.isNone(path) ? "" : yield* fingerprintOf(path.value)
    }
    const known = Option.isNone(statePath) ? Option.none<ImportState>() : yield* readState(statePath.value, subject)
    let state = Option.isSome(known)
      ? known.value
      : {
          ...subject,
          importId: yield* (yield* SecureRandom.SecureRandom).uuidV4(),
          through: 0,
          accepted: 0,
          changed: 0,
          refused: 0,
          refusedBytes: 0
        }
    yield* keepRefused(refusedPath, state.refusedBytes)
    const keep = Option.match(statePath, {
      onNone: () => () => Effect.void,
      onSome: (name) => (kept: ImportState) => writeState(name, kept)
    })
    yield* keep(state)

    let part: number | undefined
    let unknown: ReadonlyArray<string> = []
    const progress = yield* makeProgress(input.json, state)
    const chunks = new Chunks({ rows: input.rowsPerCall, characters: mostCharacters })
    const inOrder = new InOrder()
    const target = {
      connection: input,
      path: `/sellers/${account.sellerId}/reports/${kind}?sandbox=${account.sandbox}`,
      importId: state.importId
    }
    const send = ({ rows, through, unreadable }: Chunk) =>
      inOrder.after(
        rows.map((row) => keyOf(kind, row)),
        Effect.map(sendRows(target, rows), ({ accepted, changed, refused }) => ({
          accepted,
          changed,
          through,
          refused: [...unreadable, ...refused].toSorted((one, other) => one.line - other.line)
        }))
      )
    const rows = readFile({
      path,
      format,
      fields: fieldKinds(reportKinds[kind].row.fields),
      encoding: input.encoding,
      hasDecimalComma: input.decimalComma,
      after: state.through,
      onUnknown: (columns) => (unknown = columns),
      onPart: (read) => (part = read)
    })
    yield* rows.pipe(
      Stream.map((some) => chunks.add(some)),
      Stream.concat(Stream.sync(() => chunks.end())),
      Stream.flattenIterable,
      // It takes their order from here: what follows may begin one before the other.
      Stream.map(send),
      Stream.mapEffect((sent) => sent, { concurrency: inFlight }),
      Stream.runForEach(
        Effect.fnUntraced(function* ({ accepted, changed, refused, through }) {
          state = {
            ...state,
            through,
            accepted: state.accepted + accepted,
            changed: state.changed + changed,
            refused: state.refused + refused.length,
            refusedBytes: state.refusedBytes + (yield* appendRefused(refusedPath, refused))
          }
          yield* keep(state)
          yield* progress.show(part, state)
        })
      ),
      Effect.ensuring(progress.clear),
      Effect.mapError((error) =>
        state.accepted === 0 || Option.isNone(path)
          ? error
          : new CommandFailed({
              message: `${error.message} ${countsText(state)} so far. The same command goes on from there.`
            })
      )
    )
    if (unknown.length > 0) {
      yield* warn(`Columns that are no fields of ${kind} were left out: ${unknown.map(printable).join(", ")}`)
    }
    if (Option.isSome(statePath)) yield* removeState(statePath.value)
    const { accepted, changed, refused } = state
    const result = { accepted, changed, refused, ...(refused > 0 && { refusedFile: refusedPath }) }
    yield* printDrawn(
      input.json,
      result,
      (_, { paint }) =>
        `${paint("green", "Done")}: ${countsText(state)}, ${changed.toLocaleString("en")} of them new or other than before`
    )
    if (refused > 0) {
      return yield* new CommandFailed({
        message: `${countsText(state)}. What is wrong with each row is in ${refusedPath}. Correct the rows, and import them: jq -c .row ${quoted(refusedPath)}`
      })
    }
  })
