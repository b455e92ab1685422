/** Units that were ordered on the market, and how rows of two sources become one report. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Order, Schema, Stream } from "effect"
import { makeDraw } from "../../src/market/hashedDraw.ts"
import { mergedInOrder } from "../../src/market/orders/mergedInOrder.ts"
import type { OrderedPart } from "../../src/market/orders/OrderedPart.ts"
import { longestFate, type OrderedUnit, orderedUnits } from "../../src/market/orders/orderedUnits.ts"
import { OrderRow } from "../../src/reports/rows/OrderRow.ts"
import { SaleRow } from "../../src/reports/rows/SaleRow.ts"
import { sridOf, UnitRows } from "../../src/market/orders/unitRows.ts"

const draw = makeDraw(7)

const start = Date.parse("2026-01-15T10:00:00Z")

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** So many orders, of which some have a second item and some are cancelled, in a part of an hour. */
const Drawn = Schema.Struct({
  orders: between(1, 40),
  second: between(0, 40),
  canceled: between(0, 40),
  begins: between(0, 3_000_000),
  lasts: between(1, 600_000)
})

const partOf = ({ begins, canceled, lasts, orders, second }: typeof Drawn.Type): OrderedPart => ({
  advertId: 20_000_000,
  nmId: 101,
  from: start + begins,
  until: start + begins + lasts,
  orders,
  items: orders + Math.min(orders, second),
  canceled: Math.min(orders, canceled),
  price: 199_050
})

const times = ({ canceledAt, returnedAt, soldAt }: OrderedUnit) =>
  [canceledAt, soldAt, returnedAt].filter((time) => time !== undefined)

describe("units of a part of an hour", () => {
  it.prop("are its items, of orders with one or two, and so many of them are cancelled", [Drawn], ([drawn]) => {
    const part = partOf(drawn)
    const units = orderedUnits(draw, part)
    const byOrder = [...Map.groupBy(units, ({ order }) => order).values()]
    assert.strictEqual(units.length, part.items)
    assert.strictEqual(byOrder.length, part.orders)
    assert.isTrue(byOrder.every(({ length }) => length <= 2))
    assert.strictEqual(units.filter(({ canceledAt }) => canceledAt !== undefined).length, part.canceled)
    assert.deepStrictEqual(orderedUnits(draw, part), units)
  })

  it.prop("are ordered in it, and all else comes after it, within the longest time", [Drawn], ([drawn]) => {
    const part = partOf(drawn)
    for (const unit of orderedUnits(draw, part)) {
      assert.isTrue(unit.orderedAt >= part.from && unit.orderedAt < part.until)
      assert.strictEqual(unit.canceledAt === undefined, unit.soldAt !== undefined)
      const longest = unit.canceledAt === undefined ? longestFate.sales : longestFate.orders
      assert.isTrue(times(unit).every((time) => time > part.until && time <= part.until + longest))
    }
  })

  it.prop("have rows that reports take, whatever their product is called", [Drawn], ([drawn]) => {
    const rows = new UnitRows(draw)
    const long = "\u{1f45a}".repeat(50)
    const product = { nm: 101, title: long, subjectId: 1, subjectName: `a${long}`, brand: long, vendorCode: `a${long}` }
    const units = orderedUnits(draw, partOf(drawn))
    for (const unit of units) {
      for (const known of [product, undefined]) {
        const order = rows.order(unit, known, Infinity)
        assert.deepStrictEqual(Schema.decodeUnknownSync(OrderRow)(order), order)
        const sale = rows.sale(unit, known, "R", unit.soldAt ?? start)
        assert.deepStrictEqual(Schema.decodeUnknownSync(SaleRow)(sale), sale)
      }
    }
    assert.strictEqual(new Set(units.map(sridOf)).size, units.length)
  })
})

describe("two streams", () => {
  const Sorted = Schema.Array(Schema.Array(between(0, 30)))
  const stream = (parts: typeof Sorted.Type) =>
    Stream.flatMap(Stream.fromIterable(parts), (part) => Stream.fromIterable(part))

  it.effect.prop("become one, in order, however they are read", [Sorted, Sorted], ([one, other]) =>
    Effect.gen(function* () {
      const inOrder = (parts: typeof Sorted.Type) => {
        let left = parts.flat().toSorted((first, second) => first - second)
        return parts.map((part) => {
          const taken = left.slice(0, part.length)
          left = left.slice(part.length)
          return taken
        })
      }
      const merged = mergedInOrder(stream(inOrder(one)), stream(inOrder(other)), Order.Number)
      const all = [...one.flat(), ...other.flat()].toSorted((first, second) => first - second)
      assert.deepStrictEqual(yield* Stream.runCollect(merged), all)
    })
  )
})
