import { assert, describe, it } from "@effect/vitest"
import { Duration, Option, Schema } from "effect"
import type { LeasedLane } from "../../../src/delivery/flight/LeasedLane.ts"
import { UnderWay } from "../../../src/delivery/flight/UnderWay.ts"
import { owner } from "../../fixtures.ts"

// As delivery guarantees has them.
const youngAtOnce = 64
const youngFor = 5
const most = 300

/** Some requests begin as far as they may, some end, or some ticks pass. `place` says where the first that ends is. */
const Step = Schema.Struct({
  what: Schema.Literals(["begin", "end", "tick"]),
  many: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
  place: Schema.Natural
})

// Only which lane it is matters here, and whose.
const laneOf = (sandbox = false) =>
  ({ begunAt: 0, place: 0, lease: { owner: owner(undefined, sandbox) } }) as LeasedLane

/** Begins so many, or until no other may; gives them. */
const begin = (underWay: UnderWay, many: number): ReadonlyArray<LeasedLane> => {
  const lanes: Array<LeasedLane> = []
  while (lanes.length < many && underWay.hasRoom) {
    const lane = laneOf()
    underWay.begin(lane)
    lanes.push(lane)
  }
  return lanes
}

const passTicks = (underWay: UnderWay, many: number): void => {
  for (let tick = 0; tick < many; tick++) underWay.tick()
}

describe("requests under way", () => {
  it.prop(
    "may be more as long as no more than so many are young, or than are old, and so many in all",
    [Schema.Array(Step)],
    ([steps]) => {
      const underWay = new UnderWay({ concurrency: most, lanesPerAccount: most })
      const requests: Array<{ readonly lane: LeasedLane; readonly at: number }> = []
      let [now, lastEnd] = [0, Number.NEGATIVE_INFINITY]
      const young = () => requests.filter(({ at }) => now - at < youngFor)
      const room = () =>
        Math.min(most - requests.length, Math.max(youngAtOnce, requests.length - young().length) - young().length)
      for (const { many, place, what } of steps) {
        if (what === "begin") {
          // One more that is young makes no other old.
          const expected = Math.min(many, Math.max(0, room()))
          const begun = begin(underWay, many)
          assert.lengthOf(begun, expected)
          requests.push(...begun.map((lane) => ({ lane, at: now })))
        }
        if (what === "end") {
          for (const { lane } of requests.splice(place % (requests.length + 1), many)) {
            underWay.end(lane, now)
            lastEnd = now
          }
        }
        if (what === "tick") {
          now += many % (2 * youngFor)
          passTicks(underWay, many % (2 * youngFor))
        }

        assert.deepStrictEqual([underWay.size, underWay.hasRoom], [requests.length, room() > 0])
        const [oldest] = young()
        const waits = oldest !== undefined && room() <= 0 && requests.length < most
        const growsIn = waits ? Option.some(Duration.millis(oldest.at + youngFor - now)) : Option.none()
        assert.deepStrictEqual(underWay.growsIn, growsIn)
        const isFull = requests.length === most
        assert.strictEqual(Duration.toMillis(underWay.looksIn), oldest === undefined ? 100 : 1)
        assert.deepStrictEqual(
          [underWay.isStuck(lastEnd + 99), underWay.isStuck(lastEnd + 100)],
          [isFull && lastEnd === Number.NEGATIVE_INFINITY, isFull]
        )
      }
    }
  )

  it("to fast receivers are never more than so many", () => {
    const underWay = new UnderWay({ concurrency: most, lanesPerAccount: most })
    for (let sent = 0; sent < 1000;) {
      const next = begin(underWay, 1000)
      assert.isAtMost(next.length, youngAtOnce)
      passTicks(underWay, youngFor - 1)
      for (const one of next) underWay.end(one, 0)
      sent += next.length
    }
  })

  it("become twice as many again and again where none of them ends", () => {
    const underWay = new UnderWay({ concurrency: most, lanesPerAccount: most })
    const sizes = [0, 1, 2, 3, 4].map(() => {
      begin(underWay, most)
      passTicks(underWay, youngFor)
      return underWay.size
    })
    assert.deepStrictEqual(sizes, [64, 128, 256, 300, 300])
  })

  it("are as many as ever beside hanging ones", () => {
    const underWay = new UnderWay({ concurrency: most, lanesPerAccount: most })
    begin(underWay, most)
    passTicks(underWay, youngFor)
    for (let time = 0; time < 3; time++) {
      const next = begin(underWay, most)
      assert.lengthOf(next, youngAtOnce)
      for (const one of next) underWay.end(one, 0)
    }
  })

  it("of an account are no more than its share, whatever others have", () => {
    const underWay = new UnderWay({ concurrency: most, lanesPerAccount: 2 })
    const [first, second, other] = [laneOf(), laneOf(), laneOf(true)]
    for (const lane of [first, second, other]) {
      assert.isTrue(underWay.hasRoomFor(lane.lease.owner))
      underWay.begin(lane)
    }
    assert.isFalse(underWay.hasRoomFor(first.lease.owner))
    assert.isTrue(underWay.hasRoomFor(other.lease.owner))
    underWay.end(second, 0)
    assert.isTrue(underWay.hasRoomFor(first.lease.owner))
  })
})
