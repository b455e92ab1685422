/** Jobs over due records, over every `RecordStore`. */
import { assert, describe } from "@effect/vitest"
import { type Account, dueRecordsJob, Lookup, put, Records, RecordStore } from "@sellerkit/core"
import { Clock, Duration, Effect, Fiber, Logger, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { account, at } from "../../fixtures.ts"
import { storageTest } from "../storageTest.ts"
import { type Campaign, campaign, campaigns, find, write } from "./recordSteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"

const most = 4
const minute = Duration.toMillis(Duration.minutes(1))

/** Applies what is due of a campaign, unless its id says that this fails. */
const makeJob = () => {
  const done: Array<string> = []
  const handle = Effect.fnUntraced(function* (of: Account, { id }: Campaign) {
    done.push(`${id} ${yield* Clock.currentTimeMillis}`)
    if (id.startsWith("fails")) return yield* Effect.fail("no")
    if (id.startsWith("dies")) return yield* Effect.die("never")
    if (id.startsWith("changes")) {
      yield* write([put(campaigns, campaign(id, { budget: 1, appliesAt: at(2000) }))], of)
      return yield* Effect.fail("too late")
    }
    yield* write([put(campaigns, campaign(id))], of)
  })
  const job = dueRecordsJob({
    name: "campaigns",
    collection: campaigns,
    most,
    handle,
    problem: "A campaign could not be changed",
    retryAfter: Duration.minutes(1)
  })
  return { job, take: Effect.sync(() => done.splice(0)) }
}

const plan = (id: string, time: number, of?: Account) =>
  write([put(campaigns, campaign(id, { appliesAt: at(time) }))], of)

const isDone = <A, E>(fiber: Fiber.Fiber<A, E>) => fiber.pollUnsafe() !== undefined

export const recordJobSuite = (target: StorageTarget): void => {
  describe(`Jobs over due records: ${target.name}`, () => {
    const test = storageTest(target)
    const silently = Effect.provide(Logger.layer([]))

    test(
      "handle what is due, each account's in the order of time, and wait for what is due next, to the millisecond",
      Effect.gen(function* () {
        const { job, take } = makeJob()
        yield* plan("b", 20)
        yield* plan("a", 10)
        yield* plan("other", 15, account(2))
        yield* plan("later", 5000)
        yield* TestClock.setTime(20)
        assert.strictEqual(yield* job.step, undefined)
        const done = yield* take
        assert.deepStrictEqual(
          done.filter((entry) => !entry.startsWith("other")),
          ["a 20", "b 20"]
        )
        assert.include(done, "other 20")
        const waiting = yield* Effect.forkChild(job.awaitWork!, { startImmediately: true })
        yield* TestClock.setTime(4999)
        assert.isFalse(isDone(waiting))
        yield* TestClock.setTime(5000)
        yield* Fiber.join(waiting)
        assert.strictEqual(yield* job.step, undefined)
        assert.deepStrictEqual(yield* take, ["later 5000"])
      })
    )

    test(
      "are woken when what this process has written meanwhile is due earlier",
      Effect.gen(function* () {
        const { job, take } = makeJob()
        yield* plan("later", 5000)
        yield* job.step
        yield* plan("before it waits", 4000)
        const waiting = yield* Effect.forkChild(job.awaitWork!, { startImmediately: true })
        yield* plan("while it waits", 3000)
        yield* plan("no earlier", 3500)
        yield* TestClock.setTime(2999)
        assert.isFalse(isDone(waiting))
        yield* TestClock.setTime(3000)
        yield* Fiber.join(waiting)
        yield* job.step
        assert.deepStrictEqual(yield* take, ["while it waits 3000"])
        yield* Effect.forkChild(TestClock.setTime(3500), { startImmediately: true })
        yield* job.awaitWork!
        yield* job.step
        assert.deepStrictEqual(yield* take, ["no earlier 3500"])
      })
    )

    test(
      "try what has failed again when that is due, although they have done nothing in between",
      Effect.gen(function* () {
        const { job, take } = makeJob()
        yield* plan("fails", 1)
        yield* TestClock.setTime(10)
        yield* job.step
        assert.deepStrictEqual(yield* take, ["fails 10"])
        yield* TestClock.setTime(10 + 60_000)
        yield* job.step
        assert.deepStrictEqual(yield* take, ["fails 60010"])
      }).pipe(silently)
    )

    test(
      "try again later what is handled and stays due, rather than for ever",
      Effect.gen(function* () {
        let handled = 0
        const job = dueRecordsJob({
          name: "idle",
          collection: campaigns,
          most: 10,
          handle: () => Effect.sync(() => handled++),
          problem: "A campaign could not be changed",
          retryAfter: Duration.minutes(1)
        })
        yield* plan("stays", 1)
        yield* TestClock.setTime(10)
        for (let steps = 0; steps < 5; steps++) yield* job.step
        assert.strictEqual(handled, 1)
        yield* TestClock.setTime(10 + 60_000)
        yield* job.step
        assert.strictEqual(handled, 2)
      }).pipe(silently)
    )

    test(
      "try what fails or dies again later, which holds up nothing else",
      Effect.gen(function* () {
        const { job, take } = makeJob()
        yield* plan("fails", 1)
        yield* plan("dies", 2)
        yield* plan("works", 3)
        yield* plan("works too", 4, account(2))
        yield* TestClock.setTime(10)
        assert.strictEqual(yield* job.step, Duration.zero, "there may be more")
        assert.sameMembers(yield* take, ["fails 10", "dies 10", "works 10", "works too 10"])
        assert.strictEqual(yield* job.step, undefined)
        assert.deepStrictEqual(yield* take, [])
        const records = yield* Records
        assert.deepStrictEqual(yield* records.nextDue(campaigns), Option.some(10 + minute))
        assert.deepStrictEqual(
          yield* find(Lookup.one(campaigns, ["fails"])),
          Option.some(campaign("fails", { appliesAt: at(1) })),
          "nothing else of it has changed"
        )
        yield* TestClock.setTime(10 + minute)
        yield* job.step
        assert.sameMembers(yield* take, [`fails ${10 + minute}`, `dies ${10 + minute}`])
      }).pipe(silently)
    )

    test(
      "leave a record alone that failed and was changed meanwhile: it says itself when it is due",
      Effect.gen(function* () {
        const { job } = makeJob()
        yield* plan("changes", 1)
        yield* TestClock.setTime(1)
        yield* job.step
        assert.deepStrictEqual(yield* (yield* Records).nextDue(campaigns), Option.some(2000))
      }).pipe(silently)
    )

    test(
      "handle what is behind records of many accounts that are none of theirs",
      Effect.gen(function* () {
        const { job, take } = makeJob()
        const records = yield* RecordStore
        for (let number = 1; number <= 2 * most; number++) {
          const put = { ...campaigns.encode(campaign(`${number}`, { appliesAt: at(1) })), content: "no campaign" }
          const changes = { puts: [put], removes: [], events: [] }
          yield* records.transact(account(number), [], () => Result.succeed({ answer: undefined, changes }))
        }
        yield* plan("works", 5, account(2 * most + 1))
        yield* TestClock.setTime(10)
        for (let steps = 0; steps < 3; steps++) yield* job.step
        assert.deepStrictEqual(yield* take, ["works 10"])
        assert.deepStrictEqual(yield* job.step, Duration.minutes(1))
      }).pipe(silently)
    )

    test(
      "pause where a record is none of theirs, and handle the others",
      Effect.gen(function* () {
        const { job, take } = makeJob()
        const puts = Array.from({ length: most }, (_, number) => ({
          ...campaigns.encode(campaign(`${number}`, { appliesAt: at(1) })),
          content: "no campaign"
        }))
        const changes = { puts, removes: [], events: [] }
        yield* (yield* RecordStore).transact(account(), [], () => Result.succeed({ answer: undefined, changes }))
        yield* plan("works", 5, account(2))
        yield* TestClock.setTime(10)
        assert.strictEqual(yield* job.step, Duration.zero)
        assert.deepStrictEqual(yield* take, ["works 10"])
        assert.deepStrictEqual(yield* job.step, Duration.minutes(1))
        const waiting = yield* Effect.forkChild(job.awaitWork!, { startImmediately: true })
        assert.isFalse(isDone(waiting))
        yield* plan("at once", 10, account(2))
        yield* Fiber.join(waiting)
      }).pipe(silently)
    )
  })
}
