/**
 * Installs the packed packages into a project of their own (`scripts/consumer`), type-checks it and runs it: with what this
 * workspace locks, or with other releases of what the packages leave to the project.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { locked, type Packed, root, run } from "./pack.ts"

const source = join(root, "scripts", "consumer")

export interface Consumption {
  readonly packages: ReadonlyArray<Packed>
  /** A folder that other releases are installed in than those that this workspace locks (`installReleases`). */
  readonly releases?: string
}

/** Where a dependency is: what this workspace locks is wherever the workspace has it. */
export const folderOf = (name: string, { packages, releases }: Consumption): string => {
  const workspace = ["", "test", "examples/worker", ...packages.map(({ folder }) => folder)]
  const found = [...(releases === undefined ? [] : [releases]), ...workspace.map((folder) => join(root, folder))]
    .map((folder) => join(folder, "node_modules", name))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${name} is not installed: add it to a package.json of the workspace`)
  return realpathSync(found)
}

const link = (name: string, modules: string, consumption: Consumption): void => {
  mkdirSync(dirname(join(modules, name)), { recursive: true })
  symlinkSync(folderOf(name, consumption), join(modules, name), "junction")
}

/** As strict as npm can be: a package finds what it declares and nothing else. */
const install = (project: string, consumption: Consumption): void => {
  const { packages } = consumption
  const names = new Set(packages.map(({ manifest }) => manifest.name))
  const modules = join(project, "node_modules")
  for (const { files, manifest } of packages) {
    const target = join(modules, manifest.name)
    for (const [path, text] of files) {
      mkdirSync(dirname(join(target, path)), { recursive: true })
      writeFileSync(join(target, path), text)
    }
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      if (!names.has(dependency)) link(dependency, join(target, "node_modules"), consumption)
    }
  }
  const { dependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  for (const dependency of Object.keys(dependencies)) {
    if (!names.has(dependency)) link(dependency, modules, consumption)
  }
  for (const name of names) {
    if (!(name in dependencies)) throw new Error(`Nothing tries ${name}: use it in scripts/consumer`)
  }
}

/**
 * The examples of the documents are code of a project: they are type-checked with it, but for those of hosts that have other
 * clients of PostgreSQL and nothing of ours, for parts of files of this repository, and for programs with a generated client.
 */
const writeExamples = (project: string, packages: ReadonlyArray<Packed>): void => {
  const documents = [
    ...packages.map(({ files, folder }) => ({ name: basename(folder), text: files.get("README.md") ?? "" })),
    ...globSync(["README.md", "docs/*.md"], { cwd: root }).map((file) => ({
      name: basename(file, ".md"),
      text: readFileSync(join(root, file), "utf8")
    }))
  ]
  for (const { name, text } of documents) {
    for (const [index, [, code]] of [
      ...text.matchAll(/^```ts(?! postgres| part| generated)[^\n]*\n(.*?)^```$/gms)
    ].entries()) {
      writeFileSync(join(project, `example-${name}-${index + 1}.ts`), code!)
    }
  }
}

/** Every entry point that a package offers. */
const entryPoints = (packages: ReadonlyArray<Packed>): ReadonlyArray<string> =>
  packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports)
      .filter((subpath) => subpath !== "./package.json")
      .map((subpath) => `${manifest.name}${subpath.slice(1)}`)
  )

/** The bins that the packages offer start and know what they are. */
const startBins = (project: string, packages: ReadonlyArray<Packed>): void => {
  for (const { manifest } of packages) {
    for (const [name, script] of Object.entries(manifest.bin ?? {})) {
      const output = run(project, join(project, "node_modules", manifest.name, script), "--help")
      if (!output.includes(name)) throw new Error(`${manifest.name}: ${name} --help does not name ${name}:\n${output}`)
    }
  }
}

const prepare = (project: string, consumption: Consumption): void => {
  cpSync(source, project, { recursive: true })
  install(project, consumption)
  writeExamples(project, consumption.packages)
}

const checkTypes = (project: string, config: string): void =>
  void run(project, locked("typescript/bin/tsc"), "-p", config, "--singleThreaded")

/** Uses the packages in a new folder, `project`; the first thing that fails throws, and the folder shows why. */
export const consume = (project: string, consumption: Consumption): void => {
  const { packages } = consumption
  prepare(project, consumption)
  for (const config of ["tsconfig.json", "tsconfig.bundler.json"]) checkTypes(project, config)
  run(project, "import.ts", ...entryPoints(packages))
  for (const program of ["embed.ts", "api.ts", "service.ts", "receive.ts", "sandbox.ts", "worker.ts", "startup.ts"])
    run(project, program)
  run(project, join(folderOf("vitest", consumption), "vitest.mjs"), "run")
  startBins(project, packages)
}

/** The part of it that says most: whether all types fit, and an event arrives. */
export const consumeBriefly = (project: string, consumption: Consumption): void => {
  prepare(project, consumption)
  checkTypes(project, "tsconfig.json")
  run(project, "embed.ts")
}
