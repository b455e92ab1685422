/** The file of refused rows: a line of JSON for each, with the line that it has in the import, the field, the reason, and itself. */
import { Effect, FileSystem } from "effect"
import { dirname } from "node:path"
import { CommandFailed } from "../../CommandFailed.ts"
import { fileReason, noFolder } from "../../output/fileReason.ts"
import type { UnreadableRow } from "../files/FileRow.ts"

const textOf = ({ field, line, reason, row }: UnreadableRow): string =>
  `${JSON.stringify({ line, field, reason, row })}\n`

const unwritable = (path: string, reason: string) =>
  new CommandFailed({ message: `The file of refused rows (${path}) cannot be written: ${reason}` })

const inWords = (path: string) =>
  Effect.mapError((error: { readonly message: string }) => unwritable(path, fileReason(error)))

/** A name beside the path that is free. */
const freeBeside = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${path}.before` : `${path}.before-${number}`
    if (!(yield* files.exists(name))) return name
  }
})

/**
 * So many bytes of it stay: what was written after the state of the import is written again. A file of which nothing is known is kept
 * beside it: it may be the only one that has these rows, and be read for this import. What is no file is left alone.
 */
export const keepRefused = Effect.fnUntraced(function* (path: string, bytes: number) {
  const files = yield* FileSystem.FileSystem
  if (!(yield* files.exists(dirname(path)).pipe(inWords(path)))) return yield* unwritable(path, noFolder)
  if (!(yield* inWords(path)(files.exists(path)))) return
  const { type } = yield* inWords(path)(files.stat(path))
  if (type !== "File") return yield* unwritable(path, type === "Directory" ? "it is a folder" : "it is no file")
  const kept =
    bytes > 0 ? files.truncate(path, bytes) : Effect.flatMap(freeBeside(path), (name) => files.rename(path, name))
  yield* inWords(path)(kept)
})

/** They are on disk when it is done. Gives how many bytes that are. The first ones make the file. */
export const appendRefused = Effect.fnUntraced(function* (path: string, rows: ReadonlyArray<UnreadableRow>) {
  if (rows.length === 0) return 0
  const files = yield* FileSystem.FileSystem
  const text = new TextEncoder().encode(rows.map(textOf).join(""))
  yield* Effect.gen(function* () {
    const file = yield* files.open(path, { flag: "a" })
    yield* file.writeAll(text)
    yield* file.sync
  }).pipe(Effect.scoped, inWords(path))
  return text.length
})
