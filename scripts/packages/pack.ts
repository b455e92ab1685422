/** Builds every package and packs it into the tarball that `pnpm publish` would upload. Needs no network. */
import { createPackageFromTarballData } from "@arethetypeswrong/core"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"

/** What the checks look at in a packed package.json. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly homepage?: string
  readonly keywords?: ReadonlyArray<string>
  readonly repository?: { readonly url?: string; readonly directory?: string }
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Packed {
  /** In the workspace, such as `packages/core`. */
  readonly folder: string
  readonly manifest: Manifest
  readonly tarball: Uint8Array
  /** Where the tarball is. */
  readonly file: string
  /** Texts by path, such as `dist/index.js`. */
  readonly files: ReadonlyMap<string, string>
}

export const root = join(import.meta.dirname, "..", "..")

// For what hangs: the tests run at the same time.
const longest = 180_000

/** Runs a script with this Node; a failure throws what the script said. */
export const run = (cwd: string, script: string, ...args: ReadonlyArray<string>): string => {
  const options = { cwd, encoding: "utf8", timeout: longest } as const
  const { error, status, stderr, stdout } = spawnSync(process.execPath, [script, ...args], options)
  if (status === 0) return stdout
  throw new Error(`${[script, ...args].join(" ")} failed in ${cwd}:\n${stdout}${stderr}${error?.message ?? ""}`)
}

/** A script of a locked package. */
export const locked = (script: string): string => join(root, "node_modules", script)

/** The compiler leaves the output of sources that are gone, and the package would carry it. */
const removeOrphans = (folder: string): void => {
  for (const file of globSync("dist/**/*.{js,js.map,d.ts,d.ts.map}", { cwd: join(root, folder) })) {
    // An application is bundled: its files are none of the compiler's.
    if (file.startsWith(join("dist", "app"))) continue
    const source = file.replace(/^dist/, "src").replace(/(\.d\.ts|\.js)(\.map)?$/, ".ts")
    if (!existsSync(join(root, folder, source))) rmSync(join(root, folder, file))
  }
}

const filesOf = (tarball: Uint8Array): ReadonlyMap<string, string> => {
  const content = createPackageFromTarballData(tarball)
  const prefix = `/node_modules/${content.packageName}/`
  return new Map(content.listFiles().map((path) => [path.slice(prefix.length), content.readFile(path)]))
}

const pack = (folder: string, destination: string): Packed => {
  // Its script finds the binary for this machine among the locked packages.
  const report = run(
    root,
    locked("pnpm/bin/pnpm.mjs"),
    "-C",
    folder,
    "pack",
    "--json",
    "--pack-destination",
    destination
  )
  const { filename } = JSON.parse(report) as { readonly filename: string }
  const tarball = readFileSync(filename)
  const files = filesOf(tarball)
  return { folder, manifest: JSON.parse(files.get("package.json")!) as Manifest, tarball, file: filename, files }
}

/** Every package of the workspace that is published. */
const packageFolders = (): ReadonlyArray<string> =>
  readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, "package.json")))

/** Packs these packages, all of them when none are named, into the folder `destination`. */
export const packAll = (destination: string, folders = packageFolders()): ReadonlyArray<Packed> => {
  for (const folder of folders) removeOrphans(folder)
  run(root, locked("typescript/bin/tsc"), "-b")
  run(root, "packages/console/build/main.ts")
  return folders.map((folder) => pack(folder, destination))
}
