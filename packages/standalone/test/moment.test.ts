import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Option } from "effect"
import { readMoment, timeOf } from "../src/cli/flags/Moment.ts"
import { shownDistance, shownDuration, shownTime } from "../src/cli/output/times.ts"

const now = DateTime.makeUnsafe("2026-11-21T02:00:00Z")

const read = (text: string): string | undefined =>
  Option.getOrUndefined(Option.map(readMoment(text), (moment) => DateTime.formatIso(timeOf(moment, now))))

describe("a point in time that a command is given", () => {
  it.each([
    ["2026-11-20T09:30:00Z", "2026-11-20T09:30:00.000Z"],
    ["2026-11-20T09:30:00.125+03:00", "2026-11-20T06:30:00.125Z"],
    ["0s", "2026-11-21T02:00:00.000Z"],
    ["90s", "2026-11-21T01:58:30.000Z"],
    ["30m", "2026-11-21T01:30:00.000Z"],
    ["2h", "2026-11-21T00:00:00.000Z"],
    ["1.5h", "2026-11-21T00:30:00.000Z"],
    ["1h 30m", "2026-11-21T00:30:00.000Z"],
    ["1d12h", "2026-11-19T14:00:00.000Z"],
    ["2w", "2026-11-07T02:00:00.000Z"]
  ])("is a time, or how long ago: %s", (text, expected) => assert.strictEqual(read(text), expected))

  it.each([
    "",
    "yesterday",
    "2h ago",
    "-2h",
    "2",
    "h",
    "2y",
    "2026-11-20",
    "2026-11-20T09:30:00",
    "2026-02-30T00:00:00Z",
    "99999999999w",
    `${"9".repeat(400)}h`
  ])("is nothing else: %j", (text) => assert.isUndefined(read(text)))
})

describe("times for people", () => {
  it("are in UTC, to the second, and can be given to a command again", () => {
    const time = DateTime.makeUnsafe("2026-11-20T09:30:15.987Z")
    assert.strictEqual(shownTime(time), "2026-11-20T09:30:15Z")
    assert.strictEqual(read(shownTime(time)), "2026-11-20T09:30:15.000Z")
  })

  it.each([
    [0, "0s"],
    [499, "0s"],
    [-5000, "0s"],
    [61_000, "1m 1s"],
    [3_600_000, "1h"],
    [93_784_000, "1d 2h"]
  ])("of %d milliseconds have two units", (milliseconds, expected) =>
    assert.strictEqual(shownDuration(Duration.millis(milliseconds)), expected)
  )

  it("are how long it is from one to the other", () => {
    const before = DateTime.subtract(now, { minutes: 5 })
    assert.strictEqual(shownDistance(before, now), "5m")
    assert.strictEqual(shownDistance(now, before), "0s")
  })
})
