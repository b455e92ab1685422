/** Rows of a text, whatever it is compressed with and however long it is. */
import { Result } from "effect"
import type { Encoding } from "../../flags/fileWords.ts"
import { TextDecoding } from "./encoding.ts"
import type { FileRow } from "./FileRow.ts"
import { type Decompressed, Gunzip, isGzip } from "./gunzip.ts"
import { type LineFormat, TextReader } from "./TextReader.ts"

export interface TextOptions {
  readonly format: LineFormat
  /** Undefined: as its first bytes show. */
  readonly encoding: Encoding | undefined
  /** Rows up to this line are not wanted again. */
  readonly after: number
}

// Enough to see the compression and the encoding.
const leastStart = 4096

/** The same bytes; the first piece is large enough to judge by, if there are as many. */
async function* withStart(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (start === undefined) {
      yield piece
      continue
    }
    start = Buffer.concat([start, piece])
    if (start.length < leastStart) continue
    yield start
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield start
}

/** All of it that can be decompressed, some at a time. After a problem there is nothing. */
export async function* decompressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Decompressed> {
  let gunzip: Gunzip | undefined
  let isFirst = true
  try {
    for await (const piece of withStart(bytes)) {
      if (isFirst && isGzip(piece)) gunzip = new Gunzip()
      isFirst = false
      const found: Decompressed = gunzip === undefined ? { pieces: [piece] } : await gunzip.write(piece)
      yield found
      if (found.problem !== undefined) return
    }
    if (gunzip !== undefined) yield await gunzip.end()
  } finally {
    gunzip?.close()
  }
}

const orFail = (rows: Result.Result<ReadonlyArray<FileRow>, string>): ReadonlyArray<FileRow> => {
  if (Result.isFailure(rows)) throw new Error(rows.failure)
  return rows.success
}

/** Fails where nothing of the text can be read. */
export async function* textRows(
  bytes: AsyncIterable<Uint8Array>,
  { after, encoding, format }: TextOptions
): AsyncGenerator<ReadonlyArray<FileRow>> {
  const reader = new TextReader(format, after)
  const decoding = new TextDecoding(encoding)
  for await (const { pieces, problem } of decompressed(bytes)) {
    if (pieces.length > 0) yield orFail(reader.read(decoding.decode(Buffer.concat(pieces))))
    if (problem !== undefined) {
      yield orFail(reader.end(problem))
      return
    }
  }
  yield orFail(reader.read(decoding.end()))
  yield orFail(reader.end())
}
