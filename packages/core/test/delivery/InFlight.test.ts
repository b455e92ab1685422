import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { InFlight, type LaneInFlight } from "../../src/delivery/InFlight.ts"
import type { Turn } from "../../src/delivery/Turn.ts"

/** Adds a lane, or removes one of the lanes by its place. */
const Step = Schema.Union([Schema.Literal("add"), Schema.Natural])

// Only which lane it is matters here.
const turn = (fence: number) => ({ lease: { fence } }) as Turn

describe("lanes in flight", () => {
  it.prop("are those that were added and not removed", [Schema.Array(Step)], ([steps]) => {
    const inFlight = new InFlight()
    const expected: Array<LaneInFlight> = []
    for (const [index, step] of steps.entries()) {
      if (step === "add") expected.push(inFlight.add(turn(index)))
      else if (expected.length > 0) inFlight.remove(expected.splice(step % expected.length, 1)[0]!)
      assert.strictEqual(inFlight.size, expected.length)
      assert.sameMembers(
        [...inFlight.leases],
        expected.map((lane) => lane.turn.lease)
      )
    }
  })
})
