import { assert, describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { Day, dayBefore, daysBetween, endOfDay, moscowDay, moscowTime, startOfDay } from "../../src/time/MoscowTime.ts"

// Until the end of 2099.
const Time = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_102_444_799_999 }))
const Days = Schema.Int.check(Schema.isBetween({ minimum: -1000, maximum: 1000 }))

const isDay = Schema.is(Day)

describe("days in Moscow", () => {
  it.prop("begin before and end after every time that they have", [Time], ([time]) => {
    const day = moscowDay(time)
    assert.isTrue(isDay(day))
    assert.isTrue(startOfDay(day) <= time && time < endOfDay(day))
    assert.strictEqual(moscowDay(startOfDay(day)), day)
    assert.strictEqual(moscowDay(startOfDay(day) - 1), dayBefore(day, 1))
    assert.strictEqual(moscowDay(endOfDay(day)), dayBefore(day, -1))
  })

  it.prop("are as far apart as they were counted", [Time, Days], ([time, days]) => {
    const day = moscowDay(time)
    assert.strictEqual(daysBetween(dayBefore(day, days), day), days)
  })

  it.prop("have times that say when they are", [Time], ([time]) => {
    assert.strictEqual(Date.parse(moscowTime(time)), time)
    assert.isTrue(moscowTime(time).startsWith(moscowDay(time)))
  })

  it("have no times whose year has five digits: those are shown as the end of the last year", () => {
    const last = "9999-12-31T23:59:59.999+03:00"
    expect(
      ["9999-12-31T20:59:59.998Z", "9999-12-31T20:59:59.999Z", "9999-12-31T23:59:59Z"].map((time) =>
        moscowTime(Date.parse(time))
      )
    ).toStrictEqual(["9999-12-31T23:59:59.998+03:00", last, last])
  })

  it("begin at 21:00 UTC", () => {
    assert.strictEqual(startOfDay("2026-01-15"), Date.parse("2026-01-14T21:00:00Z"))
    assert.strictEqual(moscowTime(Date.parse("2026-01-14T21:00:00.125Z")), "2026-01-15T00:00:00.125+03:00")
  })

  it.each([
    "2026-02-29",
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "2026-01-32",
    "2026-1-5",
    "26-01-05",
    "2026-01-05T00:00",
    ""
  ])("are not %s", (text) => {
    assert.isFalse(isDay(text))
  })

  it("are on the 29th of February in leap years", () => {
    assert.isTrue(isDay("2028-02-29"))
  })
})
