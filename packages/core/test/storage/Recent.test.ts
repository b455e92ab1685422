import { assert, describe, it } from "@effect/vitest"
import { Recent } from "../../src/storage/Recent.ts"

describe("recent values", () => {
  it("are kept while they are asked for, and at most twice as many as were wanted", () => {
    const recent = new Recent<number>(10)
    recent.add("asked for", -1)
    for (let number = 0; number < 100; number++) {
      recent.add(`value ${number}`, number)
      assert.strictEqual(recent.get("asked for"), -1)
      assert.strictEqual(recent.get(`value ${number}`), number)
    }
    const kept = Array.from({ length: 100 }, (_, number) => recent.get(`value ${number}`)).filter(
      (value) => value !== undefined
    )
    assert.isAtLeast(kept.length, 9)
    assert.isAtMost(kept.length, 20)
    assert.isUndefined(recent.get("never added"))
  })
})
