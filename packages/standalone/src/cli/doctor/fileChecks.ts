/** Whether the service can keep its files where they belong, and keeps them from others. */
import { Effect, FileSystem, Path } from "effect"
import { FreeSpace } from "../../storage/FreeSpace.ts"
import { ok, problem } from "./Check.ts"
import { judgeFreeSpace } from "./judgeFreeSpace.ts"

/** The folder itself or, while it is missing, the folder that it will be made in. */
const existing = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  let found = path.resolve(folder)
  while (!(yield* Effect.orElseSucceed(files.exists(found), () => false)) && path.dirname(found) !== found) {
    found = path.dirname(found)
  }
  return found
})

const elsewhere =
  "Let the user that runs the service own it, or choose another with SELLERKIT_DATA or SELLERKIT_DATABASE"

/** Whether the service can keep files in the folder. */
export const checkFolder = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const found = yield* existing(folder)
  const { type } = yield* files.stat(found)
  if (type !== "Directory") return problem("folder", `${found} is no folder`, elsewhere)
  return yield* files.access(found, { readable: true, writable: true }).pipe(
    Effect.as(
      ok("folder", found === path.resolve(folder) ? `${folder} can be written` : `${folder} is made on the first start`)
    ),
    Effect.orElseSucceed(() => problem("folder", `${found} cannot be written`, elsewhere))
  )
})

export const checkFreeSpace = Effect.fnUntraced(function* (folder: string) {
  const found = yield* existing(folder)
  const freeSpace = yield* FreeSpace
  return judgeFreeSpace(folder, yield* freeSpace(found))
})

const ofOthers = 0o077

/** The mode of a file that others than its owner may use. Windows has other means than modes. */
const openMode = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { mode } = yield* files.stat(file)
  return path.sep !== "\\" && (mode & ofOthers) !== 0 ? (mode & 0o777).toString(8) : undefined
})

/** Whether only their owner can read the files that hold secrets. Missing files are skipped. */
export const checkSecrets = Effect.fnUntraced(function* (candidates: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  const present = yield* Effect.filter(candidates, (file) => Effect.orElseSucceed(files.exists(file), () => false))
  const modes = yield* Effect.forEach(present, openMode)
  const problems = present.flatMap((file, index) =>
    modes[index] === undefined
      ? []
      : [
          problem(
            "secrets",
            `${file} holds secrets, and others than its owner may use it (mode ${modes[index]})`,
            `Run chmod 600 ${file}`
          )
        ]
  )
  if (problems.length > 0 || present.length === 0) return problems
  return [ok("secrets", `Only their owner may use ${present.join(", ")}`)]
})
