/** What background work finds in every `RecordStore`: what is due, and what is old. */
import { assert, describe } from "@effect/vitest"
import { type Account, collection, Lookup, put, Records, remove } from "@sellerkit/core"
import { Effect, Option, Schema } from "effect"
import { account, at } from "../../fixtures.ts"
import { campaign, campaigns, find, idsIn, write } from "./recordSteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const reminders = collection("reminder", {
  schema: Schema.Struct({ id: Schema.Int, time: Schema.DateTimeUtc }),
  key: ({ id }) => [id],
  indexes: {},
  due: ({ time }) => time,
  since: ({ time }) => time
})

/** Campaigns by their ids, due at so many milliseconds. */
const writeDue = (due: Readonly<Record<string, number>>, of?: Account) =>
  write(
    Object.entries(due).map(([id, time]) => put(campaigns, campaign(id, { appliesAt: at(time) }))),
    of
  )

const writeEnded = (ended: Readonly<Record<string, number>>, of?: Account) =>
  write(
    Object.entries(ended).map(([id, time]) => put(campaigns, campaign(id, { status: "ended", endedAt: at(time) }))),
    of
  )

const due = (now: number, most = 100) =>
  Effect.flatMap(Records, (records) =>
    Effect.map(records.due(campaigns, now, most), (found) => found.map(({ content }) => campaigns.decode(content).id))
  )

const nextDueOf = (of: Parameters<Records["Service"]["nextDue"]>[0]) =>
  Effect.map(
    Records.use((records) => records.nextDue(of)),
    Option.getOrUndefined
  )

const nextDue = nextDueOf(campaigns)

const removeOld = (before: number, most = 100) =>
  Effect.flatMap(Records, (records) => records.removeOld(campaigns, before, most))

export const recordDueSuite = (target: StorageTarget): void => {
  describe(`Due and old records: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives what is due by then, in the order of time, with the account it is of",
      Effect.gen(function* () {
        assert.deepStrictEqual([yield* due(1000), yield* nextDue], [[], undefined])
        yield* writeDue({ a: 30, b: 10, c: 20, d: 40 })
        yield* write([put(campaigns, campaign("e"))])
        assert.deepStrictEqual([yield* due(9), yield* due(10), yield* due(39)], [[], ["b"], ["b", "c", "a"]])
        assert.deepStrictEqual(yield* due(1000, 2), ["b", "c"])
        assert.deepStrictEqual(yield* due(1000, 0), [])
        const [found] = yield* (yield* Records).due(campaigns, 10, 1)
        assert.deepStrictEqual(found, {
          account: account(),
          content: campaigns.encode(campaign("b", { appliesAt: at(10) })).content
        })
      })
    )

    test(
      "takes accounts in turn",
      Effect.gen(function* () {
        yield* writeDue({ a1: 1, a2: 2, a3: 3, a4: 4, a5: 5 })
        yield* writeDue({ b1: 20, b2: 21 }, account(2))
        yield* writeDue({ c1: 10, c2: 99 }, account(1, true))
        assert.deepStrictEqual(yield* due(50), ["a1", "c1", "b1", "a2", "b2", "a3", "a4", "a5"])
        assert.deepStrictEqual(yield* due(50, 2), ["a1", "c1"])
        assert.deepStrictEqual(yield* due(50, 4), ["a1", "c1", "b1", "a2"])
        assert.deepStrictEqual(yield* due(50, 7), ["a1", "c1", "b1", "a2", "b2", "a3", "a4"])
        const found = yield* (yield* Records).due(campaigns, 50, 3)
        assert.deepStrictEqual(
          found.map((one) => one.account),
          [account(1), account(1, true), account(2)]
        )
      })
    )

    test(
      "lets no account's many hold up another's one",
      Effect.gen(function* () {
        const ids = Array.from({ length: 500 }, (_, number) => `${number}`)
        yield* writeDue(Object.fromEntries(ids.map((id, number) => [id, number])))
        yield* writeDue({ late: 10_000 }, account(2))
        assert.deepStrictEqual((yield* due(10_000, 5)).toSorted(), ["0", "1", "2", "3", "late"])
        assert.strictEqual((yield* due(10_000, 400)).length, 400)
        assert.strictEqual((yield* due(10_000, 1000)).length, 501)
      })
    )

    test(
      "is due when the record says so now",
      Effect.gen(function* () {
        yield* writeDue({ a: 10, b: 20, c: 30 })
        assert.strictEqual(yield* nextDue, 10)
        yield* writeDue({ a: 40 })
        assert.deepStrictEqual([yield* nextDue, yield* due(30)], [20, ["b", "c"]])
        yield* write([put(campaigns, campaign("b"))])
        assert.deepStrictEqual([yield* nextDue, yield* due(100)], [30, ["c", "a"]])
        yield* write([remove(campaigns, ["c"]), put(campaigns, campaign("d", { appliesAt: at(5) }))])
        assert.deepStrictEqual([yield* nextDue, yield* due(100)], [5, ["d", "a"]])
        yield* write([remove(campaigns, ["a"]), remove(campaigns, ["d"])])
        assert.deepStrictEqual([yield* nextDue, yield* due(100)], [undefined, []])
      })
    )

    test(
      "says when the first of a collection is due, of all accounts",
      Effect.gen(function* () {
        yield* writeDue({ a: 30 })
        yield* writeDue({ a: 25 }, account(2))
        assert.strictEqual(yield* nextDue, 25)
        yield* write([put(reminders, { id: 1, time: at(7) })], account(1, true))
        assert.strictEqual(yield* nextDueOf(reminders), 7)
        assert.strictEqual(yield* nextDueOf(campaigns), 25)
        assert.strictEqual(yield* nextDueOf({ name: "other" }), undefined)
        assert.deepStrictEqual(yield* due(100), ["a", "a"], "of one collection")
      })
    )

    test(
      "removes what is old, the oldest first, whichever account it is of",
      Effect.gen(function* () {
        yield* writeEnded({ a: 10, b: 40, c: 20 })
        yield* writeEnded({ d: 5, e: 30 }, account(2))
        yield* write([put(campaigns, campaign("f")), put(reminders, { id: 1, time: at(1) })])
        assert.strictEqual(yield* removeOld(5), 0, "what is from that very time is no older")
        assert.strictEqual(yield* removeOld(40, 2), 2)
        assert.deepStrictEqual([yield* idsIn(), yield* idsIn({}, account(2))], [["b", "c", "f"], ["e"]])
        assert.strictEqual(yield* removeOld(40, 2), 2)
        assert.strictEqual(yield* removeOld(40, 2), 0)
        assert.deepStrictEqual([yield* idsIn(), yield* idsIn({}, account(2))], [["b", "f"], []])
        assert.strictEqual(yield* find(Lookup.count(reminders)), 1)
      })
    )

    test(
      "leaves nothing of what it removes, neither in an index nor as due",
      Effect.gen(function* () {
        const times = { appliesAt: at(10), endedAt: at(10) }
        yield* write(["a", "b"].map((id) => put(campaigns, campaign(id, { status: "ended", ...times }))))
        yield* write([put(campaigns, campaign("b", { status: "ended", appliesAt: at(20), endedAt: at(90) }))])
        assert.strictEqual(yield* removeOld(50), 1)
        assert.deepStrictEqual(
          [yield* idsIn({ index: "byStatus" }), yield* idsIn({ index: "byBudget" })],
          [["b"], ["b"]]
        )
        assert.deepStrictEqual([yield* nextDue, yield* due(100)], [20, ["b"]])
        assert.strictEqual(yield* removeOld(100), 1)
        assert.deepStrictEqual([yield* nextDue, yield* due(100)], [undefined, []])
        assert.strictEqual(yield* find(Lookup.count(campaigns, { index: "byStatus" })), 0)
      })
    )
  })
}
