/** When workers are started again, and on which port. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { Worker } from "node:cluster"
import { EventEmitter } from "node:events"
import { makeSharedPort } from "../src/cli/process/cluster/makeSharedPort.ts"
import { replacementAfter } from "../src/cli/process/cluster/replacementAfter.ts"
import { startedAs } from "../src/cli/process/cluster/WorkerProcess.ts"

/** The pauses after workers that served so long, in milliseconds. */
const pausesAfter = (served: ReadonlyArray<Duration.Duration>): ReadonlyArray<number> => {
  let failures = 0
  return served.map((servedFor) => {
    const replacement = replacementAfter(failures, servedFor)
    failures = replacement.failures
    return Duration.toMillis(replacement.pause)
  })
}

describe("the pause before a worker is replaced", () => {
  const second = Duration.seconds(1)
  const week = Duration.weeks(1)

  it("doubles up to half a minute, while each fails soon after its start", () => {
    assert.deepStrictEqual(
      pausesAfter(Array.from({ length: 12 }, () => second)),
      [100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000]
    )
    assert.strictEqual(Duration.toSeconds(replacementAfter(100_000, second).pause), 30)
  })

  it("is short again for one that has served for a minute", () => {
    assert.deepStrictEqual(pausesAfter([second, second, second, week, second]), [100, 200, 400, 100, 200])
    assert.deepStrictEqual(pausesAfter([second, Duration.seconds(59), Duration.minutes(1)]), [100, 200, 100])
  })
})

describe("a worker that ends by itself", () => {
  const endOf = (...messages: ReadonlyArray<object>) => {
    const process = new EventEmitter()
    const worker = Object.assign(new EventEmitter(), { process })
    const { ended } = startedAs(worker as unknown as Worker, 1, () => {})
    for (const message of messages) worker.emit("message", message)
    process.emit("exit", 0, null)
    return ended
  }

  it.effect("has ended in order where its exit code says so", () =>
    Effect.gen(function* () {
      const reason = "it ended with exit code 0"
      assert.deepStrictEqual(yield* endOf(), { reason, isItsOwnMessage: false, isInOrder: true })
    })
  )

  it.effect("has not where it said that it cannot start, whatever its exit code is", () =>
    Effect.gen(function* () {
      const message = "The database cannot be opened"
      const ended = yield* endOf({ kind: "cannotStart", message })
      assert.deepStrictEqual(ended, { reason: message, isItsOwnMessage: true, isInOrder: false })
    })
  )
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
