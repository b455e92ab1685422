/** Bids of campaigns: what they are for, the least ones, and when they take effect. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  call,
  type CampaignTest,
  configure,
  createAuction,
  createAutomatic,
  done,
  operator,
  plain,
  refused,
  shown,
  stocked
} from "./CampaignWorld.ts"

const bid = (advertId: number, input: object) => call("POST", "/adv/v0/cpm", { advertId, ...input })

const deprecated = {
  name: "Old",
  type: 6,
  status: 9,
  params: [{ subjectId: 192, active: true, price: 200, intervals: [], nms: [{ nm: 101, active: true }] }]
}

export const bidScenarios = (test: CampaignTest): void => {
  test(
    "take effect when the half minute is over, the last one of each target, and are seen within 3 minutes",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction()
      yield* done(bid(id, { type: 9, cpm: 200, param: 192, instrument: 6 }))
      yield* done(bid(id, { type: 9, cpm: 300, param: 192, instrument: 4 }))
      yield* done(bid(id, { type: 9, cpm: 250, param: 192 }))
      const before = yield* shown(id)
      assert.deepStrictEqual(
        before.unitedParams.map(({ catalogCPM, searchCPM, subject }: any) => [subject.id, searchCPM, catalogCPM]),
        [
          [69, 150, 150],
          [192, 150, 150]
        ]
      )
      yield* TestClock.adjust("3 minutes")
      const after = yield* shown(id)
      assert.deepStrictEqual(
        after.unitedParams.map(({ catalogCPM, nms, searchCPM }: any) => [nms, searchCPM, catalogCPM]),
        [
          [[201], 150, 150],
          [[101], 250, 300]
        ]
      )
      assert.strictEqual(after.changeTime, "1970-01-01T03:00:30.000+03:00")
    })
  )

  test(
    "are for the search and the catalog at once where a campaign has one bid for all",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction({ bid_type: "unified", placement_types: [] })
      const bids = Effect.map(shown(id), ({ unitedParams }) =>
        unitedParams.map(({ catalogCPM, searchCPM, subject }: any) => [subject.id, searchCPM, catalogCPM])
      )
      for (const [instrument, cpm] of [
        [6, 200],
        [4, 300]
      ]) {
        yield* done(bid(id, { type: 9, cpm, param: 192, instrument }))
        yield* TestClock.adjust("4 minutes")
        assert.deepStrictEqual(yield* bids, [
          [69, 150, 150],
          [192, cpm, cpm]
        ])
      }
    })
  )

  test(
    "keep a campaign from its first launch while they wait",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction()
      yield* done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000 }))
      yield* done(bid(id, { type: 9, cpm: 200, param: 192 }))
      const launch = call("GET", `/adv/v0/start?id=${id}`)
      assert.deepStrictEqual(plain(yield* launch), refused("Статус кампании не изменен", 422))
      yield* TestClock.adjust("30 seconds")
      yield* done(launch)
    })
  )

  test(
    "of an automatic campaign need no target, and of a deprecated one are its price",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic({ cpm: 50 })
      assert.strictEqual((yield* shown(id)).autoParams.cpm, 100)
      yield* done(bid(id, { type: 8, cpm: 130 }))
      yield* done(operator("PUT", "/campaigns/77", deprecated))
      yield* done(bid(77, { type: 6, cpm: 222, param: 192, instrument: 6 }))
      yield* TestClock.adjust("3 minutes")
      const { autoParams } = yield* shown(id)
      assert.deepStrictEqual(
        [autoParams.cpm, autoParams.nmCPM],
        [
          130,
          [
            { nm: 101, cpm: 130 },
            { nm: 102, cpm: 130 }
          ]
        ]
      )
      assert.strictEqual((yield* shown(77)).params[0].price, 222)
    })
  )

  test(
    "of campaigns with sets are at least what the subjects of their sets have",
    Effect.gen(function* () {
      yield* stocked
      const categories = [
        { id: 10, name: "No subject, but a set", cpm_min: 900 },
        { id: 192, name: "Рубашки", cpm_min: 400 },
        { id: 69, name: "Платья", cpm_min: 500 }
      ]
      yield* done(configure({ config: [], categories }))
      const set = { active: true, price: 600, intervals: [], nms: [], setId: 10 }
      const params = [192, 69].map((subjectId) => ({ ...set, subjectId }))
      yield* done(operator("PUT", "/campaigns/5", { name: "Old", type: 5, status: 9, params }))
      const answers = yield* Effect.forEach([499, 500], (cpm) => bid(5, { type: 5, cpm, param: 10 }))
      assert.deepStrictEqual(plain(answers[0]!), refused("Размер ставки не изменен", 422))
      assert.strictEqual(answers[1]!.status, 200)
    })
  )

  test(
    "are refused where they are too low, or for something that the campaign does not have",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction()
      const automatic = yield* createAutomatic()
      const cases: ReadonlyArray<readonly [id: number, input: object, text: string, status?: number]> = [
        [id, { type: 9, cpm: 149, param: 192 }, "Размер ставки не изменен", 422],
        [automatic, { type: 8, cpm: 99 }, "Размер ставки не изменен", 422],
        [id, { type: 9, cpm: 0, param: 192 }, "Размер ставки не изменен", 422],
        [id, { type: 9, cpm: -5, param: 192 }, "Размер ставки не изменен", 422],
        [id, { type: 8, cpm: 200, param: 192 }, "Некорректное значение параметра type"],
        [id, { type: 3, cpm: 200, param: 192 }, "Некорректное значение параметра type"],
        [id, { type: 9, cpm: 200, param: 7 }, "Некорректное значение параметра param"],
        [id, { type: 9, cpm: 200 }, "Некорректное значение параметра param"],
        [id, { type: 9, cpm: 200, param: "shirts" }, "Некорректное значение параметра param"],
        [id, { type: 9, cpm: 1.5, param: 192 }, "Некорректное значение параметра cpm"],
        [1, { type: 9, cpm: 200, param: 192 }, "Кампания не найдена"],
        [-1, { type: 9, cpm: 200, param: 192 }, "Некорректный идентификатор РК"]
      ]
      for (const [advertId, input, text, status] of cases) {
        assert.deepStrictEqual(plain(yield* bid(advertId, input)), refused(text, status), JSON.stringify(input))
      }
      const unreadable = yield* call("POST", "/adv/v0/cpm", "{")
      assert.deepStrictEqual(plain(unreadable), refused("Ошибка обработки тела запроса", 422))
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual((yield* shown(id)).unitedParams[1].searchCPM, 150)
    })
  )
}
