/** What is uploaded for a Worker. */
import { assert, describe, it } from "@effect/vitest"
import { bundle, compressedSize, sellerWorker } from "../fixtures/worker/bundle.ts"

/**
 * Bytes. our choice: about a fourteenth of the 3 MiB that Cloudflare takes at most on its free plan. The 16 operations on webhooks
 * weigh 158 KiB with all that they stand on, and the 39 on campaigns less than 1 KiB each.
 * The 8 on reports weigh 14 KiB: their rows have two hundred fields, a third of them under two names.
 * What becomes of operations, the check of a connection and the change log with all of its texts weigh 5 KiB, and answers and bodies
 * that are streamed 2 KiB. What storages find for an operator among many weighs 2 KiB, and which dispatchers are alive a quarter of
 * one. Leases of lanes as events arrive, and requests that take few steps, weigh 1 KiB. That fewer rows are written, with the step of
 * the schema that this takes, weighs less than half of one. That lanes take turns, and that as many requests are made as receivers need, weighs 2 KiB.
 * That an object keeps in its memory what it is about to send weighs 2 KiB. Blocks of events and runs of what was delivered weigh 3 KiB.
 * That values of the configuration are checked, sums may be large and days may have an offset weighs 1 KiB. Rate budgets that are stored,
 * and statistics that are refused, weigh 1 KiB as well. Runs of what waited, and what is said of a compressed body, weigh half of one.
 * That fields of the realization detail are left out, and that removed campaigns are shown for a while, weighs as much. What a campaign may
 * have, what an answer and a body may cost, and what is wrong with a header, a time or a host's caller weighs 2 KiB.
 */
const largest = 238 * 1024

/**
 * Bytes. our choice: what is written about the API, which nothing but its description needs, and what puts it together. About a
 * third of a KiB for each operation.
 */
const largestDocumentation = 22 * 1024

describe("a Worker's bundle", () => {
  it("is small, and needs nothing of the platform but its own module", async () => {
    const { imports, modules } = await bundle(sellerWorker)
    const documentation = modules.find(({ path }) => path === "documentation.js")
    // A bundler puts what the description needs too into a module of its own. It is loaded at the start.
    const started = modules.filter((module) => module !== documentation)
    for (const module of modules) {
      console.info(`A Worker's ${module.path}: ${module.contents.length} bytes, ${compressedSize(module)} compressed`)
    }
    assert.deepStrictEqual(
      imports.filter((path) => !modules.some((module) => module.path === path)),
      ["cloudflare:workers"]
    )
    assert.isAtMost(started.length, 2)
    assert.isBelow(
      started.reduce((size, module) => size + compressedSize(module), 0),
      largest
    )
    assert.isBelow(compressedSize(documentation!), largestDocumentation)
  })

  it("starts without what is written about the API, which its description alone loads", async () => {
    const { modules } = await bundle(sellerWorker)
    const [main] = modules
    const documentation = modules.find(({ path }) => path === "documentation.js")
    const sentence = "What is not answered so is sent again."
    assert.notInclude(main.contents, sentence)
    // Only sandboxes have one.
    for (const { contents } of modules) assert.notInclude(contents, "The market cannot be simulated")
    assert.include(documentation!.contents, sentence)
    assert.match(main.contents, /import\([`'"]\.\/documentation\.js[`'"]\)/)
  })
})
