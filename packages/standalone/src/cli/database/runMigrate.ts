/** Brings the schema of the database up to date, as a step of a deployment. */
import { Effect, Layer, Option } from "effect"
import { databaseName } from "../../storage/Database.ts"
import { readDatabase } from "../../settings/Settings.ts"
import { migrationLayer } from "../../storage/storageLayer.ts"
import { changedWith } from "../../settings/variable.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { type AsJson, print } from "../output/Output.ts"
import { reasonOf } from "../output/reasonOf.ts"
import { withFlags } from "../process/withFlags.ts"
import { logLayer } from "../process/launch.ts"

interface Input {
  readonly json: AsJson
  readonly database: Option.Option<string>
  readonly grantTo: Option.Option<string>
}

export const runMigrate = Effect.fn("migrate")(function* ({ grantTo, json: asJson }: Input) {
  const database = yield* Effect.mapError(
    readDatabase,
    (problems) => new CommandFailed({ message: problems.join("\n") })
  )
  const name = databaseName(database)
  const changed = yield* changedWith("SELLERKIT_DATABASE")
  const role = Option.getOrUndefined(grantTo)
  if (role !== undefined && database.kind !== "postgres")
    return yield* new CommandFailed({ message: `${name} has no roles: --grant-to is for PostgreSQL.` })
  yield* Effect.scoped(Layer.build(migrationLayer(database, role))).pipe(
    Effect.provide(logLayer("development")),
    Effect.catchTag(
      ["StorageError", "PlatformError"],
      (error) =>
        new CommandFailed({
          message: `The schema of ${name} cannot be brought up to date: ${reasonOf(error.cause)}. Check ${changed}.`
        })
    )
  )
  const granted = role === undefined ? "" : ` ${role} may use it.`
  yield* print(
    asJson,
    { database: name, ...(role === undefined ? undefined : { grantedTo: role }) },
    () => `The schema of ${name} is up to date.${granted}`
  )
}, withFlags)
