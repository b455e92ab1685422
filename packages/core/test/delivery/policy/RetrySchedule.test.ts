/** The interval grows from 10 seconds to 15 minutes; then the event is dropped (Delivery rules, rule 2). */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Result, Schema } from "effect"
import {
  documentedRetrySchedule,
  isSpent,
  mostAttempts,
  type RetrySchedule,
  RetryScheduleFromInput,
  RetryScheduleJson,
  timeOfAttempts,
  waitAfter
} from "../../../src/delivery/policy/RetrySchedule.ts"

const documented = documentedRetrySchedule

const seconds = (failures: number): number => Duration.toSeconds(waitAfter(failures, documented))

const anyFailures = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

describe("the documented wait after a failure", () => {
  it.each([
    [1, 10],
    [2, 20],
    [3, 40],
    [4, 80],
    [5, 160],
    [6, 320],
    [7, 640],
    [8, 900],
    [9, 900],
    [10, 900],
    [1000, 900]
  ])("number %i is %i seconds", (failures, expected) => {
    assert.strictEqual(seconds(failures), expected)
  })

  it.prop("never falls and never exceeds 15 minutes", [anyFailures, anyFailures], ([one, other]) => {
    const [fewer, more] = one < other ? [one, other] : [other, one]
    assert.isAtMost(seconds(fewer), seconds(more))
    assert.isAtMost(seconds(more), 900)
  })

  it.prop("is never shorter than 10 seconds", [anyFailures], ([failures]) => {
    assert.isAtLeast(seconds(failures), 10)
  })
})

describe("the attempts of an event", () => {
  it("are nine: the last is the one after the first wait of 15 minutes", () => {
    assert.strictEqual(mostAttempts(documented), 9)
  })

  it("are over after 36 minutes and 10 seconds", () => {
    assert.strictEqual(Duration.format(timeOfAttempts(documented)), "36m 10s")
  })

  it.each([
    [1, false],
    [8, false],
    [9, true],
    [10, true]
  ])("after %i failures are spent: %s", (attempts, spent) => {
    assert.strictEqual(isSpent(attempts, documented), spent)
  })

  it.each([
    ["an hour of the longest wait", { longestWaitFor: "1 hour" }, 12, "1h 21m 10s"],
    ["a day of it", { longestWaitFor: "1 day" }, 104, "1d 21m 10s"],
    ["less than the longest wait of it", { longestWaitFor: "1 minute" }, 9, "36m 10s"],
    ["one length of wait", { firstWait: "1 minute", longestWait: "1 minute", factor: 1 }, 16, "15m"],
    ["waits that grow slowly", { firstWait: "1 second", longestWait: "2 seconds", factor: 1.5 }, 453, "15m 2s 500ms"]
  ])("with %s", (_, given, attempts, time) => {
    const schedule = Schema.decodeUnknownSync(RetryScheduleFromInput)(given)
    assert.strictEqual(mostAttempts(schedule), attempts)
    assert.strictEqual(Duration.format(timeOfAttempts(schedule)).split(" ").slice(0, 3).join(" "), time)
  })
})

const problemOf = (given: unknown): string | undefined =>
  Result.match(Schema.decodeUnknownResult(RetryScheduleFromInput)(given), {
    onFailure: ({ message }) => message,
    onSuccess: () => undefined
  })

describe("a schedule", () => {
  it("is the documented one where nothing is said", () => {
    assert.deepStrictEqual(Schema.decodeUnknownSync(RetryScheduleFromInput)({}), documented)
  })

  it.each<readonly [given: object, problem: string]>([
    [{ firstWait: "100 millis" }, "Expected from 1s to 1d"],
    [{ longestWait: "2 days" }, "Expected from 1s to 1d"],
    [{ firstWait: "soon" }, "Expected a duration"],
    [{ firstWait: "Infinity" }, "Expected from 1s to 1d"],
    [{ factor: 0 }, "between 1 and 10"],
    [{ factor: Number.NaN }, "finite number"],
    [{ longestWaitFor: "31 days" }, "Expected from 0 to 30d"],
    [{ firstWait: "1 hour" }, "Expected no less than the first wait"],
    [{ factor: 1 }, "no more than 500 attempts"],
    [{ factor: 1.000001 }, "no more than 500 attempts"],
    [{ longestWaitFor: "30 days" }, "no more than 500 attempts"]
  ])("%j is refused", (given, problem) => {
    assert.include(problemOf(given), problem)
  })

  const Possible = Schema.Struct({
    firstWait: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3600 })),
    factor: Schema.Literals([1, 1.1, 1.5, 2, 3, 10]),
    longestWait: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400 })),
    longestWaitFor: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_592_000 }))
  })

  const inSeconds = ({ factor, ...waits }: typeof Possible.Type): RetrySchedule => ({
    factor,
    firstWait: Duration.seconds(waits.firstWait),
    longestWait: Duration.seconds(waits.longestWait),
    longestWaitFor: Duration.seconds(waits.longestWaitFor)
  })

  it.prop("that is taken has an end, waits that never fall, and is read as it is written", [Possible], ([given]) => {
    const schedule = inSeconds(given)
    const written = Schema.encodeSync(RetryScheduleJson)
    if (problemOf(schedule) !== undefined) return
    const attempts = mostAttempts(schedule)
    assert.isAtMost(attempts, 500)
    assert.isTrue(isSpent(attempts, schedule) && !isSpent(attempts - 1, schedule))
    const waits = Array.from({ length: attempts - 1 }, (_, index) => waitAfter(index + 1, schedule))
    assert.deepStrictEqual(waits.toSorted(Duration.Order), waits)
    assert.deepStrictEqual(waits.at(-1), schedule.longestWait)
    assert.isTrue(waits.every((wait) => Number.isInteger(Duration.toMillis(wait))))
    assert.deepStrictEqual(Schema.decodeSync(RetryScheduleJson)(written(schedule)), schedule)
  })

  it("has waits of whole milliseconds, whatever it is made of", () => {
    const schedule = {
      ...documented,
      firstWait: Duration.nanos(1_000_500_000n),
      longestWait: Duration.nanos(2_000_500_000n)
    }
    const waits = Array.from({ length: mostAttempts(schedule) - 1 }, (_, index) => waitAfter(index + 1, schedule))
    assert.deepStrictEqual([...new Set(waits.map(Duration.toMillis))], [1001, 2000])
  })

  it.effect("says which field is wrong", () =>
    Effect.gen(function* () {
      const given = { firstWait: "10 seconds", factor: 20, longestWait: "15 minutes", longestWaitFor: "15 minutes" }
      const { message } = yield* Effect.flip(Schema.decodeUnknownEffect(RetryScheduleJson)(given))
      assert.include(message, `at ["factor"]`)
    })
  )
})
