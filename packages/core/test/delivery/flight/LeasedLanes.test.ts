import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { accountKey } from "../../../src/access/accountKey.ts"
import { LeasedLane } from "../../../src/delivery/flight/LeasedLane.ts"
import { LeasedLanes } from "../../../src/delivery/flight/LeasedLanes.ts"
import type { AccountLoad } from "../../../src/delivery/queue/claimRules.ts"
import type { Batch } from "../../../src/delivery/queue/DeliveryQueue.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { owner, pending, sealedSecret, uuid } from "../../fixtures.ts"

/** What happens to the lanes, by their place among those that it can happen to. */
const Step = Schema.Struct({
  what: Schema.Literals([
    "claimed",
    "arrived",
    "begin",
    "rest",
    "wait",
    "join",
    "remove",
    "leave",
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
  new LeasedLane(batchOf(number, ...events), { eventsPerBatch: 2, leasedAt: 0, lastStart: 100 })

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
    "are in flight, wait, or rest, and take of the capacity with what is reserved",
    [Schema.Array(Step)],
    ([steps]) => {
      const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 2 })
      const sending: Array<LeasedLane> = []
      const waiting: Array<LeasedLane> = []
      const resting: Array<LeasedLane> = []
      const unused: Array<number> = []
      const reserved: Array<AccountLoad> = []
      let next = 1
      for (const { number, what } of steps) {
        const lane = laneOf(next++, 1)
        if (what === "claimed") sending.push(lanes.add(lane))
        if (what === "arrived") {
          lanes.addArrived(lane)
          waiting.push(lane)
        }
        if (what === "begin") {
          const first = waiting.shift()
          assert.strictEqual(lanes.takeNext(), first)
          if (first !== undefined) sending.push(first)
        }
        if (what === "reserve") {
          const load = { account: ownerOf(number), lanes: 1 + (number % 4) }
          lanes.reserve(load)
          reserved.push(load)
        }
        const released = what === "release" ? takeOne(reserved, number) : undefined
        if (released !== undefined) lanes.release(released)
        const inFlight = what === "rest" || what === "remove" || what === "leave" ? takeOne(sending, number) : undefined
        if (inFlight !== undefined) {
          if (what === "rest") {
            lanes.rest(inFlight)
            resting.push(inFlight)
          } else if (what === "remove") lanes.remove(inFlight)
          else {
            lanes.leave(inFlight)
            unused.push(inFlight.lease.fence)
          }
        }
        const rested = what === "wait" || what === "join" || what === "giveBack" ? takeOne(resting, number) : undefined
        if (rested !== undefined) {
          if (what === "giveBack") {
            lanes.giveBack(rested)
            unused.push(rested.lease.fence)
          } else {
            if (what === "wait") lanes.waitForTurn(rested)
            else lanes.join(rested, [pending(2)], 1)
            waiting.push(rested)
          }
        }

        const all = [...sending, ...waiting, ...resting]
        assert.deepStrictEqual([lanes.inFlight, lanes.left], [sending.length, Math.max(0, 10 - sending.length)])
        const loads = [...all.map(({ lease }) => ({ account: lease.owner, lanes: 1 })), ...reserved]
        const count = loads.reduce((sum, load) => sum + load.lanes, 0)
        lanes.noteEnd(0)
        assert.deepStrictEqual([lanes.size, lanes.room(99)], [count, Math.max(0, 40 - count)])
        if (sending.length >= 10) assert.strictEqual(lanes.room(100), 0, "no request has ended lately")
        assert.strictEqual(
          lanes.payloads,
          all.reduce((sum, { size }) => sum + size, 0)
        )
        assert.deepStrictEqual(countsOf(lanes.accounts.inFlight), countsOf(loads))
      }
      assert.deepStrictEqual(
        lanes.takeUnused(unused.length + 1).map(({ fence }) => fence),
        unused
      )
    }
  )

  it("are found by their lease, if events may join them", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 2 })
    const [claimed, arrived] = [laneOf(1, 1), laneOf(2, 1)]
    lanes.add(claimed)
    lanes.addArrived(arrived)
    assert.deepStrictEqual([...lanes.arrivedOf(ownerOf(2))], [arrived])
    assert.isUndefined(lanes.laneOf(claimed.lease))
    assert.strictEqual(lanes.laneOf(arrived.lease), arrived)
    assert.isUndefined(lanes.laneOf({ ...arrived.lease, fence: 3 }), "it was leased again since")
    lanes.remove(lanes.takeNext()!)
    assert.deepStrictEqual([...lanes.arrivedOf(ownerOf(2))], [])
  })

  it("that wait give up their turn when no more is to be sent, and the others their next one", () => {
    const lanes = new LeasedLanes({ concurrency: 10, lanesPerAccount: 2 })
    const [claimed, arrived] = [laneOf(1, 1, 2, 3), laneOf(2, 1)]
    lanes.add(claimed)
    lanes.addArrived(arrived)
    assert.isTrue(claimed.goesOn(1))
    lanes.stop()
    assert.isFalse(claimed.goesOn(1))
    assert.deepStrictEqual(lanes.takeUnused(10), [arrived.lease])
    assert.deepStrictEqual([lanes.size, lanes.takeNext()], [1, undefined])
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
})
