/** The life of an operation, by what the change log says of it. */
import { assert, describe, it } from "@effect/vitest"
import type { ApiChange } from "../../src/lifecycle/ApiChange.ts"
import { publishedChanges } from "../../src/lifecycle/changeLog.ts"
import { lifecycleOf, stateAt } from "../../src/lifecycle/OperationLifecycle.ts"

const oldStocks = lifecycleOf(publishedChanges, "GET /api/v1/supplier/stocks")!

describe("the life of an operation", () => {
  it("is not in the change log where the operation stays", () => {
    assert.isUndefined(lifecycleOf(publishedChanges, "GET /adv/v1/balance"))
    assert.isUndefined(lifecycleOf(publishedChanges, "POST /api/v1/supplier/stocks"))
  })

  it.each([
    ["2026-02-28T23:59:59.999+03:00", "current"],
    ["2026-03-01T00:00:00+03:00", "deprecated"],
    ["2026-06-22T23:59:59.999+03:00", "deprecated"],
    ["2026-06-23T00:00:00+03:00", "disabled"],
    ["2030-01-01T00:00:00+03:00", "disabled"]
  ] as const)("is at %s: %s", (time, state) => {
    assert.strictEqual(stateAt(oldStocks, Date.parse(time)), state)
  })

  it("never goes back", () => {
    const order = ["current", "deprecated", "disabled"]
    const times = Array.from({ length: 400 }, (_, day) => Date.parse("2026-01-01T00:00:00Z") + day * 86_400_000)
    const places = times.map((time) => order.indexOf(stateAt(oldStocks, time)))
    assert.deepStrictEqual(places, places.toSorted())
    assert.deepStrictEqual([...new Set(places)], [0, 1, 2])
  })

  it("has the successor and the day that the document names", () => {
    assert.strictEqual(oldStocks.successor, "POST /api/analytics/v1/stocks-report/marketplace-warehouses")
    assert.strictEqual(oldStocks.disabledOn, "2026-06-23")
  })

  it("begins with being switched off where nothing came before", () => {
    const change: ApiChange = { kind: "disabled", on: "2026-06-23", operation: "GET /a", source: "a test" }
    const lifecycle = lifecycleOf([change], "GET /a")!
    assert.strictEqual(lifecycle.deprecatedAt, lifecycle.disabledAt)
  })

  it("may have no end", () => {
    const change: ApiChange = { kind: "deprecated", on: "2026-06", operation: "GET /a", source: "a test" }
    assert.strictEqual(stateAt(lifecycleOf([change], "GET /a")!, Date.parse("2099-01-01T00:00:00Z")), "deprecated")
  })
})
