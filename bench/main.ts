/**
 * Measures the service: `npm run bench`, or only some benchmarks: `npm run bench -- b1 c`.
 *
 * `--full` lets growth and reports go to their full size, `--rounds 1` is for a first look, `--write` writes what was measured to
 * docs/performance/measurements.md and docs/performance.md.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { benchmarks, runBenchmarks } from "./benchmarks.ts"
import { machineFacts } from "./machine/machineFacts.ts"
import { writeDocument } from "./reporting/performanceDocument.ts"
import { listText, sectionText } from "./reporting/report.ts"
import { full, usual } from "./Settings.ts"

const data = join(import.meta.dirname, "..", "data")

const readArguments = () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: "boolean", default: false },
      rounds: { type: "string" },
      write: { type: "boolean", default: false }
    }
  })
  const unknown = positionals.filter((name) => !(name in benchmarks))
  const known = Object.entries(benchmarks).map(([name, title]) => `  ${name}  ${title}`)
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(", ")}; there are\n${known.join("\n")}`)
  const settings = values.full ? full : usual
  const rounds = Number(values.rounds ?? settings.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number")
  return { names: positionals, settings: { ...settings, rounds }, write: values.write }
}

const run = async (): Promise<void> => {
  const { names, settings, write } = readArguments()
  mkdirSync(data, { recursive: true })
  // Not where temporary files are: that may be memory.
  const folder = mkdtempSync(join(data, "bench-"))
  try {
    const facts = machineFacts(folder)
    console.log(listText(facts))
    const bench = { settings, folder, progress: (line: string) => console.error(line) }
    const sections = await runBenchmarks(bench, names)
    for (const section of sections) console.log(`\n## ${section.title}\n\n${sectionText(section, () => "")}`)
    if (write) writeDocument(sections, facts)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
