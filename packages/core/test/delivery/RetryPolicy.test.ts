/** The interval grows from 10 seconds to 15 minutes; then the event is dropped (Delivery rules, rule 2). */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Schema } from "effect"
import { interval, isSpent, mostAttempts } from "../../src/delivery/RetryPolicy.ts"

const seconds = (failures: number): number => Duration.toSeconds(interval(failures))

const anyFailures = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

describe("the wait after a failure", () => {
  it.each([
    [1, 10],
    [2, 20],
    [3, 40],
    [4, 80],
    [5, 160],
    [6, 320],
    [7, 640],
    [8, 900],
    [9, 900],
    [10, 900],
    [1000, 900]
  ])("number %i is %i seconds", (failures, expected) => {
    assert.strictEqual(seconds(failures), expected)
  })

  it.prop("never falls and never exceeds 15 minutes", [anyFailures, anyFailures], ([one, other]) => {
    const [fewer, more] = one < other ? [one, other] : [other, one]
    assert.isAtMost(seconds(fewer), seconds(more))
    assert.isAtMost(seconds(more), 900)
  })

  it.prop("is never shorter than 10 seconds", [anyFailures], ([failures]) => {
    assert.isAtLeast(seconds(failures), 10)
  })
})

describe("the attempts of an event", () => {
  it("are nine: the last is the one after the first wait of 15 minutes", () => {
    assert.strictEqual(mostAttempts, 9)
  })

  it.each([
    [1, false],
    [8, false],
    [9, true],
    [10, true]
  ])("after %i failures are spent: %s", (attempts, spent) => {
    assert.strictEqual(isSpent(attempts), spent)
  })
})
