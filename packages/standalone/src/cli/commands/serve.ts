/** The command `sellerkit serve`: its flags and its help. */
import { Command, Flag } from "effect/cli"
import { processFlags } from "../flags/processFlags.ts"
import { loadedCompiled } from "../loaded.ts"

export const serve = Command.make(
  "serve",
  {
    ...processFlags,
    processes: Flag.String("processes").pipe(
      Flag.withDescription(
        "How many processes serve behind the port, over one PostgreSQL database; or SELLERKIT_PROCESSES (default: 1)"
      ),
      Flag.optional
    ),
    apiOnly: Flag.Boolean("api-only").pipe(
      Flag.withDescription(
        "Run no dispatcher: others, started with sellerkit dispatch, deliver from the same database"
      ),
      Flag.withDefault(false)
    )
  },
  loadedCompiled(async () => (await import("../process/runServe.ts")).runServe)
).pipe(Command.withDescription("Run the service: API, dispatcher and operator interface"))
