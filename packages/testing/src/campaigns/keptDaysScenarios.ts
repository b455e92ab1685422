/** Statistics of days that are kept no longer: what was charged for them is not charged again. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, type CampaignTest, done, get, moment, operator, type Services, tell } from "./CampaignWorld.ts"
import { mediaInformation, putMedia, tellMedia } from "./media/mediaCalls.ts"

// Two years before the day on which the test's clock begins, where statistics are kept for 731 days.
const [tooOld, last] = ["1968-01-01", "1968-01-02"]

const counts = { views: 100, clicks: 4, sum: 500, atbs: 3, orders: 1 }
const row = (date: string) => ({ advertId: 5, date, appType: 1, nmId: 101, shks: 2, sum_price: 1999, ...counts })
const keyword = (date: string) => ({ advertId: 5, date, keyword: "лето", views: 1, clicks: 1, sum: 2 })
const mediaRow = (date: string) => ({ advertId: 5, date, appType: 1, itemId: 7, ...counts })

const fieldsOf = ({
  refused
}: {
  readonly refused: ReadonlyArray<{ readonly line: number; readonly field: string }>
}) => refused.map(({ field, line }) => `${line} ${field}`)

const reason = (first: string) => `Expected ${first} or a later day: those before are not kept`

/** Completes when retention, which looks once a day, has removed the views of the first day. */
const removed = Effect.fnUntraced(function* <E>(views: Effect.Effect<number, E, Services>) {
  yield* TestClock.adjust("1 day")
  // A database may take as long as some days of the test's clock.
  for (let round = 0; round < 1000 && (yield* views) > 0; round++) {
    yield* TestClock.adjust("10 minutes")
    yield* moment
  }
  assert.strictEqual(yield* views, 0)
})

export const keptDaysScenarios = (test: CampaignTest): void => {
  test(
    "are refused by their date, and charge nothing once they are removed",
    Effect.gen(function* () {
      yield* done(operator("PUT", "/campaigns/5", { name: "A", type: 6, status: 9, budget: 5000 }))
      const budget = Effect.map(get("/adv/v1/budget?id=5"), ({ body }) => body.total)
      const views = Effect.map(
        done(call("POST", "/adv/v2/fullstats", [{ id: 5, dates: [last] }])),
        ({ body }) => body[0]?.views ?? 0
      )
      assert.deepStrictEqual(yield* tell(row(tooOld), keyword(tooOld), row(last), keyword(last), row(tooOld)), {
        accepted: 2,
        changed: 2,
        refused: [1, 2, 5].map((line) => ({ line, field: "date", reason: reason(last) })),
        more: 0
      })
      assert.deepStrictEqual([yield* budget, yield* views], [4500, 100])
      yield* removed(views)
      const again = yield* tell(row(last), row("1970-01-01"))
      assert.deepStrictEqual([again.accepted, fieldsOf(again)], [1, ["1 date"]])
      assert.deepStrictEqual([yield* budget, yield* views], [4000, 0])
    })
  )

  test(
    "of media campaigns are refused by their date, and charge nothing once they are removed",
    Effect.gen(function* () {
      yield* putMedia(5)
      const budget = Effect.map(mediaInformation(5), ({ extended }) => extended.budget)
      const views = Effect.map(
        done(call("POST", "/adv/v1/stats", [{ id: 5, dates: [last] }])),
        ({ body }) => body[0].stats[0].views
      )
      assert.deepStrictEqual(yield* tellMedia(mediaRow(tooOld), mediaRow(last)), {
        accepted: 1,
        changed: 1,
        refused: [{ line: 1, field: "date", reason: reason(last) }],
        more: 0
      })
      assert.deepStrictEqual([yield* budget, yield* views], [500, 100])
      yield* removed(views)
      assert.deepStrictEqual(fieldsOf(yield* tellMedia(mediaRow(last))), ["1 date"])
      assert.deepStrictEqual([yield* budget, yield* views], [500, 0])
    })
  )
}
