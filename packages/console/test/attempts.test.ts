/** Attempts to log in are counted, and what was counted does not stay in memory. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Attempts } from "../src/server/session/Attempts.ts"

const requestFrom = (address: string) =>
  HttpServerRequest.fromWeb(new Request("http://localhost/console/session")).modify({
    remoteAddress: Option.some(address)
  })

/** Bytes in use, without what nobody refers to. */
const used = (): number => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  return process.memoryUsage().heapUsed
}

describe("attempts to log in", () => {
  it.effect("are forgotten once their address may try as often as a new one", () =>
    Effect.gen(function* () {
      const attempts = yield* Attempts
      const before = used()
      for (let round = 0; round < 20; round++) {
        // So long that addresses which are kept are seen in the memory: 20 MB of them.
        for (let caller = 0; caller < 1000; caller++) {
          yield* attempts.take(requestFrom(`${"f".repeat(1000)} ${round} ${caller}`), "key")
        }
        yield* TestClock.adjust("3 seconds")
      }
      assert.isBelow(used() - before, 10_000_000)
      // It still counts.
      assert.isUndefined(yield* attempts.take(requestFrom("192.0.2.1"), "link"))
    }).pipe(Effect.provide(Attempts.layer))
  )

  it.effect("with links and with keys are counted apart", () =>
    Effect.gen(function* () {
      const attempts = yield* Attempts
      const request = requestFrom("192.0.2.1")
      for (let count = 0; count < 30; count++) assert.isUndefined(yield* attempts.take(request, "link"))
      assert.isDefined(yield* attempts.take(request, "link"))
      assert.isUndefined(yield* attempts.take(request, "key"))
    }).pipe(Effect.provide(Attempts.layer))
  )

  it.effect("are counted in all where they failed, and count for no others then", () =>
    Effect.gen(function* () {
      const attempts = yield* Attempts
      for (let count = 0; count < 300; count++) assert.isUndefined(yield* attempts.fail("key"))
      assert.isDefined(yield* attempts.fail("key"))
      assert.isUndefined(yield* attempts.take(requestFrom("192.0.2.1"), "key"))
    }).pipe(Effect.provide(Attempts.layer))
  )
})
