/** Publications on their way to the database. */
import { assert, describe, it } from "@effect/vitest"
import { SellerId } from "@sellerkit/core"
import { Schema } from "effect"
import { WaitingPublications } from "../src/lanes/WaitingPublications.ts"

const sellerId = SellerId.make("01980000-0000-7000-8000-000000000001")

const accounts = [false, true].map((sandbox) => ({ sellerId, sandbox }))

const Key = Schema.Literals(["a", "b", "c", "d"])

/** A publication of one of the accounts; or the oldest group ends; or another one is taken. */
const Step = Schema.Union([
  Schema.Struct({
    account: Schema.Literals([0, 1]),
    keys: Schema.Array(Key).check(Schema.isUnique()),
    // Of its events, but for one at least.
    withoutKey: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
  }),
  Schema.Literals(["take", "end"])
])

interface Numbered {
  readonly account: (typeof accounts)[number]
  readonly size: number
  readonly keys: ReadonlyArray<string>
  readonly number: number
}

const eventsPerStatement = 5

const rules = { eventsPerStatement, statementsAtOnce: 2, mostStatements: 3 }

const isFit = (group: ReadonlyArray<Numbered>): boolean => {
  const keys = group.flatMap(({ account: { sandbox }, keys: own }) => own.map((key) => `${sandbox} ${key}`))
  const size = group.reduce((sum, one) => sum + one.size, 0)
  return new Set(keys).size === keys.length && (group.length === 1 || size <= eventsPerStatement)
}

describe("publications that wait", () => {
  it.prop(
    "are taken in groups that fit, those of an account in turn and in their order, and none stays behind",
    [Schema.Array(Step)],
    ([steps]) => {
      const waiting = new WaitingPublications<Numbered>(rules)
      const underWay: Array<ReadonlyArray<Numbered>> = []
      const taken: Array<Numbered> = []
      let given = 0
      const take = () => {
        const group = waiting.take()
        assert.isTrue(isFit(group))
        const busy = new Set(underWay.flat().map((one) => one.account))
        assert.isFalse(group.some((one) => busy.has(one.account)))
        taken.push(...group)
        if (group.length > 0) underWay.push(group)
      }
      const end = () => {
        const group = underWay.shift()
        if (group !== undefined) waiting.end(group)
      }
      for (const step of steps) {
        if (step === "take") take()
        else if (step === "end") end()
        else {
          const { account, keys, withoutKey } = step
          const size = Math.max(1, keys.length + withoutKey)
          waiting.add({ account: accounts[account]!, size, keys, number: given++ })
        }
      }
      while (taken.length < given) {
        const before = taken.length
        end()
        take()
        assert.isTrue(taken.length > before || underWay.length > 0, "something goes on")
      }
      for (const of of accounts) {
        const numbers = taken.filter((one) => one.account === of).map(({ number }) => number)
        assert.deepStrictEqual(
          numbers,
          numbers.toSorted((one, other) => one - other)
        )
      }
      assert.strictEqual(new Set(taken).size, given)
      assert.deepStrictEqual(waiting.clear(), [])
    }
  )

  it("wait no longer for a statement that takes long, which ends nothing of another one then", () => {
    const waiting = new WaitingPublications<Numbered>(rules)
    const first = { account: accounts[0]!, size: 1, keys: ["a"], number: 0 }
    const [again, second, third] = [
      { ...first, number: 1 },
      { ...first, keys: ["b"], number: 2 },
      { ...first, keys: ["b"], number: 3 }
    ] as const
    assert.isTrue(waiting.add(first))
    const long = waiting.take()
    assert.isFalse(waiting.add(again))
    assert.isFalse(waiting.add(second))
    waiting.endTurns()
    assert.deepStrictEqual(waiting.take(), [])
    waiting.endTurns()
    const next = waiting.take()
    assert.deepStrictEqual([long, next], [[first], [second]])
    assert.isFalse(waiting.add(third))
    waiting.end(long)
    assert.deepStrictEqual(waiting.take(), [], "the second is being written")
    waiting.end(next)
    // What would have waited for the same as the first one comes before what came later.
    assert.deepStrictEqual(waiting.take(), [again, third])
  })

  it("wait for statements that do not take long, and for all of them where there are too many", () => {
    const waiting = new WaitingPublications<Numbered>({ ...rules, eventsPerStatement: 1 })
    const all = Array.from({ length: 5 }, (_, number) => {
      const account = { sellerId: SellerId.make(`01980000-0000-7000-8000-00000000000${number}`), sandbox: false }
      return { account, size: 1, keys: ["a"], number }
    })
    for (const one of all) waiting.add(one)
    const take = () => waiting.take().map(({ number }) => number)
    const first = waiting.take()
    assert.deepStrictEqual([first.map(({ number }) => number), take(), take()], [[0], [1], []])
    waiting.endTurns()
    assert.deepStrictEqual(take(), [])
    waiting.endTurns()
    assert.deepStrictEqual([take(), take()], [[2], []], "three are under way")
    waiting.end(first)
    assert.deepStrictEqual([take(), take()], [[3], []])
  })

  it("are given back where nobody takes them", () => {
    const waiting = new WaitingPublications<Numbered>(rules)
    const one = { account: accounts[0]!, size: 1, keys: ["a"], number: 0 }
    const other = { ...one, number: 1 }
    waiting.add(one)
    waiting.add(other)
    assert.deepStrictEqual(waiting.take(), [one])
    assert.deepStrictEqual(waiting.clear(), [other])
    assert.deepStrictEqual(waiting.take(), [])
  })
})
