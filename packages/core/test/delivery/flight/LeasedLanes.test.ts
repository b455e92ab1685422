import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Schema } from "effect"
import { accountKey } from "../../../src/access/accountKey.ts"
import { LeasedLane } from "../../../src/delivery/flight/LeasedLane.ts"
import { LeasedLanes } from "../../../src/delivery/flight/LeasedLanes.ts"
import { DeliveryId } from "../../../src/delivery/queue/Delivery.ts"
import type { AccountLoad } from "../../../src/delivery/queue/claimRules.ts"
import type { Batch, Lease, Outcome } from "../../../src/delivery/queue/DeliveryQueue.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { owner, pending, sealedSecret, uuid } from "../../fixtures.ts"

/** What happens to the lanes, by their place among those that it can happen to. */
const Step = Schema.Struct({
  what: Schema.Literals([
    "claimed",
    "arrived",
    "take",
    "rest",
    "wait",
    "join",
    "remove",
    "giveBack",
    "reserve",
    "release"
  ]),
  number: Schema.Natural
})

const ownerOf = (number: number) => owner(undefined, number % 3 === 0)

const batchOf = (number: number, ...events: ReadonlyArray<number>): Batch => ({
  lease: { owner: ownerOf(number), webhookId: WebhookId.make(uuid(number)), fence: number },
  url: "https://receiver.example/",
  secret: sealedSecret(),
  events: events.map((event) => pending(event)),
  failures: 0,
  announced: false,
  batchSize: 64,
  claimedAt: 0
})

const laneOf = (number: number, ...events: ReadonlyArray<number>): LeasedLane =>
  new LeasedLane(batchOf(number, ...events), {
    eventsPerBatch: 2,
    lease: { duration: Duration.millis(100), whole: 100, use: 100 },
    leasedAt: 0,
    leasedSince: 0
  })

const delivered = ({ claimedAt, events, lease }: Batch): Outcome => ({
  lease,
  delivery: {
    id: DeliveryId.make(uuid(900)),
    webhookId: lease.webhookId,
    time: DateTime.makeUnsafe(claimedAt),
    success: true,
    responseCode: 200
  },
  events: events.map(({ event: { id } }) => ({ id, verdict: { _tag: "Delivered" } })),
  failures: 0,
  announced: false,
  batchSize: 64,
  wait: Duration.zero,
  keepsLease: false
})

const takeOne = <A>(from: Array<A>, number: number): A | undefined => from.splice(number % from.length, 1)[0]

/** How many lanes by account. */
const countsOf = (loads: ReadonlyArray<AccountLoad>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { account, lanes } of loads)
    counts.set(accountKey(account), (counts.get(accountKey(account)) ?? 0) + lanes)
  return counts
}

describe("leased lanes", () => {
  it.prop(
    "wait, have their turn, or rest, and take of the capacity with what is reserved",
    [Schema.Array(Step)],
    ([steps]) => {
      const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 2 })
      const taken: Array<LeasedLane> = []
      const waiting: Array<LeasedLane> = []
      const resting: Array<LeasedLane> = []
      const unused: Array<number> = []
      const reserved: Array<AccountLoad> = []
      let next = 1
      for (const { number, what } of steps) {
        const lane = laneOf(next++, 1)
        if (what === "claimed" || what === "arrived") {
          if (what === "claimed") lanes.addClaimed(lane)
          else lanes.addArrived(lane)
          assert.strictEqual(lane.isOwedTurn, what === "claimed")
          waiting.push(lane)
        }
        if (what === "take" && waiting.length > 0) {
          lanes.takeFirst()
          taken.push(waiting.shift()!)
        }
        if (what === "reserve") {
          const load = { account: ownerOf(number), lanes: 1 + (number % 4) }
          lanes.reserve(load)
          reserved.push(load)
        }
        const released = what === "release" ? takeOne(reserved, number) : undefined
        if (released !== undefined) lanes.release(released)
        const ended = what === "rest" || what === "remove" ? takeOne(taken, number) : undefined
        if (ended !== undefined) {
          if (what === "rest") {
            lanes.rest(ended)
            resting.push(ended)
          } else lanes.remove(ended)
        }
        const rested = what === "wait" || what === "join" ? takeOne(resting, number) : undefined
        if (rested !== undefined) {
          if (what === "wait") lanes.waitForTurn(rested)
          else lanes.join(rested, [pending(2)], 1)
          waiting.push(rested)
        }
        const left = what === "giveBack" ? takeOne(number % 2 === 0 ? taken : resting, number) : undefined
        if (left !== undefined) {
          lanes.giveBack(left)
          unused.push(left.lease.fence)
        }

        const all = [...taken, ...waiting, ...resting]
        const loads = [...all.map(({ lease }) => ({ account: lease.owner, lanes: 1 })), ...reserved]
        const count = loads.reduce((sum, load) => sum + load.lanes, 0)
        assert.deepStrictEqual(
          [lanes.first, lanes.left, lanes.size, lanes.room(0)],
          [waiting[0], Math.max(0, 10 - taken.length - waiting.length), count, Math.max(0, 40 - count)]
        )
        assert.strictEqual(
          lanes.waitingSize,
          all.reduce((sum, { size }) => sum + size, 0)
        )
        assert.deepStrictEqual(countsOf(lanes.accounts.inFlight), countsOf(loads))
      }
      assert.deepStrictEqual(
        lanes.takeUnused(unused.length + 1, 1000).map(({ lease: { fence } }) => fence),
        unused
      )
    }
  )

  it("are not leased as events arrive where as many requests as there may be take long", () => {
    const lanes = new LeasedLanes({ concurrency: 2, lanesPerAccount: 2 })
    const [first, second] = [laneOf(1, 1), laneOf(2, 1)]
    for (const lane of [first, second]) {
      lanes.addArrived(lane)
      lanes.takeFirst()
      lanes.underWay.begin(lane)
    }
    assert.strictEqual(lanes.room(0), 0)
    lanes.underWay.end(first, 10)
    assert.strictEqual(lanes.room(1000), 6)
    lanes.underWay.begin(first)
    assert.deepStrictEqual([lanes.room(109), lanes.room(110)], [6, 0])
  })

  it("are found by their lease, if events may join them", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 2 })
    const [claimed, arrived] = [laneOf(1, 1), laneOf(2, 1)]
    lanes.addClaimed(claimed)
    lanes.addArrived(arrived)
    assert.deepStrictEqual([...lanes.arrivedOf(ownerOf(2))], [arrived])
    assert.isUndefined(lanes.laneOf(claimed.lease))
    assert.strictEqual(lanes.laneOf(arrived.lease), arrived)
    assert.isUndefined(lanes.laneOf({ ...arrived.lease, fence: 3 }), "it was leased again since")
    lanes.takeFirst()
    lanes.takeFirst()
    lanes.remove(arrived)
    assert.deepStrictEqual([...lanes.arrivedOf(ownerOf(2))], [])
  })

  it("that wait give up their turn when no more is to be sent", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 2 })
    const [claimed, arrived] = [laneOf(1, 1, 2, 3), laneOf(2, 1)]
    lanes.addClaimed(claimed)
    lanes.takeFirst()
    lanes.addArrived(arrived)
    lanes.giveBackWaiting()
    assert.deepStrictEqual(lanes.takeUnused(10, 1000), [{ lease: arrived.lease, waiting: 1 }])
    assert.deepStrictEqual([lanes.size, lanes.first], [1, undefined])
  })
})

describe("leases of lanes that have left", () => {
  it("are given back so many at a time, after what is to be settled of them, and again where that fails", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 10 })
    const leaseOf = (number: number) => batchOf(number).lease
    const [first, second, third, fourth] = [leaseOf(1), leaseOf(2), leaseOf(3), leaseOf(4)]
    for (const lease of [first, second, third, fourth]) lanes.refuse(lease)
    const take = (most: number, but?: ReadonlySet<Lease>) => lanes.takeUnused(most, 0, but).map(({ lease }) => lease)
    assert.deepStrictEqual(take(2, new Set([second])), [first, third])
    lanes.putBackUnused([first, third].map((lease) => ({ lease, waiting: 0 })))
    assert.deepStrictEqual(take(10), [first, third, second, fourth])
    assert.deepStrictEqual([take(10), lanes.areUnused], [[], false])
  })

  it("are given back with so many events that wait again, or one of more", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 10 })
    for (const lane of [laneOf(1, 1, 2, 3), laneOf(2, 1), laneOf(3, 1, 2), laneOf(4, 1)]) {
      lanes.addArrived(lane)
      lanes.takeFirst()
      lanes.giveBack(lane)
    }
    const take = () => lanes.takeUnused(10, 2).map(({ lease: { fence } }) => fence)
    assert.deepStrictEqual([take(), take(), take(), take()], [[1], [2], [3], [4]])
  })

  it("are those of lanes that have rested, unless something may join them", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 10 })
    const [first, second, third] = [laneOf(1, 1), laneOf(2, 1), laneOf(3, 1)]
    for (const [index, lane] of [first, second, third].entries()) {
      lanes.addArrived(lane)
      lanes.takeFirst()
      lane.settled(10 * index)
      lanes.rest(lane)
    }
    first.arriving = 1
    const rested = (now?: number) => {
      lanes.endRests(now)
      return lanes.takeUnused(10, 10).map(({ lease: { fence } }) => fence)
    }
    assert.deepStrictEqual([rested(59), rested(60), rested()], [[], [2], [3]])
    first.arriving = 0
    lanes.join(first, [pending(2)], 100)
    assert.deepStrictEqual([rested(), lanes.first], [[], first])
  })
})

describe("a leased lane", () => {
  it("sends its events in order, and those that join it after them", () => {
    const lane = laneOf(1, 1, 2, 3)
    const next = (now: number) => lane.next(now).events.map(({ event }) => event.id)
    const ids = (...events: ReadonlyArray<number>) => batchOf(1, ...events).events.map(({ event }) => event.id)
    assert.deepStrictEqual([next(1), lane.waiting], [ids(1, 2), 1])
    lane.join([pending(4), pending(5)], 2)
    assert.deepStrictEqual([next(3), next(4), lane.waiting, lane.size], [ids(3, 4), ids(5), 0, 0])
  })

  it("takes so many events at most, and none after its last start", () => {
    const lane = laneOf(1, 1, 2, 3)
    assert.deepStrictEqual([lane.takes(2, 5, 99), lane.takes(3, 5, 99), lane.takes(1, 5, 100)], [true, false, false])
  })

  it("asks for its lease to be renewed once half of its use is over, and goes on when that is settled", () => {
    const lane = laneOf(1, 1, 2, 3)
    const outcome = delivered(lane.next(1))
    assert.deepStrictEqual(lane.keep(outcome, true, 49), { ...outcome, keepsLease: true })
    lane.settled(50)
    assert.isFalse(lane.isOpen(100))
    assert.deepStrictEqual(lane.keep(outcome, false, 60), { ...outcome, keepsLease: true })
    const renewed = lane.keep(outcome, true, 60)
    assert.deepStrictEqual(renewed, { ...outcome, keepsLease: true, renewal: Duration.millis(100) })
    assert.isFalse(lane.isOpen(100), "not settled yet")
    lane.settled(90)
    assert.deepStrictEqual([lane.isOpen(159), lane.isOpen(160)], [true, false])
    lane.stop()
    assert.deepStrictEqual(lane.keep(outcome, true, 130), { ...outcome, keepsLease: true }, "no further request begins")
  })

  it("is busy once many events were sent of it, as long as it has all that waits", () => {
    const lane = laneOf(1, 1)
    lane.isWhole = true
    lane.next(0)
    assert.isFalse(lane.isBusy)
    lane.join(
      Array.from({ length: 63 }, (_, index) => pending(index + 2)),
      1
    )
    while (lane.waiting > 0) lane.next(2)
    assert.isTrue(lane.isBusy)
    lane.isWhole = false
    assert.isFalse(lane.isBusy)
  })

  it("does not rest for long, so that others can send what waits for it in the storage", () => {
    const lane = laneOf(1, 1)
    lane.next(0)
    lane.settled(10)
    lane.isResting = true
    assert.deepStrictEqual([lane.takes(1, 5, 59), lane.takes(1, 5, 60)], [true, false])
  })

  it("begins what it was claimed for, although its lease leaves no time for another request", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 2 })
    const lease = { duration: Duration.seconds(2), whole: 2000, use: 0 }
    const terms = { eventsPerBatch: 2, lease, leasedAt: 0, leasedSince: 0 }
    const lane = new LeasedLane(batchOf(1, 1, 2, 3), terms)
    lanes.addClaimed(lane)
    assert.deepStrictEqual([lane.begins(999), lane.begins(1000)], [true, false])
    lane.next(1)
    assert.isFalse(lane.begins(2))
    const late = new LeasedLane(batchOf(2, 1), { ...terms, leasedAt: 1999 })
    lanes.addClaimed(late)
    assert.deepStrictEqual([late.begins(1999), late.begins(2000)], [true, false], "until its lease is over")
  })
})
