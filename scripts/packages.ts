/** Whether the packages could be published as they are: packs each, examines it, and uses all of them as a project would. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { consume } from "./packages/consume.ts"
import { tryOtherReleases } from "./packages/otherReleases.ts"
import { examine } from "./packages/examine.ts"
import { type Packed, packAll } from "./packages/pack.ts"

/** Prints what a package is and what is wrong with it. */
const report = ({ files, folder, manifest, tarball }: Packed, problems: ReadonlyArray<string>): void => {
  const size = `${files.size} files, ${Math.ceil(tarball.length / 1024)} KiB`
  const verdict = problems.length === 0 ? "" : `; problems in ${folder}:`
  console.log(`${manifest.name}@${manifest.version}: ${size}${verdict}`)
  for (const problem of problems) console.log(`  - ${problem}`)
}

// Outside the workspace, so that nothing is found that the packages do not bring along.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "sellerkit-packages-")))

try {
  const packages = packAll(join(folder, "tarballs"))
  for (const packed of packages) {
    const problems = await examine(packed)
    report(packed, problems)
    if (problems.length > 0) process.exitCode = 1
  }
  consume(join(folder, "consumer"), { packages })
  console.log("Used by a project (scripts/consumer): types, entry points, programs, suites, bins")
  tryOtherReleases(folder, packages)
  rmSync(folder, { recursive: true })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`What was tried is in ${folder}`)
  process.exitCode = 1
}
