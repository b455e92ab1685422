/** The command `sellerkit sandbox`: its flags and its help. */
import { Command, Flag } from "effect/cli"
import { momentFlag } from "../flags/momentFlag.ts"
import { port, processJson } from "../flags/processFlags.ts"
import { loadedCompiled } from "../loaded.ts"

export const sandbox = Command.make(
  "sandbox",
  {
    port,
    json: processJson,
    startsAt: momentFlag("starts-at").pipe(
      Flag.withDescription("What the time is at first, such as 2026-01-15T09:00:00Z (default: now)"),
      Flag.optional
    ),
    seed: Flag.String("seed").pipe(
      Flag.withDescription("Makes up the same keys, ids and secrets each time (default: others each time)"),
      Flag.optional
    ),
    market: Flag.String("market").pipe(
      Flag.withDescription(
        "Simulates a market with this seed: campaigns that run get displays, clicks and orders, and pay for them (default: none)"
      ),
      Flag.optional
    ),
    scenario: Flag.String("scenario").pipe(
      Flag.withDescription("A file with the scenario of the market, as JSON"),
      Flag.optional
    )
  },
  loadedCompiled(async () => (await import("../process/runSandbox.ts")).runSandbox)
).pipe(
  Command.withDescription(
    "Run the service in memory, with a clock that stands still until POST /operator/v1/clock/advance moves it: for tests"
  )
)
