/** What retry schedules of single accounts do over every driver's records. */
import { assert, describe } from "@effect/vitest"
import { documentedRetrySchedule, RetrySchedules } from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import { account } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const patient = { ...documentedRetrySchedule, longestWaitFor: Duration.days(3) }
const slow = {
  firstWait: Duration.minutes(1),
  factor: 1.5,
  longestWait: Duration.hours(1),
  longestWaitFor: Duration.zero
}

export const retrySchedulesSuite = (target: StorageTarget): void => {
  describe(`RetrySchedules: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "keeps what was set last, for the account and no other",
      Effect.gen(function* () {
        const schedules = yield* RetrySchedules
        const sandbox = { ...account(), sandbox: true }
        assert.deepStrictEqual(yield* schedules.of(account()), { schedule: documentedRetrySchedule, isOwn: false })
        yield* schedules.set(account(), Option.some(patient))
        yield* schedules.set(sandbox, Option.some(patient))
        yield* schedules.set(account(), Option.some(slow))
        assert.deepStrictEqual(yield* schedules.of(account()), { schedule: slow, isOwn: true })
        assert.deepStrictEqual(yield* schedules.of(sandbox), { schedule: patient, isOwn: true })
        assert.deepStrictEqual(yield* schedules.of(account(2)), { schedule: documentedRetrySchedule, isOwn: false })
      })
    )

    test(
      "has none once it is taken away, also where there was none",
      Effect.gen(function* () {
        const schedules = yield* RetrySchedules
        yield* schedules.set(account(), Option.none())
        yield* schedules.set(account(), Option.some(slow))
        yield* schedules.set(account(), Option.none())
        assert.deepStrictEqual(yield* schedules.of(account()), { schedule: documentedRetrySchedule, isOwn: false })
      })
    )
  })
}
