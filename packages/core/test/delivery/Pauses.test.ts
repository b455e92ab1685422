import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { Pauses } from "../../src/delivery/Pauses.ts"

/** Of milliseconds. */
const at = (time: number) => BigInt(time) * 1_000_000n

const left = (pauses: Pauses, time: number) => Duration.toMillis(pauses.left(at(time)))

describe("pauses between steps", () => {
  it("last as many times as long as the step did", () => {
    const pauses = new Pauses(3)
    assert.strictEqual(left(pauses, 10), 0, "none has begun")
    pauses.begin(at(0), at(10))
    assert.deepStrictEqual(
      [10, 15, 39, 40, 50].map((time) => left(pauses, time)),
      [30, 25, 1, 0, 0]
    )
  })

  it("are none after a step that took no time, and never long", () => {
    const pauses = new Pauses(0.5)
    pauses.begin(at(10), at(10))
    assert.strictEqual(left(pauses, 10), 0)
    pauses.begin(at(10), at(11))
    assert.strictEqual(left(pauses, 11), 0.5)
    pauses.begin(at(20), at(60_000))
    assert.strictEqual(left(pauses, 60_000), 250)
  })
})
