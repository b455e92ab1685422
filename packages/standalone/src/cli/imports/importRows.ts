/** Imports rows of a file or of the standard input, some at a time, and reports those that were refused. */
import { Effect, FileSystem, Option, Stdio, Stream } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { accountOf, type Connection, type GivenAccount } from "../connection/connection.ts"
import { counted } from "../output/counted.ts"
import { namedFileReason } from "../output/fileReason.ts"
import { type AsJson, printAll } from "../output/Output.ts"
import { drawStatus } from "../output/statusLine.ts"
import { type ImportKind, importKinds } from "./importKinds.ts"
import { importReport } from "./importReport.ts"
import { nothingSent, plus, type Row } from "./Row.ts"
import { RowReader } from "./RowReader.ts"

interface Input extends Connection, GivenAccount {
  readonly json: AsJson
  /** None, or `-`: the standard input. */
  readonly file: Option.Option<string>
}

const bytesOf = Effect.fnUntraced(function* (file: Option.Option<string>) {
  const named = Option.filter(file, (name) => name !== "-")
  if (Option.isNone(named)) return (yield* Stdio.Stdio).stdin
  return (yield* FileSystem.FileSystem).stream(named.value)
})

/** All rows, also the one that the input ends in. */
const rowsOf = (bytes: Stream.Stream<Uint8Array, { readonly message: string }>) => {
  const reader = new RowReader()
  return bytes.pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.map((line) => reader.read(line)),
    Stream.concat(Stream.sync(() => reader.unfinished)),
    Stream.flattenIterable,
    Stream.mapError((error) => new CommandFailed({ message: `The rows cannot be read: ${namedFileReason(error)}` }))
  )
}

const isJson = ({ text }: Row): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const notJson = ({ line }: Row) => ({ line, field: "", reason: "It is no JSON" })

const importRows = (name: ImportKind) =>
  Effect.fnUntraced(function* ({ file, json, ...input }: Input) {
    const account = yield* accountOf(input)
    const { most, send } = importKinds[name]
    let sent = nothingSent
    let read = 0
    yield* Stream.runForEach(Stream.grouped(rowsOf(yield* bytesOf(file)), most), (rows) =>
      Effect.gen(function* () {
        const refused = rows.filter((row) => !isJson(row)).map(notJson)
        sent = plus(sent, { ...nothingSent, refused })
        sent = plus(sent, yield* send(input, account, rows.filter(isJson)))
        read += rows.length
        yield* drawStatus(json, `${counted(sent.accepted, "row")} taken, ${read - sent.accepted} refused`)
      })
    ).pipe(
      Effect.ensuring(drawStatus(json, "")),
      Effect.mapError((error) =>
        sent.accepted === 0
          ? error
          : new CommandFailed({
              message: `${error.message} ${counted(sent.accepted, "row")} had been taken. Import all of it again: that changes nothing of them.`
            })
      )
    )
    const refused = read - sent.accepted
    yield* printAll(json, [sent], ([all], screen) => importReport(all!, refused, screen))
    if (refused > 0) {
      return yield* new CommandFailed({
        message: `${refused} of ${counted(read, "row")} were refused. Correct and import them again.`
      })
    }
  })

export const importProducts = importRows("products")
export const importCampaigns = importRows("campaigns")
export const importStatistics = importRows("statistics")
export const importMediaCampaigns = importRows("media-campaigns")
export const importMediaStatistics = importRows("media-statistics")
