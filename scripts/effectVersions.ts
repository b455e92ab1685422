/**
 * `npm run effect-versions`: all that `npm test -- packages` does in a project, with the lowest and with the highest releases of
 * effect, and of what belongs to it, that the packages accept. Releases that are named are tried instead, beside the
 * highest of the others, to see whether more can be accepted: `npm run effect-versions -- effect@4.2.0`.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { consume } from "./packages/consume.ts"
import { packAll } from "./packages/pack.ts"
import { acceptedRanges, endsOf, installReleases, type Versions, written } from "./packages/releases.ts"

const named = (argument: string): readonly [name: string, version: string] => {
  const at = argument.lastIndexOf("@")
  if (at > 0) return [argument.slice(0, at), argument.slice(at + 1)]
  throw new Error(`${argument} names no release: write it as effect@4.1.0`)
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "sellerkit-effect-")))

try {
  const wanted: Versions = Object.fromEntries(process.argv.slice(2).map(named))
  const packages = packAll(join(folder, "tarballs"))
  const ranges = acceptedRanges(packages)
  for (const name of Object.keys(wanted)) {
    if (!(name in ranges)) throw new Error(`${name} is none of ${Object.keys(ranges).join(", ")}`)
  }
  const ends = endsOf(folder, ranges)
  if (ends === undefined) throw new Error("The registry does not answer")
  const trials = Object.keys(wanted).length === 0 ? ends : [{ ...ends.at(-1), ...wanted }]
  for (const [index, versions] of trials.entries()) {
    const releases = installReleases(join(folder, `releases-${index}`), versions)
    consume(join(folder, `consumer-${index}`), { packages, releases })
    console.log(`passed  ${written(versions)}`)
  }
  rmSync(folder, { recursive: true })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`What was tried is in ${folder}`)
  process.exitCode = 1
}
