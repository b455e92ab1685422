import { assert, describe, it } from "@effect/vitest"
import { AccountShares } from "../../src/delivery/AccountShares.ts"
import { owner, sellerId } from "../fixtures.ts"

const live = { sellerId, sandbox: false }
const sandbox = { sellerId, sandbox: true }

describe("shares of accounts", () => {
  it("are full with so many lanes in flight, whoever in the account owns them", () => {
    const shares = new AccountShares(2)
    shares.add(owner())
    assert.deepStrictEqual([shares.isFull(live), shares.full], [false, []])
    shares.add(owner("service"))
    assert.isTrue(shares.isFull(owner("another")))
    assert.deepStrictEqual(shares.full, [live])
    assert.deepStrictEqual(shares.inFlight, [{ account: live, lanes: 2 }])
  })

  it("keep a sandbox apart", () => {
    const shares = new AccountShares(1)
    shares.add(owner("service", true))
    assert.deepStrictEqual([shares.isFull(sandbox), shares.isFull(live)], [true, false])
  })

  it("go on from what is in flight already, which may be more than a share", () => {
    const shares = new AccountShares(3, [
      { account: live, lanes: 2 },
      { account: sandbox, lanes: 4 }
    ])
    assert.deepStrictEqual(shares.full, [sandbox])
    shares.add(live)
    assert.deepStrictEqual(shares.full, [live, sandbox])
  })
})
