import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isoText } from "../../src/time/isoText.ts"

const Millis = Schema.Int.check(Schema.isBetween({ minimum: -8.64e15, maximum: 8.64e15 }))

/** From one to the next: of the same second, of a neighbour, and far away. */
const Step = Schema.Union([Schema.Literals([0, 1, -1, 999, -999, 1000, -1000]), Millis])

describe("a point in time as text", () => {
  it.prop("is what a date says, whatever was written before", [Millis, Schema.Array(Step)], ([first, steps]) => {
    let millis = first
    for (const step of [0, ...steps]) {
      millis = Math.abs(millis + step) > 8.64e15 ? step : millis + step
      assert.strictEqual(isoText(millis), new Date(millis).toISOString())
    }
  })
})
