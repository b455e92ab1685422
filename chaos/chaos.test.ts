/** The service is killed and started again while it works, and loses nothing: a small run of `npm run chaos`. */
import { assert, it } from "@effect/vitest"
import { brokenPromises } from "./brokenPromises.ts"
import { quick } from "./Settings.ts"

it("keeps every promise when it is killed", { timeout: 300_000 }, async () => {
  assert.isUndefined(await brokenPromises(quick))
})
