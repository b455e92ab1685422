/** Campaigns as large as the marketplace's own side may put them in: they can be changed like any other. */
import { assert } from "@effect/vitest"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, type CampaignTest, done, get, operator, pass, shown } from "./CampaignWorld.ts"

const mostBytes = 130_000

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

const ids = Array.makeBy(1000, (index) => 999_999_999_999_000 + index)

const longestName = 250

/** Names, by their places, get as long as all of them together may take. */
const filled = <A>(make: (nameAt: (place: number) => string) => A): A => {
  const missing = mostBytes - bytesOf(make(() => ""))
  return make((place) => "x".repeat(Math.min(longestName, Math.max(0, missing - longestName * place))))
}

const autoParams = filled((nameAt) => ({
  subject: { id: 192, name: nameAt(0) },
  sets: Array.makeBy(450, (id) => ({ id, name: nameAt(id + 1) })),
  menus: [],
  active: { carousel: true, recom: true, booster: true },
  nmCPM: [],
  nms: ids,
  cpm: 100
}))

const part = (subjectId: number, subjectName: string) => ({
  subjectId,
  subjectName,
  active: true,
  price: 200,
  intervals: [],
  nms: ids.slice(0, 30).map((nm) => ({ nm, active: true }))
})

const params = filled((nameAt) => Array.makeBy(100, (id) => part(id, nameAt(id))))

const unitedParams = filled((nameAt) =>
  Array.makeBy(100, (id) => ({
    subject: { id, name: nameAt(id) },
    menus: [],
    nms: ids.slice(0, 70),
    searchCPM: 1,
    catalogCPM: 1
  }))
)

const largest = { name: "Щ".repeat(128), status: 9, params, autoParams, unitedParams, budget: 5000 }

const put = (id: number, campaign: object) => operator("PUT", `/campaigns/${id}`, campaign)

const budgets = Effect.map(done(operator("GET", "/funds")), ({ body }) => [body.account, body.budgets])

export const largeCampaignScenarios = (test: CampaignTest): void => {
  test(
    "are changed like any other, and what their budgets have left comes back",
    Effect.gen(function* () {
      yield* done(put(8, { ...largest, type: 8 }))
      yield* done(put(9, { ...largest, type: 9 }))
      yield* done(call("POST", "/adv/v0/cpm", { advertId: 8, type: 8, cpm: 1_000_000_000 }))
      for (const param of [0, 1, 2]) {
        for (const instrument of [4, 6])
          yield* done(call("POST", "/adv/v0/cpm", { advertId: 9, type: 9, cpm: 1_000_000_000, param, instrument }))
      }
      for (const id of [8, 9]) yield* done(get(`/adv/v0/pause?id=${id}`))
      yield* pass("3 minutes")
      assert.strictEqual((yield* shown(8)).autoParams.nmCPM.length, 1000)
      for (const id of [8, 9]) yield* done(call("POST", "/adv/v0/rename", { advertId: id, name: "Щ".repeat(100) }))
      for (const id of [8, 9]) yield* done(get(`/adv/v0/stop?id=${id}`))
      yield* pass("1 minute")
      assert.deepStrictEqual(yield* budgets, [10_000, 0])
      yield* TestClock.adjust("3 minutes")
      assert.deepStrictEqual([(yield* shown(8)).status, (yield* shown(9)).status], [7, 7])
    })
  )

  test(
    "are refused beyond that, by the field that is too large",
    Effect.gen(function* () {
      const products = Array.makeBy(20_000, (nm) => ({ nm, active: true }))
      const tooLarge: ReadonlyArray<readonly [settings: object, location: string]> = [
        [{ params: [{ ...part(1, ""), nms: products }] }, "body.params.0.nms"],
        [{ params: Array.makeBy(101, (id) => ({ ...part(id, ""), nms: [] })) }, "body.params"],
        [{ params: params.map((one) => ({ ...one, price: 2000 })) }, "body.params"],
        [{ autoParams: { ...autoParams, nms: [...ids, 1] } }, "body.autoParams.nms"],
        // Each value is wrong, and the first one is named.
        [{ autoParams: { ...autoParams, nms: Array.makeBy(20_000, () => -1) } }, "body.autoParams.nms.0"],
        [{ autoParams: { ...autoParams, cpm: 1000 } }, "body.autoParams"],
        [
          { autoParams: { ...autoParams, subject: { id: 1, name: "x".repeat(1_100_000) } } },
          "body.autoParams.subject.name"
        ],
        [{ unitedParams: unitedParams.map((one) => ({ ...one, searchCPM: 10 })) }, "body.unitedParams"]
      ]
      for (const [settings, location] of tooLarge) {
        const { body, status } = yield* put(8, { name: "A", status: 9, type: 8, ...settings })
        assert.deepStrictEqual([status, body.errors?.map((error: any) => error.location)], [400, [location]])
      }
    })
  )
}
