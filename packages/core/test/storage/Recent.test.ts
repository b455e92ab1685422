import { assert, describe, it } from "@effect/vitest"
import { Recent } from "../../src/storage/Recent.ts"

describe("recent values", () => {
  it("are kept while they are asked for, and at most twice as many characters as were wanted", () => {
    const recent = new Recent<number>(100)
    recent.add("asked for", -1)
    for (let number = 100; number < 200; number++) {
      recent.add(`value ${number}`, number)
      assert.strictEqual(recent.get("asked for"), -1)
      assert.strictEqual(recent.get(`value ${number}`), number)
    }
    const kept = Array.from({ length: 100 }, (_, index) => recent.get(`value ${index + 100}`)).filter(
      (value) => value !== undefined
    )
    assert.isAtLeast(kept.length, 10)
    assert.isAtMost(kept.length, 22)
    assert.isUndefined(recent.get("never added"))
  })

  it("count once, however often they are added", () => {
    const recent = new Recent<number>(10)
    recent.add("first", 1)
    for (let time = 0; time < 10; time++) recent.add("again", time)
    assert.deepStrictEqual([recent.get("first"), recent.get("again")], [1, 9])
  })
})
