/** What is uploaded for a Worker. */
import { assert, describe, it } from "@effect/vitest"
import { bundle } from "./bundle.ts"

/** Bytes. our choice: a twentieth of the 3 MiB that Cloudflare takes at most on its free plan. */
const largest = (3 * 1024 * 1024) / 20

describe("a Worker's bundle", () => {
  it("is small, and needs nothing of the platform but its own module", async () => {
    const { code, compressed, imports } = await bundle("seller/worker.ts")
    console.info(`A Worker's bundle: ${code.length} bytes, ${compressed} compressed`)
    assert.deepStrictEqual(imports, ["cloudflare:workers"])
    assert.isBelow(compressed, largest)
  })
})
