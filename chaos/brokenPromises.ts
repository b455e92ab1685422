/** A run of chaos as a test. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { holds, reportOf, reportText } from "./report.ts"
import { runChaos } from "./runChaos.ts"
import type { Settings } from "./Settings.ts"

/** What it found, where a rule does not hold. */
export const brokenPromises = async (settings: Settings): Promise<string | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-"))
  try {
    const report = reportOf(await runChaos(settings, folder), settings)
    return holds(report) ? undefined : reportText(report)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
