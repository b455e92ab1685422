/** Packages in a folder as a project has them: packed and unpacked again, with everything that they need. */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export interface Installed {
  readonly name: string
  readonly isOurs: boolean
  /** Bytes of a tarball of it. */
  readonly packed: number
  /** Bytes of its files. */
  readonly unpacked: number
}

/** A package of ours and all that comes with it, each once. */
export type Installation = ReadonlyMap<string, ReadonlyArray<Installed>>

const root = join(import.meta.dirname, "..", "..")

const run = (command: string, ...args: ReadonlyArray<string>): Buffer => {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd: root, maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} failed: ${error?.message ?? String(stderr)}`)
  return stdout
}

/** The tarballs of packages of ours, by their names. */
const packOurs = (packages: ReadonlyArray<string>, destination: string): Readonly<Record<string, string>> =>
  JSON.parse(String(run(process.execPath, "scripts/pack.ts", destination, ...packages)))

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

const needs = ({ dependencies, peerDependencies, peerDependenciesMeta }: Manifest): ReadonlyArray<string> => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
]

/** Where Node.js finds the package, seen from the folder of another one. */
const find = (name: string, from: string): string => {
  const found = join(from, "node_modules", name)
  if (existsSync(found)) return realpathSync(found)
  if (dirname(from) === from) throw new Error(`${name} is not installed: run the benchmark through npm run bench`)
  return find(name, dirname(from))
}

/** A package and those that it needs, by the folders in which the workspace has them. */
const closureOf = (folder: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(folder)) return seen
  seen.add(folder)
  for (const name of needs(manifestOf(folder))) closureOf(find(name, folder), seen)
  return seen
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)

const unpack = (tarball: string, target: string): void => {
  mkdirSync(target, { recursive: true })
  run("tar", "-xzf", tarball, "-C", target, "--strip-components=1")
}

const copy = (source: string, target: string): void =>
  cpSync(source, target, { recursive: true, filter: (path) => basename(path) !== "node_modules" })

/**
 * Installs packages of the workspace, such as `core`, so that they can be imported in the folder. Needs no network: others are
 * the locked ones, as the workspace has them.
 */
export const install = (packages: ReadonlyArray<string>, folder: string): Installation => {
  const closures = packages.map((name) => [...closureOf(join(root, "packages", name))])
  const sources = new Set(closures.flat())
  const ours = [...sources].filter((source) => dirname(source) === join(root, "packages"))
  const tarballs = packOurs(
    ours.map((source) => basename(source)),
    join(folder, "tarballs")
  )
  const installed = new Map<string, Installed>()
  for (const source of sources) {
    const { name } = manifestOf(source)
    const tarball = tarballs[name]
    const target = join(folder, "node_modules", name)
    if (existsSync(target)) throw new Error(`${name} is needed in two versions, which this installation cannot have`)
    if (tarball === undefined) copy(source, target)
    else unpack(tarball, target)
    const packed = tarball === undefined ? run("tar", "-cz", "-C", target, ".").length : statSync(tarball).size
    installed.set(source, { name, isOurs: tarball !== undefined, packed, unpacked: bytesIn(target) })
  }
  return new Map(
    closures.map((closure) => [manifestOf(closure[0]!).name, closure.map((source) => installed.get(source)!)])
  )
}
