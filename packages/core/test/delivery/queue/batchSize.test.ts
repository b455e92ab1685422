import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { afterFailure, afterSuccess, largestBatch } from "../../../src/delivery/queue/claimRules.ts"

const anySize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: largestBatch }))

const isAllowed = (size: number): boolean => Number.isInteger(size) && size >= 1 && size <= largestBatch

describe("the size of a batch", () => {
  it.each([
    [512, 256],
    [3, 1],
    [2, 1],
    [1, 1]
  ])("is halved when a request with %i events fails: %i", (carried, size) => {
    assert.strictEqual(afterFailure(carried), size)
  })

  it.each([
    [1, 2],
    [200, 400],
    [256, 512],
    [257, 512],
    [512, 512]
  ])("is doubled from %i when a request succeeds: %i", (before, after) => {
    assert.strictEqual(afterSuccess(before), after)
  })

  it.prop(
    "is never below one and never above the largest, however requests end",
    [anySize, Arbitrary.array(Arbitrary.schema(Schema.Boolean))],
    ([start, ends]) => {
      let size = start
      for (const success of ends) {
        size = success ? afterSuccess(size) : afterFailure(size)
        assert.isTrue(isAllowed(size), `${size}`)
      }
    }
  )

  it.prop("comes down to one event after at most nine failures", [anySize], ([start]) => {
    let size = start
    for (let failure = 0; failure < 9; failure++) size = afterFailure(size)
    assert.strictEqual(size, 1)
  })
})
