/** Fixed phrases and minus-phrases of campaigns. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  call,
  type CampaignTest,
  createAuction,
  createAutomatic,
  done,
  get,
  plain,
  refused,
  shown,
  stocked
} from "./CampaignWorld.ts"

const set = (list: string, id: number, body: object) => call("POST", `/adv/v1/${list}?id=${id}`, body)

const words = (id: number) => Effect.map(done(get(`/adv/v1/stat/words?id=${id}`)), ({ body }) => body.words)

const phrases = (count: number) => Array.from({ length: count }, (_, number) => `phrase ${number}`)

export const phraseScenarios = (test: CampaignTest): void => {
  test(
    "are replaced list by list; without fixed ones they are switched off",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction()
      const fixed = yield* done(set("search/set-plus", id, { pluse: ["платье", "лето", "платье"] }))
      assert.deepStrictEqual(fixed.body, ["платье", "лето"])
      yield* done(get(`/adv/v1/search/set-plus?id=${id}&fixed=true`))
      yield* done(set("search/set-phrase", id, { phrase: phrases(1000) }))
      yield* done(set("search/set-strong", id, { strong: ["зима"] }))
      yield* done(set("search/set-excluded", id, { excluded: ["дёшево"] }))
      yield* TestClock.adjust("3 minutes")
      const lists = { pluse: ["платье", "лето"], phrase: phrases(1000), strong: ["зима"], excluded: ["дёшево"] }
      assert.deepStrictEqual(yield* words(id), { ...lists, keywords: [], fixed: true })
      assert.isTrue((yield* shown(id)).searchPluseState)
      assert.deepStrictEqual((yield* done(set("search/set-plus", id, { pluse: [] }))).body, [])
      yield* done(set("search/set-strong", id, { strong: [] }))
      yield* TestClock.adjust("3 minutes")
      assert.deepStrictEqual(yield* words(id), { ...lists, pluse: [], strong: [], keywords: [], fixed: false })
    })
  )

  test(
    "of automatic campaigns are one list",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      yield* done(set("auto/set-excluded", id, { excluded: ["дёшево"] }))
      const clusters = yield* done(get(`/adv/v2/auto/stat-words?id=${id}`))
      assert.deepStrictEqual(clusters.body, { excluded: ["дёшево"], clusters: [] })
    })
  )

  test(
    "are refused where there are too many, or the campaign is of another kind",
    Effect.gen(function* () {
      yield* stocked
      const [auction, unified, automatic] = [
        yield* createAuction(),
        yield* createAuction({ bid_type: "unified" }),
        yield* createAutomatic()
      ]
      const texts = [
        yield* set("search/set-phrase", auction, { phrase: phrases(1001) }),
        yield* set("search/set-phrase", automatic, { phrase: ["x"] }),
        yield* set("search/set-strong", automatic, { strong: ["x"] }),
        yield* set("search/set-excluded", 7, { excluded: ["x"] }),
        yield* set("auto/set-excluded", auction, { excluded: ["x"] }),
        yield* set("search/set-strong", auction, {})
      ]
      for (const answer of texts) assert.deepStrictEqual(plain(answer), refused("Некорректный запрос"))
      const others = [
        yield* set("search/set-plus", auction, { pluse: phrases(101) }),
        yield* set("search/set-plus", unified, { pluse: ["x"] }),
        yield* set("search/set-plus", 7, { pluse: ["x"] }),
        yield* get(`/adv/v1/search/set-plus?id=${unified}&fixed=true`),
        yield* get("/adv/v1/search/set-plus?id=x")
      ].map(({ body, status }) => [status, body])
      assert.deepStrictEqual(others, [
        [400, { error: "Некорректный запрос" }],
        [400, { error: "Invalid Params: not available for unified campaigns" }],
        [400, { error: "Not Found: Campaign not found" }],
        [400, "Некорректный запрос"],
        [400, "Некорректный запрос"]
      ])
    })
  )
}
