/** How much memory is in use. */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Node.js hands out its garbage collector only where a flag says so. */
const collector = Effect.sync(() => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as () => void
})

/** Bytes on the heap and outside of it. */
export const memory = (): number => {
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

/** The memory that is still needed. Some things are let go of only a moment after they could be. */
export const collectedMemory: Effect.Effect<number> = Effect.gen(function* () {
  const collect = yield* collector
  for (let turn = 0; turn < 5; turn++) {
    collect()
    yield* TestClock.withLive(Effect.sleep(10))
  }
  return memory()
})
