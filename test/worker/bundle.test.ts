/** What is uploaded for a Worker. */
import { assert, describe, it } from "@effect/vitest"
import { bundle, compressedSize, sellerWorker } from "../fixtures/worker/bundle.ts"

/**
 * Bytes. our choice: about an eighteenth of the 3 MiB that Cloudflare takes at most on its free plan. The 16 operations on webhooks
 * weigh 158 KiB with all that they stand on, and the 19 on campaigns less than 1 KiB each.
 */
const largest = 173 * 1024

/**
 * Bytes. our choice: what is written about the API, which nothing but its description needs, and what puts it together. About a
 * third of a KiB for each operation.
 */
const largestDocumentation = 12 * 1024

describe("a Worker's bundle", () => {
  it("is small, and needs nothing of the platform but its own module", async () => {
    const { imports, modules } = await bundle(sellerWorker)
    const [main, documentation, ...others] = modules
    for (const module of modules) {
      console.info(`A Worker's ${module.path}: ${module.contents.length} bytes, ${compressedSize(module)} compressed`)
    }
    assert.deepStrictEqual(imports, ["cloudflare:workers"])
    assert.isBelow(compressedSize(main), largest)
    assert.strictEqual(documentation?.path, "documentation.js")
    assert.isBelow(compressedSize(documentation!), largestDocumentation)
    assert.isEmpty(others)
  })

  it("starts without what is written about the API, which its description alone loads", async () => {
    const [main, documentation] = (await bundle(sellerWorker)).modules
    const sentence = "What is not answered so is sent again."
    assert.notInclude(main.contents, sentence)
    assert.include(documentation!.contents, sentence)
    assert.match(main.contents, /import\([`'"]\.\/documentation\.js[`'"]\)/)
  })
})
