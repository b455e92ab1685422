/** Jobs in a process: each in a fiber of its own, which sleeps until the job is due. */
import { Context, Duration, Effect, type Scope } from "effect"
import { repeatForever } from "../storage/repeatForever.ts"
import type { Job } from "./Job.ts"

/**
 * How long a job with nothing to do sleeps, unless it is woken: another process over the same storage may give it something.
 * Infinite where there is none.
 */
export const JobIdleCheck = Context.Reference<Duration.Duration>("@sellerkit/core/background/JobIdleCheck", {
  // our choice: short enough that a caller who asks for work sees it begin.
  defaultValue: () => Duration.seconds(1)
})

const stepAndSleep = Effect.fnUntraced(function* <R>({ awaitWork = Effect.never, step }: Job<R>) {
  const dueIn = (yield* step) ?? (yield* JobIdleCheck)
  if (!Duration.isZero(dueIn)) yield* Effect.timeoutOption(awaitWork, dueIn)
})

/** Runs the jobs until the scope closes, whatever fails. */
export const runJobs = <R>(jobs: ReadonlyArray<Job<R>>): Effect.Effect<void, never, R | Scope.Scope> =>
  Effect.forEach(jobs, (job) => Effect.forkScoped(repeatForever(stepAndSleep(job), job.problem, job.retryAfter)), {
    discard: true
  })
