/** The command `sellerkit openapi`: its flags and its help. */
import { Command, Flag } from "effect/cli"
import { loaded } from "../loaded.ts"

export const openapi = Command.make(
  "openapi",
  {
    operator: Flag.Boolean("operator").pipe(
      Flag.withDescription("That of the operator interface"),
      Flag.withDefault(false)
    ),
    sandbox: Flag.Boolean("sandbox").pipe(
      Flag.withDescription("With --operator: as a sandbox has it, which moves the time"),
      Flag.withDefault(false)
    )
  },
  loaded(async () => (await import("../openapi/printOpenApi.ts")).printOpenApi)
).pipe(Command.withDescription("Print the OpenAPI document of the seller API"))
