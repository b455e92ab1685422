/** The command `sellerkit dispatch`: its flags and its help. */
import { Command } from "effect/cli"
import { processFlags } from "../flags/processFlags.ts"
import { loadedCompiled } from "../loaded.ts"

export const dispatch = Command.make(
  "dispatch",
  processFlags,
  loadedCompiled(async () => (await import("../process/runDispatch.ts")).runDispatch)
).pipe(
  Command.withDescription("Run a dispatcher alone, beside processes that run sellerkit serve over the same database")
)
