/**
 * Everything that must hold before a change lands, in the order in which it is cheap to find out. Runs to the end and
 * says what failed: `npm test`. Name steps to run only those: `npm test -- types lint`.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

/** A script of a locked package or of this folder, started with the pinned Node, and its arguments. */
type Command = readonly [script: string, ...ReadonlyArray<string>]

interface Step {
  readonly name: string
  readonly commands: ReadonlyArray<Command>
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
  { name: "types", commands: [[tsc, "-b"]] },
  { name: "test-types", commands: [[tsc, "-p", "tsconfig.test.json"]] },
  { name: "packages", commands: [["scripts/packages.ts"]] },
  // First everything, then what users get: there, code that only tests use is dead.
  { name: "unused", commands: [[knip], [knip, "--production", "--workspace", "./packages/*"]] },
  { name: "tests", commands: [[vitest, "run"]] }
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}; there are ${steps.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}

const passes = ([script, ...args]: Command): boolean =>
  spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit" }).status === 0

const results = steps
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(({ commands, name }) => {
    console.log(`\n── ${name} ${"─".repeat(Math.max(0, 60 - name.length))}`)
    const started = performance.now()
    const passed = commands.map(passes).every(Boolean)
    return { name, passed, seconds: (performance.now() - started) / 1000 }
  })

console.log("")
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? "passed" : "FAILED"}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`)
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
