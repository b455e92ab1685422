/**
 * Kills the service at random moments while it works, and checks that nothing is lost: `npm run chaos`. With `--fleet` it is
 * many processes over one PostgreSQL, which crashes as well; `--quick` is as small a run as that of the tests.
 *
 * `--kills`, `--events`, `--resends` and `--seed` take numbers; a seed repeats what is decided at random. What is left of a run that
 * found something is kept, and its folder named.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { holds, reportOf, reportText } from "./report.ts"
import { runChaos } from "./runChaos.ts"
import { quick, quickFleet, type Settings, usual, usualFleet } from "./Settings.ts"

const data = join(import.meta.dirname, "..", "data")

const sizeOf = ({ fleet = false, quick: isQuick = false }): Settings => {
  if (fleet) return isQuick ? quickFleet : usualFleet
  return isQuick ? quick : usual
}

const readSettings = (): Settings => {
  const [option, flag] = [{ type: "string" }, { type: "boolean" }] as const
  const { values } = parseArgs({
    options: { kills: option, events: option, resends: option, seed: option, fleet: flag, quick: flag }
  })
  const size = sizeOf(values)
  const read = (name: "events" | "kills" | "resends" | "seed", otherwise: number): number => {
    const value = Number(values[name] ?? otherwise)
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`)
    return value
  }
  const seed = read("seed", Date.now() % 1_000_000)
  const resends = { ...size.resends, jobs: read("resends", size.resends.jobs) }
  return { ...size, kills: read("kills", size.kills), events: read("events", size.events), resends, seed }
}

const run = async (): Promise<void> => {
  const settings = readSettings()
  console.error(
    `Killing ${settings.fleet === undefined ? "the service" : "processes"} ${settings.kills} times, with the seed ${settings.seed} …`
  )
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
