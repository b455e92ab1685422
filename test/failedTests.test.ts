import { assert, describe, it } from "@effect/vitest"
import { failedTestsText, withCauses } from "./results/failedTests.ts"

describe("the tests that failed", () => {
  it("are named with their file and the first line of what was wrong", () => {
    assert.strictEqual(
      failedTestsText([
        { file: "a.test.ts", name: "pages > end", message: "expected 1 to be 2\n  at a.test.ts:3" },
        { file: "b.test.ts", name: "", message: `${"x".repeat(161)}` }
      ]),
      ["Failed: 2", "- a.test.ts > pages > end: expected 1 to be 2", `- b.test.ts: ${"x".repeat(160)}…`].join("\n")
    )
  })

  it("are counted where they are many", () => {
    const failed = Array.from({ length: 10 }, (_, index) => ({ file: `${index}.test.ts`, name: "it", message: "no" }))
    const lines = failedTestsText(failed).split("\n")
    assert.deepStrictEqual([lines.length, lines[0], lines.at(-1)], [10, "Failed: 10", "- and 2 more"])
  })

  it("say why, where their errors have causes", () => {
    const error = new Error("fetch failed", { cause: new Error("read ECONNRESET", { cause: "nobody knows" }) })
    assert.strictEqual(withCauses(error), "fetch failed (read ECONNRESET)")
  })
})
