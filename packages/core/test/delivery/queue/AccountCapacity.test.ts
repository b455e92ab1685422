import { assert, describe, it } from "@effect/vitest"
import { AccountCapacity } from "../../../src/delivery/queue/claimRules.ts"
import { owner, sellerId } from "../../fixtures.ts"

const live = { sellerId, sandbox: false }
const sandbox = { sellerId, sandbox: true }

describe("the capacity of accounts", () => {
  it("is full with so many lanes in flight, whoever in the account owns them", () => {
    const capacity = new AccountCapacity(2)
    capacity.add(owner())
    assert.deepStrictEqual([capacity.isFull(live), capacity.full], [false, []])
    capacity.add(owner("service"))
    assert.isTrue(capacity.isFull(owner("another")))
    assert.deepStrictEqual(capacity.full, [live])
    assert.deepStrictEqual(capacity.inFlight, [{ account: live, lanes: 2 }])
  })

  it("keeps a sandbox apart", () => {
    const capacity = new AccountCapacity(1)
    capacity.add(owner("service", true))
    assert.deepStrictEqual([capacity.isFull(sandbox), capacity.isFull(live)], [true, false])
  })

  it("goes on from what is in flight already, which may be more than a share", () => {
    const capacity = new AccountCapacity(3, [
      { account: live, lanes: 2 },
      { account: sandbox, lanes: 4 }
    ])
    assert.deepStrictEqual(capacity.full, [sandbox])
    capacity.add(live)
    assert.deepStrictEqual(capacity.full, [live, sandbox])
  })
})
