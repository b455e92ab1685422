/** Dated facts: when they begin, and what they say. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ApiChange, newestFirst, sentenceOf, startOf } from "../../src/lifecycle/ApiChange.ts"

const source = "a test"

const isChange = Schema.is(ApiChange)

describe("a change", () => {
  it.each([
    ["2026-06-23", "2026-06-22T21:00:00Z"],
    ["2026-04", "2026-03-31T21:00:00Z"],
    ["2025", "2024-12-31T21:00:00Z"]
  ])("of %s counts from %s on", (date, from) => {
    assert.isTrue(isChange({ kind: "other", on: date, source, text: "Nothing" }))
    assert.strictEqual(startOf(date), Date.parse(from))
  })

  it.each(["", "26", "2026-4", "2026-04-1", "2026-04-01T00:00:00Z", "April"])("has no date such as %j", (text) => {
    assert.isFalse(isChange({ kind: "other", on: text, source, text: "Nothing" }))
  })

  it.each<readonly [ApiChange, string]>([
    [{ kind: "added", on: "2026", source, operation: "GET /a" }, "GET /a is new."],
    [{ kind: "deprecated", on: "2026", source, operation: "GET /a" }, "GET /a is deprecated."],
    [
      { kind: "disabled", on: "2026", source, operation: "GET /a", successor: "GET /b" },
      "GET /a is switched off; use GET /b."
    ],
    [
      { kind: "fieldsAdded", on: "2026", source, operation: "GET /a", fields: ["b", "c.d"] },
      "Answers of GET /a have new fields: b, c.d."
    ],
    [
      { kind: "limitChanged", on: "2026", source, operation: "GET /a", location: "body", before: 2, most: 1 },
      "GET /a takes at most 1 in body, and not 2."
    ],
    [
      { kind: "valuesRemoved", on: "2026", source, operation: "GET /a", field: "b", values: [1, 2] },
      "Answers of GET /a no longer have 1, 2 as b."
    ],
    [{ kind: "other", on: "2026", source, text: "All is well." }, "All is well."]
  ])("is a sentence: %j", (change, sentence) => {
    assert.strictEqual(sentenceOf(change), sentence)
  })

  it("comes before older ones, and changes of one day stay in their order", () => {
    const other = (on: string, text: string): ApiChange => ({ kind: "other", on, text, source })
    const table = [other("2025", "e"), other("2026-04", "b"), other("2026-04-01", "c"), other("2026-04-02", "a")]
    assert.deepStrictEqual(
      newestFirst([...table, other("2026", "d")]).map((change) => sentenceOf(change)),
      ["a", "b", "c", "d", "e"]
    )
  })
})
