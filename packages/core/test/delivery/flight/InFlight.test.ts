import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { InFlight } from "../../../src/delivery/flight/InFlight.ts"
import type { LaneInFlight } from "../../../src/delivery/flight/LaneInFlight.ts"

/** Adds a lane, or removes one of the lanes by its place. */
const Step = Schema.Union([Schema.Literal("add"), Schema.Natural])

// Only which lane it is matters here.
const lane = (number: number) => ({ fiber: number }) as unknown as LaneInFlight

describe("lanes in flight", () => {
  it.prop("are those that were added and not removed", [Schema.Array(Step)], ([steps]) => {
    const inFlight = new InFlight({ concurrency: 0, lanesPerAccount: 0 })
    const expected: Array<LaneInFlight> = []
    for (const [index, step] of steps.entries()) {
      if (step === "add") expected.push(inFlight.add(lane(index)))
      else if (expected.length > 0) inFlight.remove(expected.splice(step % expected.length, 1)[0]!)
      assert.strictEqual(inFlight.size, expected.length)
      assert.sameMembers(
        [...inFlight.fibers],
        expected.map(({ fiber }) => fiber)
      )
    }
  })
})
