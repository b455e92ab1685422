/** Jobs that do what a test says, and note when. */
import { Clock, Duration, Effect } from "effect"
import type { Job } from "../../src/background/Job.ts"
import type { StorageError } from "../../src/storage/StorageError.ts"

type Step = Effect.Effect<Duration.Input | undefined, StorageError>

export const makeJobs = () => {
  const done: Array<string> = []
  const job = (
    name: string,
    steps: ReadonlyArray<Step>,
    more: Partial<Omit<Job<never>, "name" | "step">> = {}
  ): Job<never> => {
    let next = 0
    return {
      name,
      problem: `${name} failed`,
      retryAfter: Duration.seconds(5),
      step: Effect.gen(function* () {
        done.push(`${name} ${(yield* Clock.currentTimeMillis) / 1000}`)
        const dueIn = yield* steps[Math.min(next++, steps.length - 1)]!
        return dueIn === undefined ? undefined : Duration.fromInputUnsafe(dueIn)
      }),
      ...more
    }
  }
  return {
    /** What was done, and at which second. */
    done,
    /** Its steps, one after the other; the last one again and again. */
    job
  }
}

export const dueIn = (input: Duration.Input): Step => Effect.succeed(input)
export const notDue: Step = Effect.undefined
