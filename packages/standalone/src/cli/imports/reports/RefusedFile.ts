/** The file of refused rows: a line of JSON for each, with the line that it has in the import, the field, the reason, and itself. */
import { Effect, FileSystem } from "effect"
import { CommandFailed } from "../../CommandFailed.ts"
import type { UnreadableRow } from "../files/FileRow.ts"

const textOf = ({ field, line, reason, row }: UnreadableRow): string =>
  `${JSON.stringify({ line, field, reason, row })}\n`

const inWords = (path: string) =>
  Effect.mapError(
    ({ message }: { readonly message: string }) =>
      new CommandFailed({ message: `The file of refused rows (${path}) cannot be written: ${message}` })
  )

/** So many bytes of it stay: what was written after the state of the import is written again. */
export const keepRefused = Effect.fnUntraced(function* (path: string, bytes: number) {
  const files = yield* FileSystem.FileSystem
  if (!(yield* inWords(path)(files.exists(path)))) return
  yield* inWords(path)(bytes === 0 ? files.remove(path) : files.truncate(path, bytes))
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
