/** The health of an open database file: whether it keeps what is written, and whether the disk has space for it. */
import { type Fault, SqliteHealth } from "@sellerkit/storage-sqlite"
import { ByteSize, Effect, Layer, Option, Path } from "effect"
import { DatabaseHealth } from "./DatabaseHealth.ts"
import { FreeSpace } from "./FreeSpace.ts"

// our choice: as much as the write-ahead log grows before its content is moved into the file.
const tooLittle = ByteSize.mebibytes(64)

/** The health of a file that is open. It writes nothing, and is cheap enough for every probe. */
export const layer = (file: string): Layer.Layer<DatabaseHealth, never, Path.Path | SqliteHealth> =>
  Layer.effect(
    DatabaseHealth,
    Effect.gen(function* () {
      const { fault } = yield* SqliteHealth
      const folder = (yield* Path.Path).dirname(file)
      const isFull = Effect.gen(function* () {
        const freeSpace = yield* FreeSpace
        // If the free space is not known, the service is not unhealthy for that.
        const free = yield* Effect.option(freeSpace(folder))
        return Option.exists(free, ByteSize.isLessThan(tooLittle))
      })
      return {
        problem: Effect.flatMap(fault, (found) =>
          Option.isSome(found)
            ? Effect.succeed(Option.some<Fault | "diskFull">(found.value))
            : Effect.map(isFull, (full) => (full ? Option.some("diskFull" as const) : Option.none()))
        )
      }
    })
  )
