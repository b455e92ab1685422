/** What the environment says of random trials. */
import { propertyRuns } from "@sellerkit/testing"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"

afterEach(() => void vi.unstubAllEnvs())

describe("random trials", () => {
  const runsWith = (text: string): number | undefined => {
    vi.stubEnv("PROPERTY_RUNS", text)
    return propertyRuns(10, 1).runs
  }

  it("are as many times more as the environment asks for, and where it is set to nothing, it asks for nothing", () => {
    assert.deepStrictEqual(["", " ", "1", "100", "0.25"].map(runsWith), [10, 10, 10, 1000, 3])
    for (const wrong of ["0", "-1", "many"]) assert.throws(() => runsWith(wrong), /^PROPERTY_RUNS: give a number/)
  })

  it("are others for another seed, and the usual ones for none", () => {
    const seedWith = (text: string) => {
      vi.stubEnv("PROPERTY_SEED", text)
      return propertyRuns(10, 1).seed
    }
    assert.strictEqual(seedWith(""), seedWith(" "))
    assert.notStrictEqual(seedWith("17"), seedWith(""))
  })
})
