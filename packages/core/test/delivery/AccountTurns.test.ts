import { assert, describe, it } from "@effect/vitest"
import { AccountTurns } from "../../src/delivery/AccountTurns.ts"
import { owner, sellerId } from "../fixtures.ts"

const live = { sellerId, sandbox: false }
const sandbox = { sellerId, sandbox: true }

/** Of milliseconds. */
const at = (time: number) => BigInt(time) * 1_000_000n

const lastOf = (turns: AccountTurns, now: bigint) => turns.at(now).last

const giveWay = (turns: AccountTurns, now: bigint) => turns.at(now).giveWay

describe("turns of accounts", () => {
  it("go first to those that did not have more than a second's worth sent", () => {
    const turns = new AccountTurns(100)
    turns.sent(owner(), 60, at(0))
    turns.sent(owner("service", true), 1, at(0))
    turns.sent(owner("service"), 40, at(0))
    assert.deepStrictEqual(lastOf(turns, at(0)), [])
    turns.sent(owner("another"), 1, at(0))
    assert.deepStrictEqual(lastOf(turns, at(0)), [live], "whoever in the account owns the events")
    turns.sent(sandbox, 200, at(0))
    assert.deepStrictEqual(lastOf(turns, at(0)), [live, sandbox])
  })

  it("come back as fast as the rate makes up for what was sent", () => {
    const turns = new AccountTurns(100)
    turns.sent(live, 300, at(1000))
    assert.deepStrictEqual([lastOf(turns, at(2999)), lastOf(turns, at(3000))], [[live], []])
    turns.sent(live, 50, at(3000))
    assert.deepStrictEqual([lastOf(turns, at(3499)), lastOf(turns, at(3500))], [[live], []])
    assert.deepStrictEqual(lastOf(turns, at(60_000)), [])
    turns.sent(live, 100, at(60_000))
    assert.deepStrictEqual(lastOf(turns, at(60_000)), [], "what was sent long ago is forgotten")
  })

  it("make those that come last give way while another account has a few events", () => {
    const turns = new AccountTurns(100)
    turns.sent(live, 1000, at(0))
    assert.isFalse(giveWay(turns, at(0)), "nobody else is there")
    turns.sent(sandbox, 5, at(500))
    assert.deepStrictEqual(
      [500, 1499, 1500].map((time) => giveWay(turns, at(time))),
      [true, true, false]
    )
    turns.sent(sandbox, 1, at(2000))
    turns.sent(live, 1, at(2900))
    assert.isTrue(giveWay(turns, at(2999)), "whatever is sent of themselves")
  })

  it("make nobody give way to one with many events", () => {
    const turns = new AccountTurns(100)
    turns.sent(live, 1000, at(0))
    turns.sent(sandbox, 6, at(0))
    assert.deepStrictEqual(turns.at(at(0)), { last: [live], giveWay: false })
    turns.sent(sandbox, 1, at(500))
    assert.isTrue(giveWay(turns, at(500)), "the rate has made up for those before")
    turns.sent(sandbox, 5, at(500))
    assert.isFalse(giveWay(turns, at(500)))
  })

  it("make nobody give way when nobody comes last", () => {
    const turns = new AccountTurns(100)
    turns.sent(live, 100, at(0))
    turns.sent(sandbox, 1, at(0))
    assert.deepStrictEqual(turns.at(at(0)), { last: [], giveWay: false })
  })
})
