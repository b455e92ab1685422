/** Fields, limits and values as they were at a time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { ApiChange } from "../../src/lifecycle/ApiChange.ts"
import { publishedChanges } from "../../src/lifecycle/changeLog.ts"
import { defaultLifecyclePolicy, LifecyclePolicy, type Revision } from "../../src/lifecycle/LifecyclePolicy.ts"
import { datedFields, limitAt, removedValues, rowsOfToday, withoutLaterFields } from "../../src/lifecycle/revision.ts"

const statistics = "POST /adv/v2/fullstats"

const fields = datedFields(publishedChanges, statistics)

const [before, after] = ["2025-09-29T23:59:59.999+03:00", "2025-09-30T00:00:00+03:00"].map((text) => Date.parse(text))

const app = { appType: 1, canceled: 1, nm: [{ nmId: 7, canceled: 1 }] }

const answer = [
  { views: 3, canceled: 1, days: [{ date: "2025-09-29", canceled: 1, apps: [app, app] }, {}] },
  { days: [] }
]

describe("fields with a date", () => {
  it("are not there before it, at any depth", () => {
    const without = { appType: 1, nm: [{ nmId: 7 }] }
    assert.deepStrictEqual(withoutLaterFields(answer, fields, before!), [
      { views: 3, days: [{ date: "2025-09-29", apps: [without, without] }, {}] },
      { days: [] }
    ])
  })

  it("are there from it on", () => {
    assert.deepStrictEqual(withoutLaterFields(answer, fields, after!), answer)
  })

  it("leave the answer itself as it is", () => {
    const copy = structuredClone(answer)
    withoutLaterFields(answer, fields, before!)
    assert.deepStrictEqual(answer, copy)
  })

  it.prop("do no harm to any other JSON", [Schema.Json], ([json]) => {
    const other = [{ since: after!, paths: [["no such field"], ["no", "such"]] }]
    assert.deepStrictEqual(withoutLaterFields(json, other, before!), json)
  })
})

const limit = (on: string, from: number, most: number): ApiChange => ({
  kind: "limitChanged",
  on,
  operation: "GET /a",
  location: "query.ids",
  before: from,
  most,
  source: "a test"
})

describe("a limit with a date", () => {
  it.each([
    ["2025-11-26T23:59:59.999+03:00", 100],
    ["2025-11-27T00:00:00+03:00", 50]
  ])("of campaign statistics is at %s: %i", (time, most) => {
    assert.strictEqual(limitAt(publishedChanges, statistics, "body", Date.parse(time)), most)
  })

  it("is the last one of several, whatever their order in the table", () => {
    const changes = [limit("2026-03", 20, 30), limit("2026-01", 10, 20)]
    const at = (time: string) => limitAt(changes, "GET /a", "query.ids", Date.parse(time))
    assert.deepStrictEqual([at("2025-06-01"), at("2026-02-01"), at("2026-04-01")], [10, 20, 30])
  })

  it("is none where nothing is dated", () => {
    assert.isUndefined(limitAt(publishedChanges, "GET /adv/v1/balance", "body", 0))
    assert.isUndefined(limitAt([limit("2026-03", 20, 30)], "GET /a", "body", 0))
  })
})

describe("values that are removed", () => {
  it.each([
    ["2025-10-31T23:59:59.999+03:00", []],
    ["2025-11-01T00:00:00+03:00", [4, 5, 6, 7]]
  ])("are at %s: %j", (time, values) => {
    const gone = removedValues(publishedChanges, "GET /adv/v1/promotion/count", "adverts.type", Date.parse(time))
    assert.deepStrictEqual([...gone], values)
  })
})

describe("rows of a report", () => {
  const row = JSON.stringify({ rrd_id: 7, loyalty_id: 1, currency: "RUB" })

  const shownAt = (time: string, revision: Revision) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(time))
      const view = yield* rowsOfToday("GET /api/v5/supplier/reportDetailByPeriod")
      return view === undefined ? row : view(row)
    }).pipe(Effect.provideService(LifecyclePolicy, { ...defaultLifecyclePolicy, revision }))

  it.effect("have the fields of the day, where that is asked for", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* shownAt("2025-12-31T23:59:59+03:00", "dated"), '{"rrd_id":7}')
      assert.strictEqual(yield* shownAt("2026-01-31T23:59:59+03:00", "dated"), '{"rrd_id":7,"loyalty_id":1}')
      assert.strictEqual(yield* shownAt("2026-02-01T00:00:00+03:00", "dated"), row)
      assert.strictEqual(yield* shownAt("2025-12-31T23:59:59+03:00", "published"), row)
    })
  )
})
