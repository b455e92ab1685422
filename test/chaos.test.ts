/** The service is killed and started again while it works, and loses nothing: a small run of `npm run chaos`. */
import { assert, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { holds, reportOf, reportText } from "./chaos/report.ts"
import { runChaos } from "./chaos/runChaos.ts"
import { quick } from "./chaos/Settings.ts"

it("keeps every promise when it is killed", { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-"))
  try {
    const report = reportOf(await runChaos(quick, folder), quick)
    assert.isTrue(holds(report), reportText(report))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
