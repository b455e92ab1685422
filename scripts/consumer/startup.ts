/** The command line starts in little more than effect takes: what a command needs is loaded by the command. */
import { spawnSync } from "node:child_process"
import { ok, strictEqual } from "node:assert/strict"

/** Written to the standard error as the process ends. */
const tellsProcessorTime = `data:text/javascript,${encodeURIComponent(
  `process.on("exit", () => { const { system, user } = process.cpuUsage(); console.error(system + user) })`
)}`

/** Microseconds. */
const processorTime = (...args: ReadonlyArray<string>): number => {
  const { status, stderr } = spawnSync(process.execPath, ["--import", tellsProcessorTime, ...args], {
    encoding: "utf8"
  })
  strictEqual(status, 0, stderr)
  return Number(stderr)
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!

const bare = ["--input-type=module", "--eval", 'import "effect"; console.log(process.version)']
const sellerkit = ["node_modules/@sellerkit/standalone/dist/main.js", "--version"]
// One after the other, so that whatever else the machine does meets both.
const times = Array.from({ length: 7 }, () => [processorTime(...bare), processorTime(...sellerkit)] as const)
const ratio = median(times.map(([, ours]) => ours)) / median(times.map(([theirs]) => theirs))
ok(ratio <= 2.5, `sellerkit --version takes ${ratio.toFixed(2)} times the processor time of a script with effect`)
