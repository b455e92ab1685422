import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { courseOf } from "../../../src/market/scenario/course.ts"
import { hourOf } from "../../../src/market/marketTime.ts"
import type { Placement } from "../../../src/market/displays/Placement.ts"
import { Scenario } from "../../../src/market/scenario/Scenario.ts"

const shirt: Placement = { product: 101, subject: 192, place: "search", bid: 300 }

// A Thursday in Moscow.
const startsAt = Date.parse("2026-01-15T10:30:00+03:00")

/** How much competitors bid more, at a time. */
const bidsAt = (scenario: Scenario, time: string, placement = shirt): number =>
  courseOf(scenario, startsAt).during(placement, hourOf(Date.parse(time))).competitorBids

describe("the course of a scenario", () => {
  it("begins at the next such hour, and ends at the one after that", () => {
    const war: Scenario = [{ from: "Wednesday", until: "Saturday 12:00", competitorBids: 2 }]
    const times = {
      "2026-01-17T11:00:00+03:00": 1,
      "2026-01-20T23:59:00+03:00": 1,
      "2026-01-21T00:00:00+03:00": 2,
      "2026-01-24T11:59:00+03:00": 2,
      "2026-01-24T12:00:00+03:00": 1,
      "2026-01-28T12:00:00+03:00": 1
    }
    for (const [time, bids] of Object.entries(times)) assert.strictEqual(bidsAt(war, time), bids, time)
  })

  it("may be told by times, and holds from the beginning or for ever where none is told", () => {
    assert.strictEqual(bidsAt([{ competitorBids: 3 }], "2030-01-01T00:00:00Z"), 3)
    const until: Scenario = [{ until: "2026-01-16T00:00:00+03:00", competitorBids: 3 }]
    assert.deepStrictEqual(
      ["2026-01-15T10:00:00+03:00", "2026-01-15T23:00:00+03:00", "2026-01-16T00:00:00+03:00"].map((time) =>
        bidsAt(until, time)
      ),
      [3, 3, 1]
    )
  })

  it("is about the products and subjects that it names, and multiplies what holds at once", () => {
    const scenario: Scenario = [
      { subjects: [192], competitorBids: 2 },
      { products: [101], competitorBids: 3 },
      { products: [7], competitorBids: 5 }
    ]
    const time = "2026-01-16T00:00:00+03:00"
    assert.strictEqual(bidsAt(scenario, time), 6)
    assert.strictEqual(bidsAt(scenario, time, { ...shirt, subject: 1 }), 3)
  })

  it("has the hour after its start where it starts at that hour, for what happens and for what ends", () => {
    const noon = Date.parse("2026-01-15T12:00:00+03:00")
    const course = courseOf(
      [
        { at: "12:00", happens: "declined" },
        { until: "12:00", displays: 0 }
      ],
      noon
    )
    const nextNoon = noon + 86_400_000
    assert.deepStrictEqual(
      [noon, nextNoon].map((time) => course.at(time).length),
      [0, 1]
    )
    assert.deepStrictEqual(
      [noon, nextNoon - 1, nextNoon].map((time) => course.during(shirt, hourOf(time)).displays),
      [0, 0, 1]
    )
  })

  it("has happenings at their hour alone", () => {
    const course = courseOf([{ at: "12:00", happens: "declined", campaigns: ["Summer"] }], startsAt)
    const noon = Date.parse("2026-01-15T12:00:00+03:00")
    assert.deepStrictEqual(
      [noon - 3_600_000, noon, noon + 86_400_000].map((time) => course.at(time).length),
      [0, 1, 0]
    )
  })
})

describe("a scenario", () => {
  const decode = Schema.decodeUnknownSync(Scenario, { onExcessProperty: "error" })

  it("is plain data, and says what is wrong with it", () => {
    const scenario = [
      { from: "Wednesday 09:00", until: "2026-01-24T12:00:00+03:00", displays: 0.5, clicks: 2, orders: 0 },
      { at: "12:00", happens: "budgetExhausted" }
    ]
    assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(scenario))), scenario)
    for (const at of ["noon", "12:30", "Wednesday 24:00", "wednesday", "Wednesday ", "", "2026-01-24T12:30:00+03:00"]) {
      assert.throws(() => decode([{ at, happens: "declined" }]), /when an hour begins, such as/, at)
    }
    assert.throws(() => decode([{ competitorBids: -1 }]))
    assert.throws(() => decode([{ competitorBid: 2 }]))
  })
})
