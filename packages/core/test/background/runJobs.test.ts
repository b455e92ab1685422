/** Jobs in a process. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Latch, Logger, type Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Job } from "../../src/background/Job.ts"
import { JobIdleCheck, runJobs } from "../../src/background/runJobs.ts"
import { StorageError } from "../../src/storage/StorageError.ts"
import { dueIn, makeJobs, notDue } from "./madeUpJobs.ts"

const running = <A, E>(jobs: ReadonlyArray<Job<never>>, test: Effect.Effect<A, E, Scope.Scope>) => {
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
  return Effect.as(Effect.andThen(runJobs(jobs), test), lines).pipe(Effect.scoped, Effect.provide(logger))
}

/** Lets fibers do what they can at this time. */
const settled = Effect.repeat(Effect.yieldNow, { times: 100 })

const pass = (duration: Duration.Input) => Effect.andThen(settled, TestClock.adjust(duration))

const storageError = new StorageError({ operation: "Store.step", retryable: true, cause: "away" })

describe("jobs in a process", () => {
  it.effect("each sleeps until it is due, whatever the others do", () => {
    const { done, job } = makeJobs()
    const jobs = [
      job("hourly", [dueIn("1 hour")]),
      job("burst", [dueIn(0), dueIn(0), dueIn("2 hours")]),
      job("stuck", [Effect.never])
    ]
    return Effect.gen(function* () {
      yield* running(jobs, Effect.andThen(pass("1 hour"), pass("1 hour")))
      assert.deepStrictEqual(done.slice(0, 5).toSorted(), ["burst 0", "burst 0", "burst 0", "hourly 0", "stuck 0"])
      assert.deepStrictEqual(done.slice(5).toSorted(), ["burst 7200", "hourly 3600", "hourly 7200"])
    })
  })

  it.effect("all are done in the order in which they are due, however long a time passes at once", () => {
    const { done, job } = makeJobs()
    const jobs = [job("third", [dueIn("3 seconds")]), job("second", [dueIn("2 seconds")])]
    return Effect.gen(function* () {
      yield* running(jobs, Effect.andThen(pass(1), pass("7999 millis")))
      assert.deepStrictEqual(done.slice(2, 5), ["second 2", "third 3", "second 4"])
      assert.sameMembers(done.slice(5, 7), ["third 6", "second 6"])
      assert.deepStrictEqual(done.slice(7), ["second 8"])
    })
  })

  it.effect("one that is not due until there is something new looks for that, where others may bring it", () => {
    const { done, job } = makeJobs()
    return Effect.gen(function* () {
      yield* running([job("idle", [notDue])], TestClock.adjust("3 seconds"))
      assert.deepStrictEqual(done, ["idle 0", "idle 1", "idle 2", "idle 3"])
    })
  })

  it.effect("one that is never due again is left alone, where nobody else brings anything", () => {
    const { done, job } = makeJobs()
    return Effect.gen(function* () {
      yield* running([job("once", [notDue]), job("daily", [dueIn("1 day")])], TestClock.adjust("52 weeks"))
      assert.deepStrictEqual(
        done.filter((entry) => entry.startsWith("once")),
        ["once 0"]
      )
      assert.lengthOf(done, 366)
    }).pipe(Effect.provideService(JobIdleCheck, Duration.infinity))
  })

  it.effect("one is woken before it is due when there is something to do, also where that came during its step", () => {
    const { done, job } = makeJobs()
    const work = Latch.makeUnsafe(false)
    const takes = Effect.sync(() => work.closeUnsafe())
    const jobs = [
      job(
        "woken",
        [notDue, Effect.andThen(work.open, notDue), notDue, dueIn("1 day"), notDue].map((step) =>
          Effect.andThen(takes, step)
        ),
        {
          awaitWork: work.await
        }
      )
    ]
    const bring = Effect.andThen(pass("1 minute"), work.open)
    return Effect.gen(function* () {
      yield* running(
        jobs,
        Effect.gen(function* () {
          yield* bring
          yield* bring
          yield* bring
          yield* pass("1 second")
        })
      )
      assert.deepStrictEqual(done, ["woken 0", "woken 60", "woken 60", "woken 120", "woken 180"])
    }).pipe(Effect.provideService(JobIdleCheck, Duration.infinity))
  })

  it.effect("one that fails or dies is told once for each reason, tried again, and holds up no other", () => {
    const { done, job } = makeJobs()
    const defect = new Error("one defect")
    const another = new Error("another")
    const jobs = [
      job("fails", [Effect.fail(storageError)]),
      job("dies", [
        Effect.die(defect),
        Effect.die(defect),
        Effect.die(another),
        dueIn("5 seconds"),
        Effect.die(another)
      ]),
      job("works", [dueIn("10 seconds")])
    ]
    return Effect.gen(function* () {
      const lines = yield* running(jobs, TestClock.adjust("20 seconds"))
      assert.deepStrictEqual(
        done.filter((entry) => !entry.startsWith("works")),
        [0, 5, 10, 15, 20].flatMap((second) => [`fails ${second}`, `dies ${second}`])
      )
      assert.deepStrictEqual(
        done.filter((entry) => entry.startsWith("works")),
        ["works 0", "works 10", "works 20"]
      )
      assert.deepStrictEqual(
        lines.map((line) => line.split(" failed")[0]),
        ["fails", "dies", "dies", "dies"]
      )
    })
  })

  it.effect("all end with the scope", () => {
    const { done, job } = makeJobs()
    return Effect.gen(function* () {
      yield* running([job("ended", [dueIn("1 second")])], TestClock.adjust("1 second"))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(done, ["ended 0", "ended 1"])
    })
  })
})
