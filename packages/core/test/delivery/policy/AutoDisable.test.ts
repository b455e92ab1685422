/** When the operator is told that a URL fails, and when its webhook is disabled (Delivery rules, rule 5; the numbers are ours). */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { AutoDisableRule, isAnnounced, isGone, isUnreachable } from "../../../src/delivery/policy/AutoDisable.ts"

const rule: AutoDisableRule = { requests: 10, gracePeriod: Duration.hours(24) }

const told = (ago: Duration.Input | undefined) => ({
  announcedFor: ago === undefined ? undefined : Duration.fromInputUnsafe(ago)
})

describe("a webhook whose URL accepts nothing", () => {
  it.each([
    [0, false],
    [9, false],
    [10, true],
    [11, true]
  ])("is announced to the host after %i failures in a row: %s", (failures, expected) => {
    assert.strictEqual(isAnnounced(failures, rule), expected)
  })

  it.each([
    [undefined, false],
    ["0 millis", false],
    ["86399999 millis", false],
    ["24 hours", true],
    ["365 days", true]
  ] as const)("is unreachable %s after that: %s", (ago, expected) => {
    assert.strictEqual(isUnreachable(told(ago), rule), expected)
  })

  it.effect("has ten requests and a day unless an installation says otherwise", () =>
    Effect.gen(function* () {
      const { gracePeriod, requests } = yield* AutoDisableRule
      assert.deepStrictEqual([Duration.toHours(gracePeriod), requests], [24, 10])
    })
  )

  const natural = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

  it.prop("stays unreachable while it fails on", [natural, natural], ([hours, later]) => {
    const before = isUnreachable(told(Duration.hours(hours)), rule)
    const after = isUnreachable(told(Duration.hours(hours + later)), rule)
    assert.isTrue(!before || after)
  })
})

describe("a receiver", () => {
  it("says with 410 that it is gone, and with no other status", () => {
    const statuses = Array.from({ length: 500 }, (_, index) => 100 + index)
    assert.deepStrictEqual(
      statuses.filter((status) => isGone({ status })),
      [410]
    )
  })
})
