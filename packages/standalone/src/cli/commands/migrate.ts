/** The command `sellerkit migrate`: its flags and its help. */
import { Command, Flag } from "effect/cli"
import { database } from "../flags/processFlags.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

export const migrate = Command.make(
  "migrate",
  {
    database,
    json,
    grantTo: Flag.String("grant-to").pipe(
      Flag.withDescription("PostgreSQL: let this role run the service, which needs no right to make tables"),
      Flag.optional
    )
  },
  loaded(async () => (await import("../database/runMigrate.ts")).runMigrate)
).pipe(Command.withDescription("Bring the database up to date, as the service does when it starts"))
