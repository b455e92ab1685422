import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { FairQueueing } from "../../../src/delivery/flight/FairQueueing.ts"
import { owner, sellerId } from "../../fixtures.ts"

const live = { sellerId, sandbox: false }
const sandbox = { sellerId, sandbox: true }

/** Of milliseconds. */
const at = (time: number) => BigInt(time) * 1_000_000n

const lastOf = (queueing: FairQueueing, now: bigint) => queueing.at(now).last

const giveWay = (queueing: FairQueueing, now: bigint) => queueing.at(now).giveWay

describe("fair queueing between accounts", () => {
  it("go first to those that did not have more than a second's worth sent", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(owner(), 60, at(0))
    queueing.sent(owner("service", true), 1, at(0))
    queueing.sent(owner("service"), 40, at(0))
    assert.deepStrictEqual(lastOf(queueing, at(0)), [])
    queueing.sent(owner("another"), 1, at(0))
    assert.deepStrictEqual(lastOf(queueing, at(0)), [live], "whoever in the account owns the events")
    queueing.sent(sandbox, 200, at(0))
    assert.deepStrictEqual(lastOf(queueing, at(0)), [live, sandbox])
  })

  it("come back as fast as the rate makes up for what was sent", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 300, at(1000))
    assert.deepStrictEqual([lastOf(queueing, at(2999)), lastOf(queueing, at(3000))], [[live], []])
    queueing.sent(live, 50, at(3000))
    assert.deepStrictEqual([lastOf(queueing, at(3499)), lastOf(queueing, at(3500))], [[live], []])
    assert.deepStrictEqual(lastOf(queueing, at(60_000)), [])
    queueing.sent(live, 100, at(60_000))
    assert.deepStrictEqual(lastOf(queueing, at(60_000)), [], "what was sent long ago is forgotten")
  })

  it("make those that come last give way while another account has a few events", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 1000, at(0))
    assert.isFalse(giveWay(queueing, at(0)), "nobody else is there")
    queueing.sent(sandbox, 5, at(500))
    assert.deepStrictEqual(
      [500, 1499, 1500].map((time) => giveWay(queueing, at(time))),
      [true, true, false]
    )
    queueing.sent(sandbox, 1, at(2000))
    queueing.sent(live, 1, at(2900))
    assert.isTrue(giveWay(queueing, at(2999)), "whatever is sent of themselves")
  })

  it("make nobody give way to one with many events", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 1000, at(0))
    queueing.sent(sandbox, 6, at(0))
    assert.deepStrictEqual(queueing.at(at(0)), { last: [live], giveWay: false })
    queueing.sent(sandbox, 1, at(500))
    assert.isTrue(giveWay(queueing, at(500)), "the rate has made up for those before")
    queueing.sent(sandbox, 5, at(500))
    assert.isFalse(giveWay(queueing, at(500)))
  })

  it("make nobody give way when nobody comes last", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 100, at(0))
    queueing.sent(sandbox, 1, at(0))
    assert.deepStrictEqual(queueing.at(at(0)), { last: [], giveWay: false })
  })
})

const pauseLeft = (queueing: FairQueueing, time: number) => Duration.toMillis(queueing.pauseLeft(at(time)))

describe("pauses between steps", () => {
  it("last three times as long as the step did", () => {
    const queueing = new FairQueueing(100)
    assert.strictEqual(pauseLeft(queueing, 10), 0, "none has begun")
    queueing.pause(at(0), at(10))
    assert.deepStrictEqual(
      [10, 15, 39, 40, 50].map((time) => pauseLeft(queueing, time)),
      [30, 25, 1, 0, 0]
    )
  })

  it("are none after a step that took no time, and never long", () => {
    const queueing = new FairQueueing(100)
    queueing.pause(at(10), at(10))
    assert.strictEqual(pauseLeft(queueing, 10), 0)
    queueing.pause(at(20), at(60_000))
    assert.strictEqual(pauseLeft(queueing, 60_000), 250)
  })
})
