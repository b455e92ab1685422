/** What starting the command line costs: commands load what they need, and what only answers who it is needs little. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"

const source = join(import.meta.dirname, "..", "src")
const main = join(source, "main.ts")

/** Writes down what a process loads, and the processor time it takes, as it ends. */
const witness = `
import { registerHooks } from "node:module"
import { writeFileSync } from "node:fs"
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on("exit", () => {
  const { system, user } = process.cpuUsage()
  writeFileSync(process.env.WITNESS, JSON.stringify({ loaded, cpu: system + user }))
})
`

interface Seen {
  readonly status: number | null
  readonly out: string
  /** URLs of modules. */
  readonly loaded: ReadonlyArray<string>
  /** Microseconds. */
  readonly cpu: number
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!

describe("the start of the command line", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sellerkit-startup-"))
    writeFileSync(join(folder, "witness.mjs"), witness)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const witnessed = (...args: ReadonlyArray<string>): Seen => {
    const file = join(folder, "witness.json")
    const env = { NO_COLOR: "1", SELLERKIT_DATA: folder, SELLERKIT_DATABASE: "memory:", WITNESS: file }
    // In the folder of the package, so that effect is found.
    const { status, stderr, stdout } = spawnSync(process.execPath, ["--import", join(folder, "witness.mjs"), ...args], {
      cwd: join(source, ".."),
      encoding: "utf8",
      env: { ...process.env, ...env }
    })
    assert.notInclude(stderr, "ERR_")
    return { status, out: stdout, ...JSON.parse(readFileSync(file, "utf8")) }
  }

  /** What every start needs, and nothing of what a command does. */
  const ofEveryStart = [
    /\/standalone\/(package\.json|src\/(main|settings\/(HttpUrl|Profile)|server\/keepObjectsYoung|version)\.ts)$/,
    /\/standalone\/src\/cli\/((commands|flags|output)\/\w+|CommandFailed|Ending|connection\/httpClient|loaded|run|sellerkit|teardown)\.ts$/,
    /\/node_modules\/(effect|@effect\/platform-node|@effect\/platform-node-shared)\//,
    /^node:/
  ]

  for (const args of [
    ["--version"],
    ["--help"],
    ["listen", "--help"],
    ["resend", "--help"],
    ["campaigns", "--help"],
    ["import", "--help"]
  ]) {
    it(`loads nothing that a command needs: ${args.join(" ")}`, () => {
      const { loaded, out, status } = witnessed(main, ...args)
      assert.strictEqual(status, 0)
      assert.match(out, /sellerkit/)
      assert.isNotEmpty(loaded)
      assert.deepStrictEqual(
        loaded.filter((url) => !ofEveryStart.some((known) => known.test(url))),
        []
      )
    })
  }

  it("decides that schemas are compiled before the first of the service's is made", () => {
    // It ends at once: no other process could reach its database.
    const { loaded, status } = witnessed(main, "dispatch")
    assert.strictEqual(status, 1)
    const first = (part: string) => loaded.findIndex((url) => url.includes(part))
    assert.isAbove(first("/packages/core/"), first("/SchemaJITCompiler/enable.js"))
    assert.isAbove(first("/SchemaJITCompiler/enable.js"), 0)
  })

  it("takes at most 2.5 times the processor time of a script that imports effect and tells a version", () => {
    const bare = ["--input-type=module", "--eval", 'import "effect"; console.log(process.version)']
    const times = Array.from({ length: 7 }, () => ({
      bare: witnessed(...bare).cpu,
      sellerkit: witnessed(main, "--version").cpu
    }))
    const ratio = median(times.map(({ sellerkit }) => sellerkit)) / median(times.map(({ bare }) => bare))
    assert.isAtMost(ratio, 2.5, JSON.stringify(times))
  })
})
