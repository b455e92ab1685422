import { assert, describe, it } from "@effect/vitest"
import { Duration, Schema } from "effect"
import { SellerId } from "../../../src/access/Account.ts"
import { FairQueueing } from "../../../src/delivery/flight/FairQueueing.ts"
import { owner, sellerId, uuid } from "../../fixtures.ts"

const live = { sellerId, sandbox: false }
const sandbox = { sellerId, sandbox: true }

const lastOf = (queueing: FairQueueing, now: number) => queueing.at(now).last

const giveWay = (queueing: FairQueueing, now: number) => queueing.at(now).giveWay

const rate = 100

/** What was sent when, and of which of a few accounts; times only grow. */
const Sent = Schema.Struct({
  account: Schema.Literals([0, 1, 2]),
  events: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 150 })),
  after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2000 }))
})

/** How many events are ahead of the rate. It goes through everything that was sent. */
const aheadOf = (sent: ReadonlyArray<{ readonly events: number; readonly at: number }>, now: number): number => {
  let ahead = 0
  let before = 0
  for (const { at, events } of sent) {
    ahead = Math.max(0, ahead - ((at - before) / 1000) * rate) + events
    before = at
  }
  return Math.max(0, ahead - ((now - before) / 1000) * rate)
}

describe("fair queueing between accounts", () => {
  it.prop(
    "puts those last of which more was sent than a count of everything allows",
    [Schema.Array(Sent)],
    ([sent]) => {
      const queueing = new FairQueueing(rate)
      const accounts = [live, sandbox, { sellerId: SellerId.make(uuid(1)), sandbox: false }]
      const known: ReadonlyArray<Array<{ readonly events: number; readonly at: number }>> = [[], [], []]
      let now = 0
      for (const { account, after, events } of sent) {
        now += after
        queueing.sent(accounts[account]!, events, now)
        known[account]!.push({ events, at: now })
        const last = accounts.filter((_, index) => aheadOf(known[index]!, now) > rate)
        assert.sameDeepMembers([...queueing.at(now).last], last)
      }
    }
  )

  it("forgets accounts that its rate has made up for, and none else, however many there are", () => {
    const queueing = new FairQueueing(rate)
    queueing.sent(live, 1_000_000, 0)
    for (let number = 0; number < 5000; number++) {
      queueing.sent({ sellerId: SellerId.make(uuid(number)), sandbox: true }, 1, number * 20)
    }
    assert.deepStrictEqual(lastOf(queueing, 100_000), [live])
  })

  it("go first to those that did not have more than a second's worth sent", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(owner(), 60, 0)
    queueing.sent(owner("service", true), 1, 0)
    queueing.sent(owner("service"), 40, 0)
    assert.deepStrictEqual(lastOf(queueing, 0), [])
    queueing.sent(owner("another"), 1, 0)
    assert.deepStrictEqual(lastOf(queueing, 0), [live], "whoever in the account owns the events")
    queueing.sent(sandbox, 200, 0)
    assert.deepStrictEqual(lastOf(queueing, 0), [live, sandbox])
  })

  it("come back as fast as the rate makes up for what was sent", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 300, 1000)
    assert.deepStrictEqual([lastOf(queueing, 2999), lastOf(queueing, 3000)], [[live], []])
    queueing.sent(live, 50, 3000)
    assert.deepStrictEqual([lastOf(queueing, 3499), lastOf(queueing, 3500)], [[live], []])
    assert.deepStrictEqual(lastOf(queueing, 60_000), [])
    queueing.sent(live, 100, 60_000)
    assert.deepStrictEqual(lastOf(queueing, 60_000), [], "what was sent long ago is forgotten")
  })

  it("make those that come last give way while another account has a few events", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 1000, 0)
    assert.isFalse(giveWay(queueing, 0), "nobody else is there")
    queueing.sent(sandbox, 5, 500)
    assert.deepStrictEqual(
      [500, 1499, 1500].map((time) => giveWay(queueing, time)),
      [true, true, false]
    )
    queueing.sent(sandbox, 1, 2000)
    queueing.sent(live, 1, 2900)
    assert.isTrue(giveWay(queueing, 2999), "whatever is sent of themselves")
  })

  it("make nobody give way to one with many events", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 1000, 0)
    queueing.sent(sandbox, 6, 0)
    assert.deepStrictEqual(queueing.at(0), { last: [live], giveWay: false })
    queueing.sent(sandbox, 1, 500)
    assert.isTrue(giveWay(queueing, 500), "the rate has made up for those before")
    queueing.sent(sandbox, 5, 500)
    assert.isFalse(giveWay(queueing, 500))
  })

  it("make nobody give way when nobody comes last", () => {
    const queueing = new FairQueueing(100)
    queueing.sent(live, 100, 0)
    queueing.sent(sandbox, 1, 0)
    assert.deepStrictEqual(queueing.at(0), { last: [], giveWay: false })
  })
})

const pauseLeft = (queueing: FairQueueing, time: number) => Duration.toMillis(queueing.pauseLeft(time))

describe("pauses between steps", () => {
  it("last three times as long as the step did", () => {
    const queueing = new FairQueueing(100)
    assert.strictEqual(pauseLeft(queueing, 10), 0, "none has begun")
    queueing.pause(0, 10)
    assert.deepStrictEqual(
      [10, 15, 39, 40, 50].map((time) => pauseLeft(queueing, time)),
      [30, 25, 1, 0, 0]
    )
  })

  it("are none after a step that took no time, and never long", () => {
    const queueing = new FairQueueing(100)
    queueing.pause(10, 10)
    assert.strictEqual(pauseLeft(queueing, 10), 0)
    queueing.pause(20, 60_000)
    assert.strictEqual(pauseLeft(queueing, 60_000), 250)
  })
})
