/** Statistics that say more than can be counted: they are refused, row by row, and the others are stored. */
import { assert } from "@effect/vitest"
import { collection, put, Records, SellerId } from "@sellerkit/core"
import { Effect, Schema } from "effect"
import { type CampaignTest, done, operator, seller, tell } from "./CampaignWorld.ts"
import { mediaInformation, putMedia, tellMedia } from "./media/mediaCalls.ts"

const row = (nmId: number, sum: number) => ({
  advertId: 5,
  date: "1970-01-01",
  appType: 32,
  nmId,
  views: 1,
  clicks: 1,
  sum,
  atbs: 0,
  orders: 0,
  shks: 0,
  sum_price: 0
})

/** As budgets are kept. */
const budgets = collection("campaignBudget", {
  schema: Schema.Struct({
    advertId: Schema.Int,
    money: Schema.Struct({ account: Schema.Int, balance: Schema.Int, bonus: Schema.Int }),
    spent: Schema.Int,
    charged: Schema.Int
  }),
  key: ({ advertId }) => [advertId],
  indexes: {}
})

/** It would take a hundred thousand rows to tell it. */
const spend = (advertId: number, roubles: number) => {
  const money = { account: 5000, balance: 0, bonus: 0 }
  const budget = put(budgets, { advertId, money, spent: roubles * 100, charged: roubles })
  return Records.use((records) =>
    records.write({ sellerId: SellerId.make(seller.sellerId), sandbox: false }, [budget])
  ).pipe(Effect.provide(Records.layer))
}

const refusedIn = ({ refused }: any): ReadonlyArray<unknown> => refused.map(({ field, line }: any) => [line, field])

export const spentScenarios = (test: CampaignTest): void => {
  test(
    "of a campaign are refused by their sum",
    Effect.gen(function* () {
      yield* done(operator("PUT", "/campaigns/5", { name: "A", type: 6, status: 9, budget: 5000 }))
      yield* spend(5, 49_999_999_998_000)
      const told = yield* tell(row(1, 1500), row(2, 501), row(3, 500))
      assert.deepStrictEqual([told.accepted, told.changed, refusedIn(told)], [2, 2, [[2, "sum"]]])
      const { reason } = told.refused[0]
      assert.strictEqual(
        reason,
        "Expected at most 500 roubles more than were told before: what the campaign has spent has its most"
      )
      assert.strictEqual((yield* tell(row(1, 1500))).accepted, 1)
      assert.deepStrictEqual(refusedIn(yield* tell(row(4, 0.01))), [[1, "sum"]])
      assert.strictEqual((yield* tell(row(1, 1499))).changed, 1)
      assert.strictEqual((yield* tell(row(4, 1))).changed, 1)
    })
  )

  test(
    "of a media campaign are refused by their sum where its expenses have their most",
    Effect.gen(function* () {
      yield* putMedia(1, { extended: { expenses: 999_999_999_999 } })
      const ofBanner = (appType: number, sum: number) => {
        const { nmId: _, shks: __, sum_price: ___, ...fields } = row(0, sum)
        return { ...fields, advertId: 1, itemId: 7, appType }
      }
      const told = yield* tellMedia(ofBanner(1, 1), ofBanner(32, 1))
      assert.deepStrictEqual([told.accepted, refusedIn(told)], [1, [[2, "sum"]]])
      assert.strictEqual((yield* mediaInformation(1)).extended.expenses, 1_000_000_000_000)
    })
  )
}
