import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Batch } from "../../src/delivery/DeliveryQueue.ts"
import { InFlight, type RequestInFlight } from "../../src/delivery/InFlight.ts"

/** Adds a request, or removes the one at a place among those that are there. */
const Step = Schema.Union([Schema.Literal("add"), Schema.Natural])

// Only which batch it is matters here.
const batch = (failures: number) => ({ failures }) as Batch

describe("requests in flight", () => {
  it.prop("are those that were added and not removed", [Schema.Array(Step)], ([steps]) => {
    const inFlight = new InFlight()
    const expected: Array<RequestInFlight> = []
    for (const [index, step] of steps.entries()) {
      if (step === "add") expected.push(inFlight.add(batch(index)))
      else if (expected.length > 0) inFlight.remove(expected.splice(step % expected.length, 1)[0]!)
      assert.strictEqual(inFlight.size, expected.length)
      assert.sameMembers(
        [...inFlight.batches],
        expected.map((request) => request.batch)
      )
    }
  })
})
