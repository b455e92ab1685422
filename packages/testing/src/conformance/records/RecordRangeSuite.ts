/** Which part of an order every `RecordStore` finds. */
import { assert, describe } from "@effect/vitest"
import { collection, Lookup, put } from "@sellerkit/core"
import { Effect, Schema } from "effect"
import { campaign, campaigns, find, idsIn, write } from "./recordSteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

/** Budgets from -2 to 2, each of two campaigns. */
const some = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map((id, index) =>
  campaign(id, { budget: (index % 5) - 2, ...(index < 8 ? { status: index % 2 === 0 ? "active" : "ended" } : {}) })
)

const writeSome = write(some.map((one) => put(campaigns, one)))

const count = (within: Parameters<typeof Lookup.count<unknown, "byBudget" | "byStatus">>[1]) =>
  find(Lookup.count(campaigns, within))

export const recordRangeSuite = (target: StorageTarget): void => {
  describe(`Ranges of records: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "goes up and down, passes over some, and stops at the limit",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* idsIn(), [])
        yield* writeSome
        assert.strictEqual((yield* idsIn()).join(""), "abcdefghij")
        assert.strictEqual((yield* idsIn({ descending: true })).join(""), "jihgfedcba")
        assert.deepStrictEqual(yield* idsIn({ limit: 2 }), ["a", "b"])
        assert.deepStrictEqual(yield* idsIn({ limit: 2, offset: 3 }), ["d", "e"])
        assert.deepStrictEqual(yield* idsIn({ limit: 2, offset: 3, descending: true }), ["g", "f"])
        assert.deepStrictEqual(yield* idsIn({ limit: 5, offset: 8 }), ["i", "j"])
        assert.deepStrictEqual(yield* idsIn({ limit: 5, offset: 10 }), [])
        assert.deepStrictEqual(yield* idsIn({ limit: 0 }), [])
      })
    )

    test(
      "takes in each bound, or leaves it out",
      Effect.gen(function* () {
        yield* writeSome
        assert.deepStrictEqual(yield* idsIn({ from: ["c"], through: ["e"] }), ["c", "d", "e"])
        assert.deepStrictEqual(yield* idsIn({ after: ["c"], before: ["e"] }), ["d"])
        assert.deepStrictEqual(yield* idsIn({ after: ["h"], descending: true }), ["j", "i"])
        assert.deepStrictEqual(yield* idsIn({ before: ["c"], descending: true, limit: 1 }), ["b"])
        assert.deepStrictEqual(yield* idsIn({ from: ["bb"], before: ["d"] }), ["c"], "bounds need not be there")
        assert.deepStrictEqual(yield* idsIn({ within: ["c"] }), ["c"])
        assert.deepStrictEqual(yield* idsIn({ within: ["c"], from: ["d"] }), [])
        assert.deepStrictEqual(yield* idsIn({ from: ["e"], before: ["c"] }), [])
        assert.deepStrictEqual(yield* idsIn({ after: ["a"], before: ["c"], offset: 1 }), [])
      })
    )

    test(
      "goes along an index by its parts, and by the key where they are the same",
      Effect.gen(function* () {
        yield* writeSome
        const byBudget = { index: "byBudget" } as const
        assert.strictEqual((yield* idsIn({ index: "byStatus" })).join(""), "acegbdfh")
        assert.strictEqual((yield* idsIn({ index: "byStatus", descending: true })).join(""), "hfdbgeca")
        assert.strictEqual((yield* idsIn({ index: "byStatus", within: ["ended"] })).join(""), "bdfh")
        assert.deepStrictEqual(yield* idsIn({ index: "byStatus", within: ["end"] }), [], "a part is all of a text")
        // A campaign without a status stands in front of one that has one.
        assert.strictEqual((yield* idsIn(byBudget)).join(""), "afgbchidje")
        assert.strictEqual((yield* idsIn({ ...byBudget, from: [-1], through: [0] })).join(""), "gbch")
        assert.strictEqual((yield* idsIn({ ...byBudget, after: [-1], before: [2] })).join(""), "chid")
        assert.strictEqual((yield* idsIn({ ...byBudget, within: [-2, "active"] })).join(""), "a")
        assert.strictEqual((yield* idsIn({ ...byBudget, after: [-1, "active", "g"], limit: 2 })).join(""), "bc")
        assert.strictEqual((yield* idsIn({ ...byBudget, limit: 3, offset: 2, descending: true })).join(""), "dih")
      })
    )

    test(
      "orders by bytes, whatever alphabet",
      Effect.gen(function* () {
        const ordered = ["", "A", "Z", "a", "aa", "b", "z", "~", "\u007f", "é", "Я", "я", "\ud7ff", "\uffff", "😀"]
        yield* write(ordered.toReversed().map((id) => put(campaigns, campaign(id, { status: id }))))
        assert.deepStrictEqual(yield* idsIn(), ordered)
        assert.deepStrictEqual(yield* idsIn({ index: "byStatus" }), ordered)
        assert.deepStrictEqual(yield* idsIn({ after: ["\ud7ff"] }), ["\uffff", "😀"])
      })
    )

    test(
      "counts what a range has",
      Effect.gen(function* () {
        assert.strictEqual(yield* count({}), 0)
        yield* writeSome
        assert.strictEqual(yield* count({}), 10)
        assert.strictEqual(yield* count({ from: ["c"], before: ["f"] }), 3)
        assert.strictEqual(yield* count({ index: "byStatus" }), 8)
        assert.strictEqual(yield* count({ index: "byStatus", within: ["active"] }), 4)
        assert.strictEqual(yield* count({ index: "byBudget", after: [0] }), 4)
        assert.strictEqual(yield* count({ index: "byBudget", within: [7] }), 0)
      })
    )

    test(
      "tells the places of an index without the records",
      Effect.gen(function* () {
        const numbered = collection("numbered", {
          schema: Schema.Struct({ id: Schema.Number, group: Schema.Number }),
          key: ({ id }) => [id],
          indexes: { byGroup: ({ group, id }) => [group, -id] }
        })
        const places = (request: Omit<Lookup.RangeRequest<"byGroup">, "limit">) =>
          find(Lookup.places(numbered, { limit: 10, ...request }))
        const values = [1, 2, 3].map((id) => ({ id, group: id % 2 }))
        yield* write(values.map((value) => put(numbered, value)))
        assert.deepStrictEqual(yield* places({}), [[1], [2], [3]])
        assert.deepStrictEqual(yield* places({ descending: true, offset: 1 }), [[2], [1]])
        const byGroup = [
          [0, -2, 2],
          [1, -3, 3],
          [1, -1, 1]
        ]
        assert.deepStrictEqual(yield* places({ index: "byGroup" }), byGroup)
        assert.deepStrictEqual(yield* places({ index: "byGroup", descending: true }), byGroup.toReversed())
        assert.deepStrictEqual(yield* places({ index: "byGroup", within: [1], offset: 1 }), [[1, -1, 1]])
      })
    )

    for (const descending of [false, true]) {
      test(
        `is gone through page by page, ${descending ? "last ones first" : "first ones first"}`,
        Effect.gen(function* () {
          yield* writeSome
          const pages: Array<string> = []
          let beyond: Partial<Lookup.RangeRequest<"byBudget">> = {}
          for (;;) {
            const request = { index: "byBudget", limit: 3, descending, ...beyond } as const
            const page = yield* find(Lookup.range(campaigns, request))
            pages.push(page.map(({ id }) => id).join(""))
            const last = page.at(-1)
            if (last === undefined) break
            const { budget, id, status = "" } = last
            beyond = { [descending ? "before" : "after"]: [budget, status, id] }
          }
          assert.deepStrictEqual(pages, descending ? ["ejd", "ihc", "bgf", "a", ""] : ["afg", "bch", "idj", "e", ""])
        })
      )
    }
  })
}
