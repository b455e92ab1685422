/** `sellerkit migrate`: brings the schema of the database up to date, as a step of a deployment. */
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { databaseName } from "../Database.ts"
import { readDatabase } from "../Settings.ts"
import { migrationLayer } from "../storage.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { json, print } from "./Output.ts"
import { reasonOf } from "./reasonOf.ts"

export const migrate = Command.make(
  "migrate",
  { json },
  Effect.fn(function* ({ json: asJson }) {
    const database = yield* Effect.mapError(
      readDatabase,
      (problems) => new CommandFailed({ message: problems.join("\n") })
    )
    const name = databaseName(database)
    yield* Effect.scoped(Layer.build(migrationLayer(database))).pipe(
      Effect.catchTag(
        ["StorageError", "PlatformError"],
        (error) =>
          new CommandFailed({
            message: `The schema of ${name} cannot be brought up to date: ${reasonOf(error.cause)}. Check SELLERKIT_DATABASE.`
          })
      )
    )
    yield* print(asJson, { database: name }, () => `The schema of ${name} is up to date.`)
  })
).pipe(Command.withDescription("Bring the database up to date, as the service does when it starts"))
