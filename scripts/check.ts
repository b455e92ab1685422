/**
 * Everything that must hold before a change lands, in the order in which it is cheap to find out. Runs to the end and
 * says what failed: `npm test`. Name steps to run only those: `npm test -- types lint`.
 */
import { execFile, spawn } from "node:child_process"
import { join } from "node:path"

/** A script of a locked package or of this folder, started with the pinned Node, and its arguments. */
type Command = readonly [script: string, ...ReadonlyArray<string>]

interface Step {
  readonly name: string
  readonly commands: ReadonlyArray<Command>
  /** Runs at the same time as the steps after it, and says what it has to say when it has ended. */
  readonly isBeside?: boolean
}

const root = join(import.meta.dirname, "..")
const oxfmt = "node_modules/oxfmt/bin/oxfmt"
const oxlint = "node_modules/oxlint/bin/oxlint"
const tsc = "node_modules/typescript/bin/tsc"
const knip = "node_modules/knip/bin/knip.js"
const vitest = "node_modules/vitest/vitest.mjs"

const steps: ReadonlyArray<Step> = [
  { name: "format", commands: [[oxfmt, "--check", "."]] },
  { name: "lint", commands: [[oxlint, "--deny-warnings"]] },
  // Several checkers look at the same types, each for itself: that takes twice the processor time, beside everything else.
  { name: "types", commands: [[tsc, "-b", "--checkers", "1"]] },
  { name: "test-types", commands: [[tsc, "-p", "tsconfig.test.json", "--singleThreaded"]], isBeside: true },
  // First everything, then what users get: there, code that only tests use is dead.
  { name: "unused", commands: [[knip], [knip, "--production", "--workspace", "./packages/*"]], isBeside: true },
  { name: "packages", commands: [["scripts/packages.ts"]], isBeside: true },
  { name: "tests", commands: [[vitest, "run"]] }
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}; there are ${steps.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}

interface Outcome {
  readonly passed: boolean
  /** What has not been printed yet. */
  readonly said: string
}

const runAloud = ([script, ...args]: Command): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit" })
    child.once("exit", (code) => resolve({ passed: code === 0, said: "" }))
  })

const runSilently = ([script, ...args]: Command): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }
    execFile(process.execPath, [join(root, script), ...args], options, (error, stdout, stderr) =>
      resolve({ passed: error === null, said: stdout + stderr })
    )
  })

const announce = (name: string): void => console.log(`\n── ${name} ${"─".repeat(Math.max(0, 60 - name.length))}`)

interface Result {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
}

const run = async ({ commands, isBeside = false, name }: Step): Promise<Result> => {
  if (!isBeside) announce(name)
  const started = performance.now()
  const outcomes: Array<Outcome> = []
  for (const command of commands) outcomes.push(await (isBeside ? runSilently : runAloud)(command))
  if (isBeside) announce(name)
  for (const { said } of outcomes) process.stdout.write(said)
  return { name, passed: outcomes.every(({ passed }) => passed), seconds: (performance.now() - started) / 1000 }
}

const started: Array<Promise<Result>> = []
for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const result = run(step)
  started.push(result)
  if (!step.isBeside) await result
}
const results = await Promise.all(started)

console.log("")
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? "passed" : "FAILED"}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`)
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
