/** The file of the database while the service has it open: whether it is still there, and can be written. */
import { ByteSize, Effect, FileSystem, Layer, Option, Path, type PlatformError } from "effect"
import { DatabaseHealth, type DatabaseProblem } from "./DatabaseHealth.ts"
import { FreeSpace } from "./FreeSpace.ts"

// our choice: as much as the write-ahead log grows before its content is moved into the file.
const tooLittle = ByteSize.mebibytes(64)

const isSameFile = (one: FileSystem.File.Info, other: FileSystem.File.Info): boolean =>
  one.dev === other.dev && Option.getOrUndefined(one.ino) === Option.getOrUndefined(other.ino)

/** Two calls of the file system, which write nothing: cheap enough to be asked by every probe. */
const look = Effect.fnUntraced(function* (
  file: string,
  opened: FileSystem.File.Info
): Effect.fn.Return<Option.Option<DatabaseProblem>, never, FileSystem.FileSystem | Path.Path> {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const freeSpace = yield* FreeSpace
  const named = yield* Effect.option(files.stat(file))
  if (!Option.exists(named, (info) => isSameFile(info, opened))) return Option.some("replaced")
  // Where nobody knows how much is free, that is no reason to take the service away.
  const free = yield* Effect.option(freeSpace(path.dirname(file)))
  return Option.exists(free, ByteSize.isLessThan(tooLittle)) ? Option.some("diskFull") : Option.none()
})

/** Of a file that has just been opened. */
export const layer = (
  file: string
): Layer.Layer<DatabaseHealth, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path> =>
  Layer.effect(
    DatabaseHealth,
    Effect.gen(function* () {
      const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
      const opened = yield* (yield* FileSystem.FileSystem).stat(file)
      return { problem: Effect.provide(look(file, opened), context) }
    })
  )
