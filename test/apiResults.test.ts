/** A target of the API's suite that skips tests, or lacks some, is not taken for the same service. */
import { assert, describe, it } from "@effect/vitest"
import { differences, tableOf, type TargetResult } from "./results/apiResults.ts"

const result = (target: string, counts: Partial<TargetResult> = {}): TargetResult => ({
  target,
  passed: 103,
  failed: 0,
  skipped: 0,
  seconds: 4.26,
  ...counts
})

describe("results of the API", () => {
  it("are a line for each target", () => {
    assert.deepStrictEqual(
      tableOf([result("sandbox"), result("Express 5, plain", { passed: 9, failed: 94 })]).split("\n"),
      [
        "The API over      passed  failed  skipped  seconds",
        "sandbox              103       0        0      4.3",
        "Express 5, plain       9      94        0      4.3"
      ]
    )
  })

  it("are the same where all tests of all targets have run, whether they passed or not", () => {
    assert.deepStrictEqual(differences([result("a"), result("b", { passed: 100, failed: 3 })]), [])
    assert.deepStrictEqual(differences([]), [])
  })

  it("differ where a target skips tests or has less of them", () => {
    assert.deepStrictEqual(
      differences([result("a"), result("b", { passed: 102, skipped: 1 }), result("c", { passed: 90 })]),
      [
        "b skips 1 tests, and has to pass all of them",
        "c has 13 tests less than another target: run all of apiSuite over it"
      ]
    )
  })
})
