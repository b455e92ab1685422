import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { afforded, costOfAll, type Price } from "../../../src/market/displays/affording.ts"
import { type Counts, displaying, makeModel, minus } from "../../../src/market/displays/displaying.ts"
import { hourLength, startOfHour } from "../../../src/market/marketTime.ts"
import { Place, type Placement } from "../../../src/market/displays/Placement.ts"
import { costOf } from "../../../src/market/displays/pricing.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Hour = between(480_000, 500_000)
const Bid = between(50, 1500)
const Millis = between(0, hourLength)
const AnyPlacement = Schema.Struct({
  product: between(1, 9_000_000_000),
  subject: between(1, 100),
  place: Place,
  bid: Bid
})

const model = makeModel("a market")
const counts = ["views", "clicks", "baskets", "orders", "items", "returns"] as const

/** What a placement has in a whole hour. */
const inHour = (placement: Placement, hour: number): Counts =>
  displaying(model, placement, startOfHour(hour)).by(startOfHour(hour + 1))

const summed = (all: ReadonlyArray<Counts>): Counts =>
  all.reduce((sum, one) => minus(sum, minus({ views: 0, clicks: 0, baskets: 0, orders: 0, items: 0, returns: 0 }, one)))

describe("what a placement gets", () => {
  it.prop("is never less for a higher bid", [AnyPlacement, Bid, Hour, Millis], ([placement, bid, hour, millis]) => {
    const since = startOfHour(hour)
    const [low, high] = [Math.min(placement.bid, bid), Math.max(placement.bid, bid)].map((one) =>
      displaying(model, { ...placement, bid: one }, since)
    )
    assert.isAtMost(high!.position, low!.position)
    for (const field of counts) assert.isAtLeast(high!.by(since + millis)[field], low!.by(since + millis)[field])
  })

  it.prop(
    "grows in time, and no step of a buyer more than the one before",
    [AnyPlacement, Hour, Millis, Millis],
    (given) => {
      const [placement, hour, one, other] = given
      const since = startOfHour(hour)
      const { by } = displaying(model, placement, since)
      const growth = minus(by(since + Math.max(one, other)), by(since + Math.min(one, other)))
      assert.isTrue(growth.views >= growth.clicks && growth.clicks >= growth.baskets && growth.baskets >= growth.orders)
      assert.isTrue(growth.items >= growth.orders && growth.orders >= growth.returns && growth.returns >= 0)
      assert.deepStrictEqual(by(since), minus(by(since), by(since)))
    }
  )

  it.prop("follows from what it is alone", [AnyPlacement, Hour], ([placement, hour]) => {
    const again = displaying(makeModel("a market"), { ...placement }, startOfHour(hour))
    assert.deepStrictEqual(again.by(startOfHour(hour + 1)), inHour(placement, hour))
  })

  const shirt: Placement = { product: 101, subject: 192, place: "search", bid: 300 }

  it("is the same on every platform", () => {
    const hours = [491_000, 491_001, 491_002].map((hour) => Object.values(inHour(shirt, hour)))
    assert.deepStrictEqual(hours, [
      [48, 1, 0, 0, 0, 0],
      [59, 2, 0, 0, 0, 0],
      [94, 3, 0, 0, 0, 0]
    ])
  })

  it("has rates that a product keeps, and that differ between products and hours of the day", () => {
    const days = Array.from({ length: 400 }, (_, day) => day)
    const total = (placement: Placement, ofDay: number) =>
      summed(
        days.map((day) =>
          inHour(placement, Math.floor(Date.parse("2026-01-15T00:00:00+03:00") / hourLength) + ofDay + 24 * day)
        )
      )
    const [evening, night, other] = [total(shirt, 20), total(shirt, 3), total({ ...shirt, product: 102 }, 20)]
    const clickRate = ({ clicks, views }: Counts) => clicks / views
    assert.isAbove(evening.views, 5 * night.views)
    assert.closeTo(clickRate(evening), clickRate(night), 0.005)
    assert.isAbove(Math.abs(clickRate(evening) - clickRate(other)), 0.001)
    assert.closeTo(evening.baskets / evening.clicks, 0.14, 0.06)
    assert.closeTo(evening.orders / evening.baskets, 0.35, 0.2)
    assert.isAbove(evening.returns, 0)
  })

  it("is less when competitors bid more, and nothing when nobody looks", () => {
    const since = startOfHour(491_000)
    const usual = { competitorBids: 1, displays: 1, clicks: 1, orders: 1 }
    const views = (change: object) =>
      displaying(model, shirt, since, { ...usual, ...change }).by(since + hourLength).views
    assert.isBelow(views({ competitorBids: 2 }), views({}))
    assert.strictEqual(views({ displays: 0 }), 0)
  })
})

describe("what displays cost", () => {
  const price: Price = ({ placement }, had) => costOf("cpm", placement.bid, had)

  it.prop(
    "is what there is at most, and all of it when it is not enough",
    [Schema.Array(AnyPlacement).check(Schema.isMaxLength(4)), Hour, between(0, 20_000), Millis],
    ([placements, hour, most, millis]) => {
      const since = startOfHour(hour)
      const displays = placements.map((placement) => displaying(model, placement, since))
      const all = costOfAll(afforded(displays, since, since + millis, price, Infinity))
      const paid = afforded(displays, since, since + millis, price, most)
      assert.strictEqual(costOfAll(paid), Math.min(all, most))
      for (const { cost, counts: had } of paid) assert.isTrue(cost >= 0 && (cost === 0 || had.views > 0))
    }
  )

  it("is a bid for a thousand displays, or for the clicks and orders that these bring on average", () => {
    const had = { views: 1000, clicks: 40, baskets: 6, orders: 2, items: 2, returns: 0 }
    assert.deepStrictEqual(
      (["cpm", "cpc", "cpo"] as const).map((payment) => costOf(payment, 250, had)),
      [25_000, 25_000, 25_000]
    )
  })
})
