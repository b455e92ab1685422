/** Products of automatic campaigns: those that could be added, and changes that follow the rules, or do not. */
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
  get,
  shown,
  stocked
} from "./CampaignWorld.ts"

const change = (id: number, input: object) => call("POST", `/adv/v1/auto/updatenm?id=${id}`, input)

const carried = (id: number) =>
  Effect.gen(function* () {
    yield* TestClock.adjust("3 minutes")
    return (yield* shown(id)).autoParams.nms as ReadonlyArray<number>
  })

export const automaticProductScenarios = (test: CampaignTest): void => {
  test(
    "are added and deleted, where they are available and not the last ones",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic({ nms: [101] })
      const available = get(`/adv/v1/auto/getnmtoadd?id=${id}`)
      assert.deepStrictEqual((yield* available).body, [102])
      yield* done(change(id, { add: [102, 999] }))
      assert.deepStrictEqual(yield* carried(id), [101], "all are added, or none")
      yield* done(change(id, { add: [102], delete: null }))
      assert.deepStrictEqual([yield* carried(id), (yield* available).body], [[101, 102], []])
      yield* done(change(id, { delete: [101] }))
      assert.deepStrictEqual(yield* carried(id), [102])
      for (const wrong of [{ delete: [102] }, { add: [201] }, { add: [999] }, { delete: [7] }, {}]) {
        yield* done(change(id, wrong))
        assert.deepStrictEqual(yield* carried(id), [102], JSON.stringify(wrong))
      }
    })
  )

  test(
    "are not deleted by what names none of them, whatever it is: only what follows the rules has an effect",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic({ nms: [101, 102] })
      const tooMany = Array.from({ length: 1001 }, (_, index) => index + 1000)
      for (const nothing of [["101"], [-1], [1.5], ["x"], [null], 5, "x", true, { 0: 101 }, tooMany]) {
        yield* done(change(id, { delete: nothing }))
        assert.deepStrictEqual(yield* carried(id), [101, 102], JSON.stringify(nothing))
      }
      yield* done(change(id, { delete: ["x", 102, null] }))
      assert.deepStrictEqual(yield* carried(id), [101])
    })
  )

  test(
    "are as many as the configuration says, as those of an auction are, and never more than the document does",
    Effect.gen(function* () {
      yield* stocked
      const config = (auction: string, automatic: string) => [
        { description: "", name: "max_nm_count", value: auction },
        { description: "", name: "max_auto_nms", value: automatic }
      ]
      yield* done(configure({ categories: [], config: config("1", "1") }))
      const asked = { type: 8, name: "Winter", subjectId: 192, sum: 1000, btype: 1 }
      const tooMany = [
        yield* call("POST", "/adv/v1/save-ad", { ...asked, nms: [101, 102] }),
        yield* call("POST", "/adv/v2/seacat/save-ad", { name: "Summer", nms: [101, 201] })
      ]
      assert.deepStrictEqual(
        tooMany.map(({ body, status }) => [status, body]),
        [
          [400, { error: "Некорректное тело запроса" }],
          [400, "Некорректное тело запроса"]
        ]
      )
      yield* createAuction({ nms: [101] })
      const id = yield* createAutomatic()
      assert.deepStrictEqual(yield* carried(id), [101])
      yield* done(change(id, { add: [102] }))
      assert.deepStrictEqual(yield* carried(id), [101])
      yield* done(configure({ categories: [], config: config("50", "100") }))
      yield* done(change(id, { add: [102] }))
      assert.deepStrictEqual(yield* carried(id), [101, 102])
      for (const [auction, automatic, places] of [
        ["51", "101", [0, 1]],
        ["50", "0", [1]]
      ] as const) {
        const { body, status } = yield* configure({ categories: [], config: config(auction, automatic) })
        assert.deepStrictEqual(
          [status, body.errors.map(({ location }: any) => location)],
          [400, places.map((place) => `body.config.${place}.value`)]
        )
      }
    })
  )

  test(
    "are refused to campaigns that are not automatic, or are not there",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction()
      const texts = [
        yield* change(id, { add: [101] }),
        yield* get(`/adv/v1/auto/getnmtoadd?id=${id}`),
        yield* change(1, { add: [101] }),
        yield* get("/adv/v1/auto/getnmtoadd?id=x"),
        yield* call("POST", "/adv/v1/auto/updatenm?id=x", { add: [101] }),
        yield* change(id, { add: ["x"] }),
        yield* change(id, { add: Array.from({ length: 1001 }, (_, index) => index) }),
        yield* call("POST", `/adv/v1/auto/updatenm?id=${id}`, "{")
      ].map(({ body, status }) => [status, body.error])
      assert.deepStrictEqual(texts, [
        [400, "доступно только для автоматических кампаний"],
        [400, "доступно только для автоматических кампаний"],
        [400, "кампания не найдена"],
        [400, "кампания не найдена"],
        [400, "кампания не найдена"],
        [400, "Некорректное тело запроса"],
        [400, "Некорректное тело запроса"],
        [400, "Некорректное тело запроса"]
      ])
    })
  )
}
