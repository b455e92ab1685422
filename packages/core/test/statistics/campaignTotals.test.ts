/** Statistics of a campaign as answers show them. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hundredths } from "../../src/funds/Money.ts"
import { totalsOf } from "../../src/statistics/campaignTotals.ts"

const row = {
  advertId: 1,
  date: "2026-01-15",
  appType: 1,
  nmId: 1,
  views: 3,
  clicks: 1,
  atbs: 0,
  orders: 0,
  shks: 0
} as const
const Sums = Schema.Array(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1000 })))

describe("what a campaign has spent", () => {
  it.prop("is what its rows were charged for, each of them in whole hundredths", [Sums], ([sums]) => {
    const { sum } = totalsOf(sums.map((spent) => ({ ...row, sum: spent, sum_price: 0 })))
    assert.strictEqual(sum, sums.reduce((charged, spent) => charged + hundredths(spent), 0) / 100)
  })
})
