/** Jobs on a platform that calls when it is time. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Job } from "../../src/background/Job.ts"
import { makePass, type PassOptions } from "../../src/background/makePass.ts"
import { StorageError } from "../../src/storage/StorageError.ts"
import { dueIn, makeJobs, notDue } from "./madeUpJobs.ts"

const hour = Duration.toMillis("1 hour")

const passOver = (
  jobs: ReadonlyArray<Job<never>>,
  done: Array<string>,
  knownWork?: PassOptions<never>["knownWork"],
  steps = 3
) =>
  makePass(jobs, {
    deliver: Effect.sync(() => void done.push("delivery")),
    steps,
    within: "30 seconds",
    ...(knownWork && { knownWork })
  })

/** What a pass does. */
const taken = <A, E>(done: Array<string>, run: Effect.Effect<A, E>) =>
  Effect.map(run, () => done.splice(0).map((entry) => entry.split(" ")[0]))

describe("a pass", () => {
  it.effect("does what makes events due, delivers them, and does the rest, in the order of the list", () => {
    const { done, job } = makeJobs()
    const jobs = [
      job("tidies", [notDue]),
      job("feeds", [notDue], { feedsDelivery: true }),
      job("feeds more", [notDue], { feedsDelivery: true }),
      job("tidies more", [notDue])
    ]
    return Effect.gen(function* () {
      yield* passOver(jobs, done).run
      assert.deepStrictEqual(done, ["feeds 0", "feeds more 0", "delivery", "tidies 0", "tidies more 0"])
    })
  })

  it.effect("does what is due by its own word, and looks at what waits for something new", () => {
    const { done, job } = makeJobs()
    const jobs = [job("hourly", [dueIn("1 hour")]), job("idle", [notDue]), job("never", [dueIn(Infinity)])]
    const { nextDue, run } = passOver(jobs, done)
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* taken(done, run), ["delivery", "hourly", "idle", "never"])
      assert.strictEqual(nextDue(), hour)
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(yield* taken(done, run), ["delivery", "idle"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* taken(done, run), ["delivery", "hourly", "idle"])
      assert.strictEqual(nextDue(), 2 * hour)
    })
  })

  it.effect("knows of no next one where nothing is due before there is something new", () => {
    const { done, job } = makeJobs()
    const { nextDue, run } = passOver([job("idle", [notDue])], done)
    return Effect.gen(function* () {
      assert.strictEqual(nextDue(), 0, "nobody knows anything of a job that was never done")
      yield* run
      assert.strictEqual(nextDue(), Infinity)
    })
  })

  it.effect("is due for the earliest that the storage knows of, no sooner than the job has said", () => {
    const { done, job } = makeJobs()
    let known: Readonly<Record<string, number | null>> = { delivery: 5 * hour, daily: 3 * hour, idle: null }
    const jobs = [job("daily", [dueIn("1 day")]), job("idle", [notDue])]
    const { nextDue, run } = passOver(jobs, done, () => known)
    return Effect.gen(function* () {
      assert.strictEqual(nextDue(), 3 * hour)
      assert.deepStrictEqual(yield* taken(done, run), ["delivery"], "the storage knows that nothing else is due")
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual(yield* taken(done, run), ["delivery", "daily"])
      assert.strictEqual(nextDue(), 5 * hour)
      known = { delivery: null, daily: 3 * hour, idle: null }
      assert.strictEqual(nextDue(), 27 * hour)
      known = { delivery: null, daily: null, idle: null }
      assert.strictEqual(nextDue(), Infinity)
      known = { ...known, idle: 4 * hour }
      assert.strictEqual(nextDue(), 4 * hour)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* taken(done, run), ["delivery", "idle"])
      known = { ...known, idle: null }
      assert.deepStrictEqual(yield* taken(done, run), ["delivery"], "also of a job that was done before")
    })
  })

  it.effect("is bounded in steps of each job and in time", () => {
    const { done, job } = makeJobs()
    const jobs = [
      job("much", [dueIn(0)], { feedsDelivery: true }),
      job("slow", [Effect.andThen(TestClock.adjust("20 seconds"), dueIn(0))]),
      job("pauses", [dueIn(1)])
    ]
    const { nextDue, run } = passOver(jobs, done)
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* taken(done, run), ["much", "much", "much", "delivery", "slow", "slow", "pauses"])
      assert.strictEqual(nextDue(), 0, "what is left is for the next one")
      assert.deepStrictEqual(yield* taken(done, passOver(jobs, done, undefined, 1).run), [
        "much",
        "delivery",
        "slow",
        "pauses"
      ])
    })
  })

  describe("that may wait", () => {
    const patient = (jobs: ReadonlyArray<Job<never>>, done: Array<string>, steps: number, delivers = Effect.void) =>
      makePass(jobs, {
        deliver: Effect.andThen(
          Effect.sync(() => void done.push("delivery")),
          delivers
        ),
        steps,
        within: "50 seconds",
        patience: "1 second"
      })

    /** A pass to its end, and how many seconds it took. */
    const lasting = Effect.fnUntraced(function* (run: Effect.Effect<void, StorageError>) {
      const fiber = yield* Effect.forkChild(run)
      let seconds = 0
      for (; seconds < 100 && fiber.pollUnsafe() === undefined; seconds++) yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
      return seconds
    })

    // As resends are: a step, and looks until the next one is due.
    const busy = [dueIn(0), ...Array.from({ length: 20 }, () => dueIn("50 millis"))]
    const resends = Array.from({ length: 100 }, () => busy).flat()

    const stepsIn = (done: ReadonlyArray<string>, name: string) =>
      new Set(done.filter((entry) => entry.startsWith(name)).map((entry) => Math.floor(Number(entry.split(" ")[1]))))

    it.effect("goes on with a job whose next step is soon, after it has delivered, until its time is over", () => {
      const { done, job } = makeJobs()
      const jobs = [job("resends", resends, { feedsDelivery: true }), job("removes", [dueIn("100 millis")])]
      return Effect.gen(function* () {
        const seconds = yield* lasting(patient(jobs, done, 60).run)
        assert.isAtMost(seconds, 51)
        assert.isAtLeast(stepsIn(done, "resends").size, 48)
        assert.isBelow(done.indexOf("delivery"), 4, "events do not wait for it")
        assert.lengthOf(
          done.filter((entry) => entry.startsWith("removes")),
          11,
          "waits for each job a second in a row"
        )
      })
    })

    it.effect("waits for no further step where delivery took all of its time", () => {
      const { done, job } = makeJobs()
      const jobs = [job("resends", resends, { feedsDelivery: true })]
      return Effect.gen(function* () {
        assert.strictEqual(yield* lasting(patient(jobs, done, 60, Effect.sleep("50 seconds")).run), 50)
        assert.deepStrictEqual(done.slice(-1), ["delivery"])
      })
    })

    it.effect("ends after the steps that each job may do", () => {
      const { done, job } = makeJobs()
      return Effect.gen(function* () {
        assert.isAtMost(yield* lasting(patient([job("resends", resends)], done, 3).run), 3)
        assert.strictEqual(stepsIn(done, "resends").size, 3)
      })
    })

    it.effect("waits for nothing that is due later, or when there is something new, or has failed", () => {
      const { done, job } = makeJobs()
      const failed = Effect.fail(new StorageError({ operation: "fails", retryable: true, cause: "away" }))
      const jobs = [
        job("later", [dueIn("1001 millis")]),
        job("idle", [notDue]),
        job("never", [dueIn(Infinity)]),
        job("fails", [dueIn("10 millis"), failed, notDue])
      ]
      return Effect.gen(function* () {
        const { run } = patient(jobs, done, 60)
        const fiber = yield* Effect.forkChild(Effect.exit(run))
        yield* TestClock.adjust("1 second")
        assert.isTrue(Exit.isFailure(yield* Fiber.join(fiber)))
        assert.deepStrictEqual(done, ["delivery", "later 0", "idle 0", "never 0", "fails 0", "fails 0.01"])
      })
    })
  })

  it.effect("does what makes events due for half of its time at most before it delivers", () => {
    const { done, job } = makeJobs()
    const slow = [Effect.andThen(TestClock.adjust("10 seconds"), dueIn(0))]
    const jobs = [job("feeds", slow, { feedsDelivery: true }), job("feeds more", slow, { feedsDelivery: true })]
    return Effect.gen(function* () {
      yield* passOver(jobs, done, undefined, 60).run
      assert.deepStrictEqual(done, ["feeds 0", "feeds 10", "feeds more 20", "delivery"])
    })
  })

  it.effect(
    "does the rest where a job fails or dies or nothing can be delivered, and then fails once with all of it",
    () => {
      const { done, job } = makeJobs()
      const error = (operation: string) => new StorageError({ operation, retryable: true, cause: "away" })
      const jobs = [
        job("fails", [Effect.fail(error("fails")), notDue], { feedsDelivery: true }),
        job("dies", [Effect.die("a defect"), notDue]),
        job("works", [dueIn("1 hour")])
      ]
      const { run } = makePass(jobs, { deliver: Effect.fail(error("delivery")), steps: 3, within: "30 seconds" })
      return Effect.gen(function* () {
        const exit = yield* Effect.exit(run)
        assert.deepStrictEqual(done.splice(0), ["fails 0", "dies 0", "works 0"])
        const reasons = Exit.isFailure(exit) ? exit.cause.reasons : []
        assert.deepStrictEqual(
          reasons.map((reason) =>
            Cause.isFailReason(reason) ? reason.error.operation : Cause.isDieReason(reason) && reason.defect
          ),
          ["fails", "delivery", "a defect"]
        )
        yield* Effect.exit(run)
        assert.deepStrictEqual(
          done,
          ["fails 0", "dies 0"],
          "what failed is tried by the next pass, what did not is not due"
        )
      })
    }
  )
})
