/** What every `RecordStore` keeps, and how it is found again. */
import { assert, describe } from "@effect/vitest"
import { InvalidRecord, Lookup, put, type Range, Records, remove } from "@sellerkit/core"
import { Cause, Effect, Exit, Option, Result, Stream } from "effect"
import { account, at } from "../../fixtures.ts"
import { balances, campaign, campaigns, find, idsIn, lines, write } from "./recordSteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

const hostile = [
  "'; drop table record; --",
  '"\\',
  "%_*",
  "\0",
  "a\0b",
  "\u0001",
  "\u0002\u0003",
  "\ud800",
  "\udc00\ud800",
  "я",
  "\ue000",
  "\uffff",
  "😀",
  "\u{10ffff}",
  "",
  " "
]

const collected = (range: Range<"byText">, of = account()) =>
  Effect.flatMap(Records, (records) => Stream.runCollect(records.stream(of, lines, range)))

export const recordStoreSuite = (target: StorageTarget): void => {
  describe(`RecordStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives back what was put, replaces it by its key, and forgets what is removed",
      Effect.gen(function* () {
        const one = Lookup.one(campaigns, ["a"])
        assert.deepStrictEqual(yield* find(one), Option.none())
        const written = campaign("a", { status: "active", budget: 0.1, appliesAt: at(5), endedAt: at(7) })
        yield* write([put(campaigns, written)])
        assert.deepStrictEqual(yield* find(one), Option.some(written))
        yield* write([put(campaigns, campaign("a", { budget: -3 })), put(campaigns, campaign("b"))])
        assert.deepStrictEqual(yield* find(one), Option.some(campaign("a", { budget: -3 })))
        yield* write([remove(campaigns, ["a"]), remove(campaigns, ["missing"])])
        assert.deepStrictEqual(yield* find(one), Option.none())
        assert.deepStrictEqual(yield* idsIn(), ["b"])
      })
    )

    test(
      "lists the accounts that something was written for, page by page, a live account before its sandbox",
      Effect.gen(function* () {
        const { accounts } = yield* Records
        assert.deepStrictEqual(yield* accounts(undefined, 10), [])
        const written = [account(3), account(1), account(1, true), account(2, true)]
        for (const one of written) yield* write([put(campaigns, campaign("a"))], one)
        yield* find(Lookup.one(campaigns, ["a"]), account(4))
        const ordered = [account(1), account(1, true), account(2, true), account(3)]
        assert.deepStrictEqual(yield* accounts(undefined, 10), ordered)
        assert.deepStrictEqual(yield* accounts(undefined, 2), ordered.slice(0, 2))
        for (const [index, one] of ordered.entries()) {
          assert.deepStrictEqual(yield* accounts(one, 2), ordered.slice(index + 1, index + 3))
        }
        assert.deepStrictEqual(
          yield* accounts(account(2), 1),
          [account(2, true)],
          "behind an account that is not there"
        )
      })
    )

    test(
      "counts the last one of several changes of a record",
      Effect.gen(function* () {
        yield* write([put(campaigns, campaign("a", { budget: 1 })), put(campaigns, campaign("a", { budget: 2 }))])
        assert.deepStrictEqual(yield* find(Lookup.one(campaigns, ["a"])), Option.some(campaign("a", { budget: 2 })))
        yield* write([remove(campaigns, ["a"]), put(campaigns, campaign("b")), remove(campaigns, ["b"])])
        assert.deepStrictEqual(yield* idsIn(), [])
        yield* write([remove(campaigns, ["c"]), put(campaigns, campaign("c"))])
        assert.deepStrictEqual(yield* idsIn(), ["c"])
      })
    )

    test(
      "lists a record under what it is now, and no more under what it was",
      Effect.gen(function* () {
        const withStatus = (status: string) => idsIn({ index: "byStatus", within: [status] })
        yield* write(["a", "b"].map((id) => put(campaigns, campaign(id, { status: "active", budget: 1 }))))
        assert.deepStrictEqual(yield* withStatus("active"), ["a", "b"])
        yield* write([put(campaigns, campaign("a", { status: "ended", budget: 1 }))])
        assert.deepStrictEqual([yield* withStatus("active"), yield* withStatus("ended")], [["b"], ["a"]])
        yield* write([put(campaigns, campaign("a", { budget: 2 }))])
        assert.deepStrictEqual([yield* withStatus("ended"), yield* idsIn({ index: "byStatus" })], [[], ["b"]])
        assert.deepStrictEqual(yield* idsIn({ index: "byBudget" }), ["b", "a"])
        yield* write([remove(campaigns, ["a"]), remove(campaigns, ["b"])])
        assert.deepStrictEqual([yield* idsIn({ index: "byBudget" }), yield* idsIn({ index: "byStatus" })], [[], []])
        yield* write([put(campaigns, campaign("b", { status: "ended" }))])
        assert.deepStrictEqual([yield* withStatus("active"), yield* withStatus("ended")], [[], ["b"]])
      })
    )

    test(
      "keeps accounts, and collections, apart",
      Effect.gen(function* () {
        const accounts = [account(1), account(2), account(1, true)]
        for (const [budget, of] of accounts.entries()) {
          yield* write([put(campaigns, campaign("a", { status: "active", budget }))], of)
        }
        yield* write([put(balances, { name: "a", cents: 1 })], account(2))
        yield* write([remove(campaigns, ["a"])], account(3))
        for (const [budget, of] of accounts.entries()) {
          const found = yield* find(Lookup.range(campaigns, { index: "byStatus", within: ["active"], limit: 10 }), of)
          assert.deepStrictEqual(found, [campaign("a", { status: "active", budget })])
          assert.strictEqual(yield* find(Lookup.count(campaigns), of), 1)
        }
        assert.strictEqual(yield* find(Lookup.count(campaigns), account(3)), 0)
        yield* write([remove(campaigns, ["a"])], account(2))
        assert.deepStrictEqual(yield* idsIn({}, account(2)), [])
        assert.deepStrictEqual(yield* idsIn({}, account(1, true)), ["a"])
        assert.strictEqual(yield* find(Lookup.count(balances), account(2)), 1)
      })
    )

    test(
      "reads several things at once",
      Effect.gen(function* () {
        const records = yield* Records
        yield* write([
          ...["a", "b", "c"].map((id) => put(campaigns, campaign(id, { status: "active" }))),
          put(balances, { name: "own", cents: 5 }),
          put(lines, { report: "one", number: 1, text: "x" })
        ])
        const found = yield* records.findAll(account(), {
          own: Lookup.one(balances, ["own"]),
          missing: Lookup.one(balances, ["missing"]),
          some: Lookup.many(campaigns, [["c"], ["missing"], ["a"], ["c"]]),
          none: Lookup.many(campaigns, []),
          last: Lookup.range(campaigns, { limit: 1, descending: true }),
          active: Lookup.count(campaigns, { index: "byStatus", within: ["active"] }),
          texts: Lookup.texts(lines, { limit: 10 })
        })
        assert.sameMembers(
          found.some.map(({ id }) => id),
          ["a", "c"]
        )
        assert.deepStrictEqual(
          { ...found, some: found.some.length },
          {
            own: Option.some({ name: "own", cents: 5 }),
            missing: Option.none(),
            some: 2,
            none: [],
            last: [campaign("c", { status: "active" })],
            active: 3,
            texts: ["one;1;x"]
          }
        )
        assert.deepStrictEqual(yield* records.findAll(account(), {}), {})
      })
    )

    test(
      "finds many records by their keys",
      Effect.gen(function* () {
        const ids = numbers(2500).map((number) => `${"\u0001".repeat(100)}${number}`)
        yield* write(ids.map((id) => put(campaigns, campaign(id))))
        const found = yield* find(Lookup.many(campaigns, [...ids.map((id) => [id]), ["missing"]]))
        assert.sameMembers(
          found.map(({ id }) => id),
          ids
        )
      })
    )

    test(
      "keeps every text in JSON, and finds it as a key and in an index",
      Effect.gen(function* () {
        yield* write(hostile.map((text) => put(campaigns, campaign(text, { status: text }))))
        for (const text of hostile) {
          const expected = campaign(text, { status: text })
          assert.deepStrictEqual(yield* find(Lookup.one(campaigns, [text])), Option.some(expected))
          assert.deepStrictEqual(yield* idsIn({ index: "byStatus", within: [text] }), [text])
        }
        yield* write(hostile.map((text) => remove(campaigns, [text])))
        assert.strictEqual(yield* find(Lookup.count(campaigns)), 0)
      })
    )

    test(
      "keeps the texts of rows as they are, up to 1,000,000 bytes",
      Effect.gen(function* () {
        const texts = ["", "\r\n\t", "\u0001\u0002\u007f", "я😀\uffff", '"', "x".repeat(999_990), "😀".repeat(249_990)]
        for (const [number, text] of texts.entries()) yield* write([put(lines, { report: "r", number, text })])
        const found = yield* find(Lookup.range(lines, { limit: 100 }))
        assert.isTrue(found.every(({ text }, number) => text === texts[number]))
        assert.strictEqual(found.length, texts.length)
      })
    )

    for (const [what, text] of [
      ["U+0000", "a\0b"],
      ["half of a surrogate pair", "a\ud800"],
      ["more than 1000000 bytes", "x".repeat(1_000_000)]
    ] as const) {
      test(
        `refuses a row with ${what}, and all that is written with it`,
        Effect.gen(function* () {
          const records = yield* Records
          const decided = records.transact(account(), {}, () =>
            Result.succeed({
              answer: undefined,
              changes: [put(campaigns, campaign("a")), put(lines, { report: "r", number: 1, text })]
            })
          )
          const exit = yield* Effect.exit(decided)
          assert.instanceOf(Exit.isFailure(exit) && Cause.squash(exit.cause), InvalidRecord)
          assert.deepStrictEqual(yield* idsIn(), [])
        })
      )
    }

    test(
      "streams some thousand rows in their order, whatever their places have in common",
      Effect.gen(function* () {
        const rows = numbers(3500).map((number) => ({ report: "a", number, text: number % 7 === 0 ? "x" : "y" }))
        const shuffled = rows.toSorted((one, other) => ((one.number * 7919) % 3500) - ((other.number * 7919) % 3500))
        for (let start = 0; start < rows.length; start += 500) {
          yield* write(shuffled.slice(start, start + 500).map((row) => put(lines, row)))
        }
        yield* write(["a\u0001", "b"].map((report) => put(lines, { report, number: 1, text: "x" })))
        yield* write([put(lines, { report: "a", number: 1, text: "other account" })], account(2))
        const textOf = ({ number, text }: (typeof rows)[number]) => `a;${number};${text}`
        assert.deepStrictEqual(yield* collected({ within: ["a"] }), rows.map(textOf))
        assert.deepStrictEqual(
          yield* collected({ within: ["a"], from: ["a", 900], before: ["a", 3100] }),
          rows.slice(900, 3100).map(textOf)
        )
        assert.deepStrictEqual(yield* collected({ within: ["missing"] }), [])
        const byText = yield* collected({ index: "byText", within: ["y"] })
        assert.deepStrictEqual(byText, rows.filter(({ text }) => text === "y").map(textOf))
      })
    )
  })
}
