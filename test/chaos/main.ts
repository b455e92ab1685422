/**
 * Kills the service at random moments while it works, and checks that nothing is lost: `npm run chaos`.
 *
 * `--kills`, `--events` and `--seed` take numbers; a seed repeats what is decided at random. What is left of a run that
 * found something is kept, and its folder named.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { holds, reportOf, reportText } from "./report.ts"
import { runChaos } from "./runChaos.ts"
import { type Settings, usual } from "./Settings.ts"

const data = join(import.meta.dirname, "..", "..", "data")

const readSettings = (): Settings => {
  const option = { type: "string" } as const
  const { values } = parseArgs({ options: { kills: option, events: option, seed: option } })
  const read = (name: keyof typeof values, otherwise: number): number => {
    const value = Number(values[name] ?? otherwise)
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`)
    return value
  }
  const seed = read("seed", Date.now() % 1_000_000)
  return { ...usual, kills: read("kills", usual.kills), events: read("events", usual.events), seed }
}

const run = async (): Promise<void> => {
  const settings = readSettings()
  console.error(`Killing the service ${settings.kills} times, with the seed ${settings.seed} …`)
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, "chaos-"))
  const report = reportOf(await runChaos(settings, folder), settings)
  console.log(reportText(report))
  if (holds(report)) rmSync(folder, { recursive: true })
  else {
    console.error(`The files of the service are in ${folder}`)
    process.exitCode = 1
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
