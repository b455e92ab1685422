/** When workers are started again, and on which port. */
import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { makeSharedPort } from "../src/cli/process/cluster/makeSharedPort.ts"
import { failuresAfter, pauseAfter } from "../src/cli/process/cluster/pauseAfter.ts"

describe("the pause before a worker is replaced", () => {
  it("doubles up to half a minute, while each fails soon after its start", () => {
    const pauses: Array<number> = []
    for (let failures = 0; failures < 12; failures = failuresAfter(failures, Duration.seconds(1))) {
      pauses.push(Duration.toMillis(pauseAfter(failures)))
    }
    assert.deepStrictEqual(pauses, [100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000])
    assert.strictEqual(Duration.toSeconds(pauseAfter(100_000)), 30)
  })

  it("is short again for one that has served for a minute", () => {
    assert.strictEqual(failuresAfter(9, Duration.seconds(59)), 10)
    assert.strictEqual(failuresAfter(9, Duration.minutes(1)), 0)
  })
})

describe("the port of workers", () => {
  it("is the one that is given", () => {
    const port = makeSharedPort(8080)
    assert.isTrue(port.isShared("http://127.0.0.1:8080"))
    port.wasLeft()
    assert.strictEqual(port.next(), 8080)
  })

  it("is any for the first of them, and the same one for all others", () => {
    const port = makeSharedPort(0)
    // Nobody has listened yet.
    port.wasLeft()
    assert.strictEqual(port.next(), 0)
    assert.isTrue(port.isShared("http://127.0.0.1:40001"))
    assert.isFalse(port.isShared("http://127.0.0.1:40002"))
    assert.strictEqual(port.next(), 0)
    port.wasLeft()
    assert.strictEqual(port.next(), 40_001)
  })
})
