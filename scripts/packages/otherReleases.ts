/** Whether the packages work with the lowest and the highest releases that they accept, as far as these are not the locked ones. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { consumeBriefly, folderOf } from "./consume.ts"
import type { Packed } from "./pack.ts"
import { acceptedRanges, endsOf, installReleases, type Versions, written } from "./releases.ts"

const lockedVersions = (names: ReadonlyArray<string>, packages: ReadonlyArray<Packed>): Versions =>
  Object.fromEntries(
    names.map((name) => {
      const { version } = JSON.parse(
        readFileSync(join(folderOf(name, { packages }), "package.json"), "utf8")
      ) as Versions
      return [name, version!]
    })
  )

/** Tries each end, once, in a folder of its own in `folder`. Without a registry there is nothing to try. */
export const tryOtherReleases = (folder: string, packages: ReadonlyArray<Packed>): void => {
  const ranges = acceptedRanges(packages)
  const ends = endsOf(folder, ranges)
  if (ends === undefined) {
    console.log("Not used with other releases of effect: the registry does not answer")
    return
  }
  const known = written(lockedVersions(Object.keys(ranges), packages))
  const others = ends.filter((versions) => written(versions) !== known)
  for (const [index, versions] of others.entries()) {
    const releases = installReleases(join(folder, `releases-${index}`), versions)
    consumeBriefly(join(folder, `consumer-${index}`), { packages, releases })
    console.log(`Used briefly with ${written(versions)}`)
  }
  if (others.length === 0) console.log(`There are no other releases that are accepted (${written(ranges)})`)
}
