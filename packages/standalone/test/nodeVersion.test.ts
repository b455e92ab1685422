/** What `sellerkit` says to a Node.js that is too old for it. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import manifest from "../package.json" with { type: "json" }

const main = join(import.meta.dirname, "..", "src", "main.ts")
const needed = manifest.engines.node.replace(">=", "")

describe("the command line", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sellerkit-version-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Under a Node.js that takes itself for another, and that can read none of what is imported. */
  const runAs = (version: string) => {
    const preload = join(folder, "preload.cjs")
    writeFileSync(
      preload,
      `Object.defineProperty(process.versions, "node", { value: "${version}" })
       require("node:module").registerHooks({ resolve: (specifier, context, next) => {
         if (context.parentURL !== undefined) throw new SyntaxError("Unexpected token in " + specifier)
         return next(specifier, context)
       } })`
    )
    return spawnSync(process.execPath, ["--require", preload, main, "serve", "--json"], { encoding: "utf8" })
  }

  for (const version of ["22.18.0", "20.19.5", "18.20.8", "9.11.2"]) {
    it(`says to Node.js ${version} which one it needs, and imports nothing`, () => {
      const { status, stderr, stdout } = runAs(version)
      assert.deepStrictEqual(
        [status, stdout, stderr],
        [1, "", `sellerkit needs Node.js ${needed} or newer, and this is ${version}.\n`]
      )
    })
  }

  it("goes on under the oldest that it needs, and under newer ones", () => {
    for (const version of [`${needed}.0`, "23.0.0", "24.1.0", "100.0.0"]) {
      assert.include(runAs(version).stderr, "Unexpected token in ./cli/run.ts", version)
    }
  })

  it("begins with a file that older ones can read", () => {
    const text = readFileSync(main, "utf8")
    assert.notMatch(text, /^import |^export |\bawait\b|\?\.|\?\?|#\w+ ?[=(]/m)
  })
})
