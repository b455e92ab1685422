/** When a URL counts as unreachable (Delivery rules, rule 5; the numbers are ours). */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { AutoDisableRule, isUnreachable } from "../../src/delivery/AutoDisable.ts"

const rule: AutoDisableRule = { gracePeriod: Duration.hours(24), requests: 10 }

const lane = (failures: number, failingFor: Duration.Input) => ({
  failures,
  failingFor: Duration.fromInputUnsafe(failingFor)
})

describe("a webhook whose URL accepts nothing", () => {
  it.each([
    [10, "24 hours", true],
    [11, "25 hours", true],
    [9, "24 hours", false],
    [10, "86399999 millis", false],
    [1000, "0 millis", false],
    [1, "365 days", false],
    [0, "0 millis", false]
  ] as const)("after %i failures in %s is unreachable: %s", (failures, failingFor, expected) => {
    assert.strictEqual(isUnreachable(lane(failures, failingFor), rule), expected)
  })

  it.effect("has a day and ten requests unless an installation says otherwise", () =>
    Effect.gen(function* () {
      const { gracePeriod, requests } = yield* AutoDisableRule
      assert.deepStrictEqual([Duration.toHours(gracePeriod), requests], [24, 10])
    })
  )

  const natural = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))

  it.prop(
    "stays unreachable while it fails on",
    [natural, natural, natural, natural],
    ([failures, hours, more, later]) => {
      const before = isUnreachable(lane(failures, Duration.hours(hours)), rule)
      const after = isUnreachable(lane(failures + more, Duration.hours(hours + later)), rule)
      assert.isTrue(!before || after)
    }
  )
})
