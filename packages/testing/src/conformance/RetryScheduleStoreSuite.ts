/** What every `RetryScheduleStore` does. */
import { assert, describe } from "@effect/vitest"
import { documentedRetrySchedule, RetryScheduleStore } from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import { account } from "../fixtures.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { storageTest } from "./storageTest.ts"

const patient = { ...documentedRetrySchedule, longestWaitFor: Duration.days(3) }
const slow = {
  firstWait: Duration.minutes(1),
  factor: 1.5,
  longestWait: Duration.hours(1),
  longestWaitFor: Duration.zero
}

export const retryScheduleStoreSuite = (target: StorageTarget): void => {
  describe(`RetryScheduleStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "keeps what was set last, for the account and no other",
      Effect.gen(function* () {
        const store = yield* RetryScheduleStore
        const sandbox = { ...account(), sandbox: true }
        assert.deepStrictEqual(yield* store.get(account()), Option.none())
        yield* store.set(account(), Option.some(patient))
        yield* store.set(sandbox, Option.some(patient))
        yield* store.set(account(), Option.some(slow))
        assert.deepStrictEqual(yield* store.get(account()), Option.some(slow))
        assert.deepStrictEqual(yield* store.get(sandbox), Option.some(patient))
        assert.deepStrictEqual(yield* store.get(account(2)), Option.none())
      })
    )

    test(
      "has none once it is taken away, also where there was none",
      Effect.gen(function* () {
        const store = yield* RetryScheduleStore
        yield* store.set(account(), Option.none())
        yield* store.set(account(), Option.some(slow))
        yield* store.set(account(), Option.none())
        assert.deepStrictEqual(yield* store.get(account()), Option.none())
      })
    )
  })
}
