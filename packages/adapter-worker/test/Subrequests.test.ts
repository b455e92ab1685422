/** How much one invocation sends. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Subrequests } from "../src/durableObject/Subrequests.ts"

describe("the requests of an invocation", () => {
  it.live("are enough once they are as many as may be made, counted anew for each invocation", () =>
    Effect.gen(function* () {
      const subrequests = new Subrequests(2)
      const isEnough = Effect.map(Effect.timeoutOption(subrequests.enough, 0), Option.isSome)
      subrequests.begin()
      yield* subrequests.count
      assert.isFalse(yield* isEnough)
      yield* subrequests.count
      assert.isTrue(yield* isEnough)
      subrequests.begin()
      assert.isFalse(yield* isEnough)
    })
  )
})
