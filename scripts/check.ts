/**
 * Everything that must hold before a change lands, in the order in which it is cheap to find out. Runs to the end and
 * says what failed: `npm test`. Name steps to run only those: `npm test -- types lint`.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

interface Step {
  readonly name: string
  /** A script of a locked package, started with the pinned Node, and its arguments. */
  readonly command: readonly [script: string, ...ReadonlyArray<string>]
}

const modules = join(import.meta.dirname, "..", "node_modules")

const steps: ReadonlyArray<Step> = [
  { name: "format", command: ["oxfmt/bin/oxfmt", "--check", "."] },
  { name: "lint", command: ["oxlint/bin/oxlint", "--deny-warnings"] },
  { name: "types", command: ["typescript/bin/tsc", "-b"] },
  { name: "test-types", command: ["typescript/bin/tsc", "-p", "tsconfig.test.json"] },
  { name: "unused", command: ["knip/bin/knip.js"] },
  { name: "tests", command: ["vitest/vitest.mjs", "run"] }
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}; there are ${steps.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}

const results = steps
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(({ command: [script, ...args], name }) => {
    console.log(`\n── ${name} ${"─".repeat(Math.max(0, 60 - name.length))}`)
    const started = performance.now()
    const { status } = spawnSync(process.execPath, [join(modules, script), ...args], { stdio: "inherit" })
    return { name, passed: status === 0, seconds: (performance.now() - started) / 1000 }
  })

console.log("")
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? "passed" : "FAILED"}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`)
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
