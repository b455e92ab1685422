/** Which releases of effect, and of what belongs to it, the packages accept, and how to have others than the locked ones. */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Packed } from "./pack.ts"

/** Versions, or ranges of them, by package. */
export type Versions = Readonly<Record<string, string>>

export const written = (versions: Versions): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name}@${version}`)
    .join(" ")

/** What a project has beside the packages: their peers, and what of effect they bring along. */
export const acceptedRanges = (packages: ReadonlyArray<Packed>): Versions => {
  const accepted = new Map<string, string>()
  for (const { manifest } of packages) {
    const ofEffect = Object.entries(manifest.dependencies ?? {}).filter(([name]) => name.startsWith("@effect/"))
    for (const [name, range] of [...Object.entries(manifest.peerDependencies ?? {}), ...ofEffect]) {
      const before = accepted.get(name) ?? range
      if (before !== range) throw new Error(`The packages accept ${name} ${before} and ${range}: write one range`)
      accepted.set(name, range)
    }
  }
  return Object.fromEntries(accepted)
}

const isWindows = process.platform === "win32"

/** npm, which the documents install with: it takes those releases of what is not named that fit those that are. */
const npm = (folder: string, ...args: ReadonlyArray<string>) =>
  // On Windows it is a script of the shell, to which `<` and `^` mean something.
  spawnSync("npm", isWindows ? args.map((argument) => `"${argument}"`) : args, {
    cwd: folder,
    shell: isWindows,
    encoding: "utf8",
    timeout: 300_000,
    // Not what another npm, which runs this, was told.
    env: { ...process.env, npm_config_local_prefix: folder, npm_config_loglevel: "error" }
  })

// A registry that is away is not waited for.
const impatiently = ["--fetch-retries=0", "--fetch-timeout=10000"]

/** Those of a range, the lowest first; undefined where the registry does not answer. */
const releasesIn = (folder: string, name: string, range: string): ReadonlyArray<string> | undefined => {
  const { status, stdout } = npm(folder, "view", `${name}@${range}`, "version", "--json", ...impatiently)
  return status === 0 ? [JSON.parse(stdout) as string | ReadonlyArray<string>].flat() : undefined
}

/** The lowest and the highest releases that are accepted, if they differ; undefined where the registry does not answer. */
export const endsOf = (folder: string, ranges: Versions): ReadonlyArray<Versions> | undefined => {
  const lowest: Record<string, string> = {}
  const highest: Record<string, string> = {}
  for (const [name, range] of Object.entries(ranges)) {
    const found = releasesIn(folder, name, range)
    if (found === undefined) return undefined
    lowest[name] = found[0]!
    highest[name] = found.at(-1)!
  }
  return written(lowest) === written(highest) ? [highest] : [lowest, highest]
}

/** Installs exactly these into a new folder, if they fit each other. */
export const installReleases = (folder: string, versions: Versions): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: versions }))
  const { error, status, stderr } = npm(folder, "install", "--ignore-scripts", "--strict-peer-deps", "--no-audit")
  if (status !== 0) throw new Error(`${written(versions)} cannot be installed:\n${stderr}${error?.message ?? ""}`)
  return folder
}
