import { assert, describe, it } from "@effect/vitest"
import { AccountTurns } from "../../src/delivery/AccountTurns.ts"
import { owner, sellerId } from "../fixtures.ts"

const live = { sellerId, sandbox: false }
const sandbox = { sellerId, sandbox: true }

/** Of milliseconds. */
const at = (time: number) => BigInt(time) * 1_000_000n

describe("turns of accounts", () => {
  it("go first to those that did not have more than a second's worth sent", () => {
    const turns = new AccountTurns(100)
    turns.sent(owner(), 60, at(0))
    turns.sent(owner("service", true), 1, at(0))
    turns.sent(owner("service"), 40, at(0))
    assert.deepStrictEqual(turns.last(at(0)), [])
    turns.sent(owner("another"), 1, at(0))
    assert.deepStrictEqual(turns.last(at(0)), [live], "whoever in the account owns the events")
    turns.sent(sandbox, 200, at(0))
    assert.deepStrictEqual(turns.last(at(0)), [live, sandbox])
  })

  it("come back as fast as the rate makes up for what was sent", () => {
    const turns = new AccountTurns(100)
    turns.sent(live, 300, at(1000))
    assert.deepStrictEqual([turns.last(at(2999)), turns.last(at(3000))], [[live], []])
    turns.sent(live, 50, at(3000))
    assert.deepStrictEqual([turns.last(at(3499)), turns.last(at(3500))], [[live], []])
    assert.deepStrictEqual(turns.last(at(60_000)), [])
    turns.sent(live, 100, at(60_000))
    assert.deepStrictEqual(turns.last(at(60_000)), [], "what was sent long ago is forgotten")
  })
})
