/** What is said of a call that fails in none of the ways that answers fail. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CommandFailed } from "../src/cli/CommandFailed.ts"
import { explained } from "../src/cli/connection/explained.ts"
import { ServiceUnavailable } from "../src/cli/connection/ServiceUnavailable.ts"

const url = "http://127.0.0.1:8080"

describe("a call of a service", () => {
  it.effect("is given up when the service says nothing", () =>
    Effect.gen(function* () {
      const asking = yield* Effect.forkChild(Effect.flip(explained(url)(Effect.never)))
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 second")
      const failure = yield* Fiber.join(asking)
      assert.instanceOf(failure, ServiceUnavailable)
      assert.strictEqual(failure.message, `The service at ${url} has not answered within 1m`)
    })
  )

  it.effect("keeps the words of a command, and has some for what is no answer of the service", () =>
    Effect.gen(function* () {
      const own = new CommandFailed({ message: "It is wrong" })
      assert.strictEqual(yield* Effect.flip(explained(url)(Effect.fail(own))), own)
      const other = yield* Effect.flip(explained(url)(Effect.fail("nonsense")))
      assert.strictEqual(other.message, `What answers at ${url} is no service of this version`)
    })
  )
})
