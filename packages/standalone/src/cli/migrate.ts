/** `sellerkit migrate`: brings the schema of the database up to date, as a step of a deployment. */
import { Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { databaseName } from "../Database.ts"
import { readDatabase } from "../Settings.ts"
import { migrationLayer } from "../storage.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { logLayer } from "./launch.ts"
import { json, print } from "./Output.ts"
import { reasonOf } from "./reasonOf.ts"

export const migrate = Command.make(
  "migrate",
  {
    json,
    grantTo: Flag.String("grant-to").pipe(
      Flag.withDescription("PostgreSQL: let this role run the service, which needs no right to make tables"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ grantTo, json: asJson }) {
    const database = yield* Effect.mapError(
      readDatabase,
      (problems) => new CommandFailed({ message: problems.join("\n") })
    )
    const name = databaseName(database)
    const role = Option.getOrUndefined(grantTo)
    if (role !== undefined && database.kind !== "postgres")
      return yield* new CommandFailed({ message: `${name} has no roles: --grant-to is for PostgreSQL.` })
    yield* Effect.scoped(Layer.build(migrationLayer(database, role))).pipe(
      Effect.provide(logLayer("development")),
      Effect.catchTag(
        ["StorageError", "PlatformError"],
        (error) =>
          new CommandFailed({
            message: `The schema of ${name} cannot be brought up to date: ${reasonOf(error.cause)}. Check SELLERKIT_DATABASE.`
          })
      )
    )
    const granted = role === undefined ? "" : ` ${role} may use it.`
    yield* print(
      asJson,
      { database: name, ...(role === undefined ? undefined : { grantedTo: role }) },
      () => `The schema of ${name} is up to date.${granted}`
    )
  })
).pipe(Command.withDescription("Bring the database up to date, as the service does when it starts"))
