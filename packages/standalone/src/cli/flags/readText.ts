/** A file that a flag names. */
import { Effect, FileSystem } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { fileReason } from "../output/fileReason.ts"

export const readText = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.mapError(
    files.readFileString(file),
    (error) => new CommandFailed({ message: `The file ${file} cannot be read: ${fileReason(error)}` })
  )
})
