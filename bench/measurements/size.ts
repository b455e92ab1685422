/** (size): what installing the service brings into a project, how long importing it takes, and how large a Worker is. */
import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { bundle, compressedSize, sellerWorker, type WorkerModule } from "../../test/fixtures/worker/bundle.ts"
import type { Bench } from "../Bench.ts"
import { exact, factor, withSpread } from "../reporting/format.ts"
import { install, type Installation, type Installed } from "../harness/installation.ts"
import type { Section, Table } from "../reporting/Section.ts"
import { median, spreadOf } from "../reporting/statistics.ts"

/** Part of every package of ours, and of its host as well: where it is there already, it costs nothing more. */
const peer = "effect"

/** What is imported, and the package that has to be installed for it. */
const modules = [
  [peer, "core"],
  ["@sellerkit/core", "core"],
  ["@sellerkit/core/http", "core"],
  ["@sellerkit/embed", "embed"],
  ["@sellerkit/standalone", "standalone"]
] as const

const mebibytes = (bytes: number): string => `${exact(bytes / 1024 / 1024)} MiB`

const sizeOf = (packages: ReadonlyArray<Installed>): string => {
  const sum = (bytes: "packed" | "unpacked") => packages.reduce((all, each) => all + each[bytes], 0)
  return packages.length === 0 ? "none" : `${mebibytes(sum("unpacked"))}, packed ${mebibytes(sum("packed"))}`
}

const sizeTable = (installation: Installation, packages: ReadonlyArray<string>): Table => ({
  columns: ["Installed", "Packages", "Itself", "Others of ours", "Dependencies", `\`${peer}\`, the peer`, "Together"],
  rows: packages.map((folder) => {
    const name = `@sellerkit/${folder}`
    const all = installation.get(name)!
    const part = (holds: (each: Installed) => boolean) => sizeOf(all.filter(holds))
    return [
      `\`${name}\``,
      String(all.length),
      part((each) => each.name === name),
      part((each) => each.isOurs && each.name !== name),
      part((each) => !each.isOurs && each.name !== peer),
      part((each) => each.name === peer),
      sizeOf(all)
    ]
  })
})

/** Milliseconds. */
interface Import {
  readonly time: number
  /** Of the processor, which other processes do not change much. */
  readonly cpu: number
}

const program = `
  const [began, used] = [performance.now(), process.cpuUsage()]
  await import(process.argv[1])
  const time = performance.now() - began
  const { system, user } = process.cpuUsage(used)
  console.log(JSON.stringify({ time, cpu: (system + user) / 1000 }))
  process.exit()
`

/** In a process that does nothing else. */
const importOnce = (module: string, folder: string): Import => {
  const args = ["--input-type=module", "--eval", program, module]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  if (status !== 0) throw new Error(`${module} could not be imported: ${stderr}`)
  return JSON.parse(stdout) as Import
}

/** In turns, so that whatever else goes on meets all of them. */
const measureImports = (names: ReadonlyArray<string>, folder: string, times: number) => {
  const measured = names.map((): Array<Import> => [])
  // Once before, so that the files are in memory for all of them.
  for (const name of names) importOnce(name, folder)
  for (let time = 0; time < times; time++) {
    for (const [index, name] of names.entries()) measured[index]!.push(importOnce(name, folder))
  }
  return measured
}

const milliseconds = (value: number): string => `${exact(value)} ms`

const importTable = (names: ReadonlyArray<string>, measured: ReadonlyArray<ReadonlyArray<Import>>): Table => {
  const cpus = measured.map((imports) => imports.map(({ cpu }) => cpu))
  const alone = median(cpus[0]!)
  return {
    columns: ["Imported", "Time", "Processor time", `Of \`${peer}\` alone`],
    rows: names.map((name, index) => [
      `\`${name}\``,
      withSpread(spreadOf(measured[index]!.map(({ time }) => time)), milliseconds),
      withSpread(spreadOf(cpus[index]!), milliseconds),
      factor(median(cpus[index]!) / alone)
    ])
  }
}

const kibibytes = (bytes: number): string => `${exact(bytes / 1024)} KiB`

const bundleTable = async (): Promise<Table> => {
  const [main, documentation] = (await bundle(sellerWorker)).modules
  const row = (name: string, module: WorkerModule) => [
    name,
    kibibytes(module.contents.length),
    kibibytes(compressedSize(module))
  ]
  return {
    columns: ["Bundled", "Minified", "Compressed"],
    rows: [
      row("A Worker that is nothing else", main),
      row("The description of its API, loaded when it is asked for", documentation!)
    ]
  }
}

export const size = async ({ folder, progress, settings }: Bench): Promise<Section> => {
  const { imports, packages } = settings.size
  const project = join(folder, "installed")
  mkdirSync(project)
  const installation = install(packages, project)
  progress(`size: ${packages.join(", ")} installed`)
  const names = modules.filter(([, needed]) => packages.includes(needed)).map(([name]) => name)
  const measured = measureImports(names, project, imports)
  return {
    name: "size",
    title: "Size and start",
    settings: [
      "Installed: packed as they are published, with the locked versions of what they depend on, each once; a MiB is 1,048,576 bytes of files, with sources and maps; packed: as tarballs",
      `Imported: ${imports} processes each, in turns, from \`import()\` until it is done; compiled JavaScript, which is in the system's memory already; compared by processor time`,
      "Bundled: by Rolldown, as it is deployed; a KiB is 1,024 bytes; compressed: by gzip, as it is uploaded"
    ],
    tables: [sizeTable(installation, packages), importTable(names, measured), await bundleTable()],
    aims: [],
    charts: []
  }
}
