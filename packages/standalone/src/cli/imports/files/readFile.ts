/** Reads a file, or the standard input, as rows: in any format, compressed or not, of any length. */
import { Effect, FileSystem, Option, Stdio, Stream } from "effect"
import { CommandFailed } from "../../CommandFailed.ts"
import type { Encoding, FileFormat } from "../../flags/fileWords.ts"
import { reasonOf } from "../../output/reasonOf.ts"
import { csv } from "./csv.ts"
import type { FieldKinds } from "./FieldKind.ts"
import type { FileRow } from "./FileRow.ts"
import { isGzip } from "./gunzip.ts"
import { ndjson } from "./ndjson.ts"
import { parquetRows } from "./parquet.ts"
import { decompressed, textRows } from "./textRows.ts"

export interface FileToRead {
  /** None: the standard input. */
  readonly path: Option.Option<string>
  readonly format: FileFormat
  readonly fields: FieldKinds
  /** None: as the first bytes show. */
  readonly encoding: Option.Option<Encoding>
  readonly hasDecimalComma: boolean
  /** Rows up to this line are not wanted again. */
  readonly after: number
  /** Is told of the columns that are no fields. */
  readonly onUnknown: (columns: ReadonlyArray<string>) => void
  /** Is told how much of the file has been read, as a part of it. */
  readonly onPart: (part: number) => void
}

type Rows<R> = Stream.Stream<ReadonlyArray<FileRow>, CommandFailed, R>

const unreadable = (cause: unknown) =>
  cause instanceof CommandFailed ? cause : new CommandFailed({ message: `The rows cannot be read: ${reasonOf(cause)}` })

const bytesOf = Effect.fnUntraced(function* (path: Option.Option<string>, onPart: (part: number) => void) {
  if (Option.isNone(path)) return (yield* Stdio.Stdio).stdin
  const files = yield* FileSystem.FileSystem
  const size = Number((yield* Effect.mapError(files.stat(path.value), unreadable)).size)
  let read = 0
  return Stream.tap(files.stream(path.value), ({ length }) =>
    Effect.sync(() => {
      read += length
      onPart(read / size)
    })
  )
})

const textRowsOf = ({ after, encoding, fields, format, hasDecimalComma, onPart, onUnknown, path }: FileToRead) =>
  Stream.unwrap(
    Effect.map(bytesOf(path, onPart), (bytes) =>
      Stream.fromAsyncIterable(
        textRows(Stream.toAsyncIterable(bytes), {
          after,
          // JSON is UTF-8, whatever its bytes look like (RFC 8259).
          encoding: Option.getOrElse(encoding, () => (format === "ndjson" ? "utf-8" : undefined)),
          format: format === "csv" ? csv({ fields, hasDecimalComma, onUnknown }) : ndjson
        }),
        unreadable
      )
    )
  )

/** What a file holds that is compressed as a whole: Parquet is not read from its beginning to its end. */
const decompressedFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const bytes = files.stream(path)
  const [start = new Uint8Array()] = yield* Stream.runCollect(files.stream(path, { bytesToRead: 2 }))
  if (!isGzip(start)) return path
  const whole = yield* files.makeTempFileScoped({ prefix: "sellerkit-import-" })
  yield* Stream.fromAsyncIterable(decompressed(Stream.toAsyncIterable(bytes)), unreadable).pipe(
    Stream.mapEffect(({ pieces, problem }) =>
      problem === undefined ? Effect.succeed(pieces) : Effect.fail(unreadable(new Error(problem)))
    ),
    Stream.flattenIterable,
    Stream.run(files.sink(whole))
  )
  return whole
}, Effect.mapError(unreadable))

const parquetRowsOf = (path: string, { after, fields, onPart, onUnknown }: FileToRead) =>
  Stream.unwrap(
    Effect.map(decompressedFile(path), (whole) => {
      let count = 0
      return Stream.fromAsyncIterable(
        parquetRows(whole, { after, fields, onUnknown, onRows: (found) => (count = found) }),
        unreadable
      ).pipe(Stream.tap((rows) => Effect.sync(() => onPart(rows.at(-1)!.line / count))))
    })
  )

/** Some rows at a time, in order. Fails where nothing of the file can be read. */
export const readFile = (file: FileToRead): Rows<FileSystem.FileSystem | Stdio.Stdio> => {
  if (file.format !== "parquet") return textRowsOf(file)
  return Option.match(file.path, {
    onNone: () => Stream.fail(unreadable(new Error("Parquet is not read from the standard input. Name a file."))),
    onSome: (path) => parquetRowsOf(path, file)
  })
}
