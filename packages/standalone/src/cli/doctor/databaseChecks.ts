/** Whether the database can be served, and is whole. */
import { findDamage, type Inspection, inspect } from "@sellerkit/storage-sqlite"
import { Effect, FileSystem, Result } from "effect"
import { reasonOf } from "../output/reasonOf.ts"
import { type Check, ok, problem, warning } from "./Check.ts"

interface DatabaseFound {
  readonly checks: ReadonlyArray<Check>
  readonly inspection?: Inspection
}

const name = "database"

const restore = "Stop the service, keep the file, and go on with a copy that is whole (docs/standalone.md, Backup)"

/** What the file says of itself. */
const judgeDatabase = ({ isInUse, newestSchema, schema }: Inspection, file: string, serviceAnswers: boolean): Check => {
  if (schema > newestSchema) {
    const message = `A newer version wrote ${file} (schema ${schema}, this one knows ${newestSchema})`
    return problem(name, message, "Use that version or a later one")
  }
  if (isInUse && !serviceAnswers) {
    const message = `A process uses ${file}, and no service answers`
    return warning(name, message, "It may be starting or stuck: see its log; or name its address with --url")
  }
  const state =
    schema === newestSchema ? `schema ${schema}` : `schema ${schema}, brought to ${newestSchema} on the next start`
  return ok(name, isInUse ? `In use by the running service, ${state}` : `${file} can be opened, ${state}`)
}

/** Reads all of the file. */
const checkIntegrity = Effect.fnUntraced(function* (file: string) {
  const damage = yield* Effect.result(findDamage(file))
  if (Result.isFailure(damage)) {
    return problem("integrity", `${file} cannot be read to its end: ${reasonOf(damage.failure.cause)}`, restore)
  }
  const [first] = damage.success
  return first === undefined
    ? ok("integrity", `${file} is whole`)
    : problem("integrity", `${file} is damaged: ${damage.success.join("; ")}`, restore)
})

/** `serviceAnswers`: whether a service runs here. If one does, it has the file. */
export const checkDatabase = Effect.fnUntraced(function* (
  file: string,
  serviceAnswers: boolean
): Effect.fn.Return<DatabaseFound, never, FileSystem.FileSystem> {
  const files = yield* FileSystem.FileSystem
  if (!(yield* Effect.orElseSucceed(files.exists(file), () => true))) {
    return { checks: [ok(name, `${file} is made on the first start`)] }
  }
  const inspected = yield* Effect.result(inspect(file))
  if (Result.isFailure(inspected)) {
    const message = `${file} cannot be opened: ${reasonOf(inspected.failure.cause)}`
    const advice = "Check SELLERKIT_DATABASE, and that the user that runs the service owns the file"
    return { checks: [problem(name, message, advice)] }
  }
  const inspection = inspected.success
  const judged = judgeDatabase(inspection, file, serviceAnswers)
  const checks = inspection.isInUse ? [judged] : [judged, yield* checkIntegrity(file)]
  return { checks, inspection }
})
