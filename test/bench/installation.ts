/** Packages in a folder as a project has them: packed and unpacked again, with everything that they need. */
import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Packed, packAll, root } from "../../scripts/packages/pack.ts"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Bytes. */
export interface Size {
  /** As a tarball of it is. */
  readonly packed: number
  readonly unpacked: number
}

export interface Installed extends Size {
  readonly name: string
  readonly isOurs: boolean
}

export interface Installation {
  /** Where its packages can be imported. */
  readonly folder: string
  /** A package and all that comes with it, each once. */
  needed(name: string): ReadonlyArray<Installed>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Packages of ours start from nothing but the workspace, where they find each other and the locked versions of others. */
const isOurs = (name: string): boolean => name.startsWith("@sellerkit/")

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

const packedBytes = (folder: string): number => {
  const { status, stderr, stdout } = spawnSync("tar", ["-cz", "-C", folder, "."], { maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`tar failed in ${folder}: ${stderr}`)
  return stdout.length
}

const unpack = ({ files }: Packed, target: string): void => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
}

/** Installs packages of the workspace, such as `core`. Needs no network: others are the locked ones, as they are here. */
export const install = (packages: ReadonlyArray<string>, folder: string): Installation => {
  const closures = new Map(packages.map((name) => [`@sellerkit/${name}`, closureOf(join(root, "packages", name))]))
  const sources = new Set([...closures.values()].flatMap((closure) => [...closure]))
  const ours = [...sources].filter((source) => isOurs(manifestOf(source).name))
  const packed = packAll(
    join(folder, "tarballs"),
    ours.map((source) => `packages/${basename(source)}`)
  )
  const installed = new Map<string, Installed>()
  for (const source of sources) {
    const { name } = manifestOf(source)
    const target = join(folder, "node_modules", name)
    if (existsSync(target)) throw new Error(`${name} is needed in two versions, which this installation cannot have`)
    const own = packed.find(({ manifest }) => manifest.name === name)
    if (own === undefined)
      cpSync(source, target, { recursive: true, filter: (path) => basename(path) !== "node_modules" })
    else unpack(own, target)
    const sizes = { packed: packedBytes(target), unpacked: bytesIn(target) }
    installed.set(source, { name, isOurs: own !== undefined, ...sizes })
  }
  return { folder, needed: (name) => [...closures.get(name)!].map((source) => installed.get(source)!) }
}
