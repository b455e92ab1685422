/** Every `RecordStore` writes all of a decision, or nothing. */
import { assert, describe } from "@effect/vitest"
import { type Account, Lookup, put, Records, remove } from "@sellerkit/core"
import { Cause, Effect, Exit, Fiber, Option, Result } from "effect"
import { account } from "../../fixtures.ts"
import { balances, campaign, campaigns, find, idsIn, write } from "./recordSteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

const centsOf = (name: string, of?: Account) =>
  Effect.map(find(Lookup.one(balances, [name]), of), (found) =>
    Option.match(found, { onNone: () => 0, onSome: ({ cents }) => cents })
  )

/** Gives the records afterwards. */
const add = Effect.fnUntraced(function* (name: string, of = account()) {
  return yield* (yield* Records).transact(of, { found: Lookup.one(balances, [name]) }, ({ found }) => {
    const cents = Option.match(found, { onNone: () => 0, onSome: (balance) => balance.cents }) + 1
    return Result.succeed({ answer: cents, changes: [put(balances, { name, cents })] })
  })
})

const both = { own: Lookup.one(balances, ["own"]), lent: Lookup.one(balances, ["lent"]) }

const lend = (cents: number) =>
  Effect.flatMap(Records, (records) =>
    records.transact(account(), both, ({ lent, own }) => {
      const [from, to] = [Option.getOrThrow(own), Option.getOrThrow(lent)]
      if (from.cents < cents) return Result.fail(`There are ${from.cents} cents`)
      return Result.succeed({
        answer: from.cents - cents,
        changes: [
          put(balances, { ...from, cents: from.cents - cents }),
          put(balances, { ...to, cents: to.cents + cents }),
          put(campaigns, campaign(`${from.cents}`))
        ]
      })
    })
  )

const begin = write([put(balances, { name: "own", cents: 100 }), put(balances, { name: "lent", cents: 0 })])

export const recordTransactSuite = (target: StorageTarget): void => {
  describe(`Decisions on records: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "writes to several collections at once, and answers",
      Effect.gen(function* () {
        yield* begin
        assert.strictEqual(yield* lend(30), 70)
        assert.deepStrictEqual([yield* centsOf("own"), yield* centsOf("lent"), yield* idsIn()], [70, 30, ["100"]])
      })
    )

    test(
      "decides on ranges and counts as well",
      Effect.gen(function* () {
        const records = yield* Records
        yield* write(["a", "b", "c"].map((id) => put(campaigns, campaign(id, { status: "active" }))))
        const request = { index: "byStatus", within: ["active"], limit: 2 } as const
        const lookups = { first: Lookup.range(campaigns, request), all: Lookup.count(campaigns) }
        const removed = yield* records.transact(account(), lookups, ({ all, first }) =>
          Result.succeed({ answer: all, changes: first.map(({ id }) => remove(campaigns, [id])) })
        )
        assert.deepStrictEqual([removed, yield* idsIn()], [3, ["c"]])
      })
    )

    test(
      "changes nothing where the decision fails",
      Effect.gen(function* () {
        yield* begin
        assert.strictEqual(yield* Effect.flip(lend(101)), "There are 100 cents")
        assert.deepStrictEqual([yield* centsOf("own"), yield* centsOf("lent"), yield* idsIn()], [100, 0, []])
      })
    )

    test(
      "changes nothing where the decision throws, which concerns nobody else",
      Effect.gen(function* () {
        const records = yield* Records
        const bug = new Error("a bug in a feature")
        const throws = records.transact(account(), both, () => {
          throw bug
        })
        const [before, exit, after] = yield* Effect.all([add("own"), Effect.exit(throws), add("own")], {
          concurrency: "unbounded"
        })
        assert.sameMembers([before, after], [1, 2])
        assert.isTrue(Exit.hasDies(exit))
        assert.strictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), bug)
        assert.strictEqual(yield* add("own"), 3)
      })
    )

    test(
      "loses no change of an account, however many come at once",
      Effect.gen(function* () {
        const answers = yield* Effect.forEach(numbers(100), () => add("own"), { concurrency: "unbounded" })
        assert.sameMembers(
          answers,
          numbers(100).map((number) => number + 1)
        )
        assert.strictEqual(yield* centsOf("own"), 100)
      })
    )

    test(
      "lets nobody in between where two read what the other one writes",
      Effect.gen(function* () {
        const records = yield* Records
        /** At most one campaign is active. */
        const activate = (id: string) =>
          records.transact(account(), { active: Lookup.count(campaigns, { index: "byStatus" }) }, ({ active }) =>
            active > 0
              ? Result.fail("taken" as const)
              : Result.succeed({ answer: id, changes: [put(campaigns, campaign(id, { status: "active" }))] })
          )
        const results = yield* Effect.forEach(numbers(20), (number) => Effect.result(activate(`${number}`)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(results.flatMap(Result.getOrElse(() => [])), yield* idsIn())
        assert.strictEqual((yield* idsIn()).length, 1)
      })
    )

    test(
      "serves several accounts at once",
      Effect.gen(function* () {
        const accounts = [account(1), account(2), account(1, true), account(3)]
        yield* Effect.forEach(numbers(40), (number) => add("own", accounts[number % 4]), { concurrency: "unbounded" })
        for (const of of accounts) assert.strictEqual(yield* centsOf("own", of), 10)
      })
    )

    test(
      "shows what is written together, together",
      Effect.gen(function* () {
        const records = yield* Records
        yield* begin
        const writing = yield* Effect.forkChild(Effect.forEach(numbers(50), () => lend(2)))
        const sums = yield* Effect.forEach(numbers(50), () =>
          Effect.map(records.findAll(account(), both), ({ lent, own }) =>
            [own, lent].reduce((sum, found) => sum + Option.getOrThrow(found).cents, 0)
          )
        )
        yield* Fiber.join(writing)
        assert.deepStrictEqual(new Set(sums), new Set([100]))
        assert.strictEqual(yield* centsOf("lent"), 100)
      })
    )

    test(
      "changes nothing where there is nothing to change",
      Effect.gen(function* () {
        const records = yield* Records
        const answer = yield* records.transact(account(), {}, () => Result.succeed({ answer: "read", changes: [] }))
        assert.strictEqual(answer, "read")
      })
    )
  })
}
