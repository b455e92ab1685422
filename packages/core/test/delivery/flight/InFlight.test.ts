import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { accountKey } from "../../../src/access/accountKey.ts"
import type { AccountLoad } from "../../../src/delivery/queue/claimRules.ts"
import { InFlight } from "../../../src/delivery/flight/InFlight.ts"
import type { LaneInFlight } from "../../../src/delivery/flight/LaneInFlight.ts"
import { owner } from "../../fixtures.ts"

/** Adds a lane or reserves some, or removes one of the lanes, or of what is reserved, by its place. */
const Step = Schema.Struct({ what: Schema.Literals(["add", "remove", "reserve", "release"]), number: Schema.Natural })

const ownerOf = (number: number) => owner(undefined, number % 3 === 0)

// Only which lane it is and whose matters here.
const lane = (number: number) => ({ fiber: number, lease: { owner: ownerOf(number) } }) as unknown as LaneInFlight

const takeOne = <A>(from: Array<A>, number: number): A | undefined => from.splice(number % from.length, 1)[0]

/** How many lanes by account. */
const countsOf = (loads: ReadonlyArray<AccountLoad>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { account, lanes } of loads)
    counts.set(accountKey(account), (counts.get(accountKey(account)) ?? 0) + lanes)
  return counts
}

describe("lanes in flight", () => {
  it.prop(
    "are those that were added and not removed, and take of the capacity with what is reserved",
    [Schema.Array(Step)],
    ([steps]) => {
      const inFlight = new InFlight({ concurrency: 10, lanesPerAccount: 2 })
      const lanes: Array<LaneInFlight> = []
      const reserved: Array<AccountLoad> = []
      for (const { number, what } of steps) {
        if (what === "add") lanes.push(inFlight.add(lane(number)))
        if (what === "reserve") {
          const load = { account: ownerOf(number), lanes: 1 + (number % 4) }
          inFlight.reserve(load)
          reserved.push(load)
        }
        const removed = what === "remove" ? takeOne(lanes, number) : undefined
        if (removed !== undefined) inFlight.remove(removed)
        const released = what === "release" ? takeOne(reserved, number) : undefined
        if (released !== undefined) inFlight.release(released)

        assert.strictEqual(inFlight.size, lanes.length)
        assert.sameMembers(
          [...inFlight.fibers],
          lanes.map(({ fiber }) => fiber)
        )
        const loads = [...lanes.map(({ lease }) => ({ account: lease.owner, lanes: 1 })), ...reserved]
        assert.strictEqual(inFlight.left, Math.max(0, 10 - loads.reduce((sum, load) => sum + load.lanes, 0)))
        const counts = countsOf(loads)
        assert.deepStrictEqual(countsOf(inFlight.accounts.inFlight), counts)
        assert.sameMembers(
          inFlight.accounts.full.map(accountKey),
          [...counts].flatMap(([key, count]) => (count >= 2 ? [key] : []))
        )
      }
    }
  )
})
