/** Processes over one PostgreSQL are killed, as it is itself, and lose nothing: a small run of `npm run chaos -- --fleet`. */
import { assert, it } from "@effect/vitest"
import { brokenPromises } from "./brokenPromises.ts"
import { quickFleet } from "./Settings.ts"

it("keeps every promise when any of it is killed", { timeout: 300_000 }, async () => {
  assert.isUndefined(await brokenPromises(quickFleet))
})
