import { assert, describe, it } from "@effect/vitest"
import { AccountTurns } from "../../src/delivery/AccountTurns.ts"
import { owner, sellerId } from "../fixtures.ts"

const live = { sellerId, sandbox: false }
const sandbox = { sellerId, sandbox: true }

describe("turns of accounts", () => {
  it("go first to those that were not given more than a second's worth", () => {
    const turns = new AccountTurns(100)
    turns.given(owner(), 60, 0)
    turns.given(owner("service", true), 1, 0)
    turns.given(owner("service"), 40, 0)
    assert.deepStrictEqual(turns.last(0), [])
    turns.given(owner("another"), 1, 0)
    assert.deepStrictEqual(turns.last(0), [live], "whoever in the account owns the events")
    turns.given(sandbox, 200, 0)
    assert.deepStrictEqual(turns.last(0), [live, sandbox])
  })

  it("come back as fast as the rate makes up for what was given", () => {
    const turns = new AccountTurns(100)
    turns.given(live, 300, 1000)
    assert.deepStrictEqual([turns.last(2999), turns.last(3000)], [[live], []])
    turns.given(live, 50, 3000)
    assert.deepStrictEqual([turns.last(3499), turns.last(3500)], [[live], []])
    assert.deepStrictEqual(turns.last(60_000), [])
    turns.given(live, 100, 60_000)
    assert.deepStrictEqual(turns.last(60_000), [], "what was given long ago is forgotten")
  })
})
