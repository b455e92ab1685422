/** Processes over one PostgreSQL are killed, as it is itself, and lose nothing: a small run of `npm run chaos -- --fleet`. */
import { assert, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { holds, reportOf, reportText } from "./chaos/report.ts"
import { runChaos } from "./chaos/runChaos.ts"
import { quickFleet } from "./chaos/Settings.ts"

it("keeps every promise when any of it is killed", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-"))
  try {
    const report = reportOf(await runChaos(quickFleet, folder), quickFleet)
    assert.isTrue(holds(report), reportText(report))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
