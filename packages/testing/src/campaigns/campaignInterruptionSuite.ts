/** What becomes of campaigns and money where time passes, or somebody else writes, in the middle of a call. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { call, campaignTest, createAuction, done, operator, type Services, stocked } from "./CampaignWorld.ts"
import { InterruptedRecords } from "./interruptedRecords.ts"
import { item, mediaStatus, putMedia, tellMedia } from "./media/mediaCalls.ts"

/** In UTC. */
const midnightInMoscow = 21 * 3_600_000

const topUp = (id: number) => done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 0 }))

const allMoney = Effect.map(
  done(operator("GET", "/funds")),
  ({ body: { account, balance, bonus, budgets } }) => account + balance + bonus + budgets
)

const spent = (change: object) => ({
  advertId: 5,
  itemId: 7,
  appType: 1,
  views: 1000,
  clicks: 20,
  atbs: 4,
  orders: 1,
  ...change
})

export const campaignInterruptionSuite = (target: StorageTarget): void => {
  describe(`campaigns in the middle of a call: ${target.name}`, () => {
    const interrupted = new InterruptedRecords()
    const test = campaignTest({ ...target, layer: interrupted.over(target.layer) })

    const limited = Effect.gen(function* () {
      yield* putMedia(5, { items: [{ ...item, daily_limit: 100 }], extended: { budget: 100_000 } })
      yield* TestClock.setTime(midnightInMoscow - 1)
    })

    /** The clock passes midnight in Moscow once the statistics have come. */
    const tellOverMidnight = (row: object) =>
      Effect.suspend(() => {
        interrupted.before("mediaCampaign", TestClock.setTime(midnightInMoscow))
        return tellMedia(row)
      })

    test(
      "a limit of the day that ends does not stop a media campaign for the one that begins",
      Effect.gen(function* () {
        yield* limited
        yield* tellOverMidnight(spent({ date: "1970-01-01", sum: 100 }))
        assert.strictEqual(yield* mediaStatus(5), 6)
      })
    )

    test(
      "a limit of the day that begins counts what is known of it already",
      Effect.gen(function* () {
        yield* limited
        yield* tellMedia(spent({ date: "1970-01-02", sum: 60 }))
        yield* tellOverMidnight(spent({ date: "1970-01-02", appType: 32, sum: 40 }))
        assert.strictEqual(yield* mediaStatus(5), 10)
      })
    )

    test(
      "all money of a seller is counted once, where some moves into a budget meanwhile",
      Effect.gen(function* () {
        yield* stocked
        const id = yield* createAuction()
        const services = yield* Effect.context<Services>()
        interrupted.before("campaignBudget", Effect.orDie(Effect.provide(topUp(id), services)))
        assert.strictEqual(yield* allMoney, 17_000)
        assert.deepStrictEqual((yield* operator("GET", "/funds")).body, {
          account: 9000,
          balance: 5000,
          bonus: 2000,
          budgets: 1000
        })
      })
    )

    test(
      "all money of a seller is told although some moves all the time",
      Effect.gen(function* () {
        yield* stocked
        const id = yield* createAuction()
        const services = yield* Effect.context<Services>()
        let times = 0
        const moves: Effect.Effect<unknown> = Effect.suspend(() => {
          times++
          interrupted.before("campaignBudget", moves)
          return Effect.orDie(Effect.provide(topUp(id), services))
        })
        interrupted.before("campaignBudget", moves)
        yield* allMoney
        interrupted.before("campaignBudget", Effect.void)
        assert.strictEqual(times, 5)
        assert.strictEqual(yield* allMoney, 17_000)
      })
    )
  })
}
