/** What happens to an event that could not be delivered, and to its neighbours. */
import { assert } from "@effect/vitest"
import {
  type Account,
  Deliveries,
  DeliveryQueue,
  Events,
  ResendToDisabled,
  RetrySchedules,
  WebhookNotFound,
  Webhooks
} from "@sellerkit/core"
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { claimRequest } from "../../conformance/seed.ts"
import { account, actor, owner } from "../../fixtures.ts"
import { makeReceiver } from "../receivers/Receiver.ts"
import type { Scenario } from "../Scenario.ts"
import {
  advance,
  allNumbers,
  closedPort,
  createWebhook,
  deliveriesOf,
  drain,
  edit,
  fateOf,
  newReceiver,
  numbersIn,
  publish,
  publishTo,
  seconds,
  settled
} from "../steps.ts"

/** The attempts of an event that is sent at once and fails each time, in seconds. */
const attemptTimes = [0, 10, 30, 70, 150, 310, 630, 1270, 2170]

export const retryScenarios = (scenario: Scenario): void => {
  scenario(
    "repeats after 10 s, then after twice as long each time up to 15 min, then drops the event",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      yield* createWebhook(receiver)
      const [published] = yield* publish(1)
      yield* advance("10 minutes")
      const fate = yield* fateOf(published!.id)
      assert.deepStrictEqual([fate.fate, fate.attempts], ["pending", 6])
      assert.deepStrictEqual(fate.nextAttemptAt, DateTime.makeUnsafe(630_000))
      yield* advance("6 hours")
      assert.deepStrictEqual(receiver.received.map(seconds), attemptTimes)
      const keys = receiver.received.map(({ body }) => body.events[0]!.idempotencyKey)
      assert.deepStrictEqual(new Set(keys), new Set([published!.idempotencyKey]))
      const requests = receiver.received.map(({ body }) => body.requestId)
      assert.strictEqual(new Set(requests).size, attemptTimes.length)
      const dropped = yield* fateOf(published!.id)
      assert.deepStrictEqual([dropped.fate, dropped.dropReason, dropped.attempts], ["dropped", "attemptsSpent", 9])
      const ofEvent = yield* (yield* Deliveries).ofEvent(owner(), published!.id)
      assert.strictEqual(ofEvent.length, attemptTimes.length)
    })
  )

  scenario(
    "leaves a busy receiver alone for as long as it asks, never for less than the interval",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      const answers = [
        { status: 429, headers: { "retry-after": "120" } },
        { status: 503, headers: { "retry-after": "1" } },
        { status: 503, headers: { "retry-after": "86400" } },
        { status: 500, headers: { "retry-after": "600" } }
      ]
      receiver.answer(() => answers.shift() ?? { status: 200 })
      yield* createWebhook(receiver)
      yield* publish(1)
      yield* advance("1 hour")
      assert.deepStrictEqual(receiver.received.map(seconds), [0, 120, 140, 140 + 900, 140 + 900 + 80])
    })
  )

  scenario(
    "counts the waits from the end of an attempt that timed out",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer("hang")
      yield* createWebhook(receiver)
      yield* publish(1)
      yield* advance("1 minute")
      assert.deepStrictEqual(receiver.received.map(seconds), [0, 20.001, 50.002])
    })
  )

  scenario(
    "delivers everything after an outage in few requests, with the keys it had before",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 503 })
      yield* createWebhook(receiver)
      const published: Array<string> = []
      for (let number = 1; number <= 60; number++) {
        const [event] = yield* publish(number)
        published.push(event!.idempotencyKey)
        yield* advance("10 seconds")
      }
      const during = receiver.received.length
      assert.isAtMost(during, 7, "a dead URL costs one request per interval")
      receiver.answer({ status: 200 })
      yield* advance("15 minutes")
      const after = receiver.received.slice(during)
      assert.isAtMost(after.length, 8)
      const keys = after.flatMap(({ body }) => body.events.map(({ idempotencyKey }) => idempotencyKey))
      assert.sameMembers(keys, published)
      assert.strictEqual(new Set(keys).size, keys.length)
    })
  )

  scenario(
    "loses only the event that the receiver always rejects, however many others come with it and after it",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      const rejected = 213
      receiver.answer((request) => ({ status: numbersIn(request).includes(rejected) ? 500 : 200 }))
      yield* createWebhook(receiver)
      const published = [...(yield* publish(...Array.from({ length: 512 }, (_, index) => index)))]
      for (let second = 0; second < 60; second++) {
        published.push(...(yield* publish(1000 + second)))
        yield* advance("1 second")
      }
      yield* advance("6 hours")
      const fates = yield* Effect.forEach(published, ({ id }) => fateOf(id))
      const lost = fates.flatMap(({ fate }, index) => (fate === "delivered" ? [] : [index]))
      assert.deepStrictEqual(lost, [rejected])
      assert.strictEqual(fates[rejected]!.attempts, 9)
      const failures = receiver.received.filter((request) => numbersIn(request).includes(rejected))
      assert.deepStrictEqual(
        failures.map((request) => numbersIn(request).length),
        [512, 128, 32, 8, 2, 1, 1, 1, 1]
      )
    })
  )

  const thousands = Math.ceil(100 * scenario.trials)
  scenario(
    `does not slow other webhooks down when ${thousands},000 events are stuck at one`,
    Effect.gen(function* () {
      const realTime = TestClock.withLive(Clock.currentTimeMillis)
      /** Real milliseconds of the quickest of 20 events: a machine that is busy makes some slow, but not all. */
      const quickest = Effect.fnUntraced(function* (of: Account) {
        const receiver = yield* newReceiver
        yield* createWebhook(receiver, owner(undefined, of))
        const before = yield* Clock.currentTimeMillis
        const times: Array<number> = []
        for (let number = 1; number <= 20; number++) {
          const started = yield* realTime
          yield* publishTo(of, number)
          yield* settled
          times.push((yield* realTime) - started)
        }
        assert.deepStrictEqual(
          allNumbers(receiver),
          Array.from({ length: 20 }, (_, index) => index + 1)
        )
        assert.deepStrictEqual(new Set(receiver.received.map(({ at }) => at)), new Set([before]))
        return Math.min(...times)
      })

      const alone = yield* quickest(account(2))
      const dead = yield* createWebhook({ url: `http://127.0.0.1:${yield* closedPort}/` }, owner("dead"))
      for (let batch = 0; batch < thousands; batch++) {
        yield* publish(...Array.from({ length: 1000 }, (_, index) => 1000 + batch * 1000 + index))
      }
      yield* advance("1 minute")
      assert.isAtMost((yield* deliveriesOf(dead.id, owner("dead"))).length, 4)
      const beside = yield* quickest(account())
      // our choice: code that looks at each stuck event takes a hundred times as long.
      assert.isBelow(beside, 10 * (alone + 5), `milliseconds of real time for an event, where one takes ${alone} alone`)
    })
  )

  scenario(
    "sends a test event at once while the webhook pauses, and all that waits as soon as one arrives",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver)
      yield* publish(1)
      yield* advance("35 seconds")
      yield* publish(2)
      const attempts = receiver.received.length
      const health = Effect.map(
        Effect.flatMap(Deliveries, ({ healthOf }) => healthOf(account(), id)),
        (found) => found.health
      )
      const pausedUntil = Effect.map(health, ({ backingOffUntil }) => backingOffUntil)
      const before = yield* pausedUntil
      const sendTest = Effect.flatMap(Events, (events) => events.sendTest(actor(), id))
      yield* sendTest
      yield* settled
      const [test, ...others] = receiver.received.slice(attempts)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(
        test!.body.events.map(({ test }) => test),
        [true]
      )
      assert.deepStrictEqual(yield* pausedUntil, before, "a test that fails changes nothing for the others")
      receiver.answer({ status: 200 })
      yield* sendTest
      yield* settled
      const delivered = receiver.received.slice(attempts + 1).flatMap(({ body }) => body.events)
      assert.isTrue(delivered[0]!.test)
      assert.includeMembers([...allNumbers(receiver)], [2])
      yield* advance("1 hour")
      assert.strictEqual((yield* health).waiting, 0)
    })
  )

  scenario(
    "sends what waits now when the operator says so, and goes on as before when that fails",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver)
      const retry = Effect.flatMap(Deliveries, (deliveries) => deliveries.retry(account(), id))
      yield* publish(1)
      yield* advance("35 seconds")
      assert.deepStrictEqual(receiver.received.map(seconds), [0, 10, 30])
      // The attempt that follows may have failed before the health is read.
      const { failures, waiting } = (yield* retry).health
      assert.include([3, 4], failures)
      assert.strictEqual(waiting, 1)
      yield* settled
      yield* advance("79 seconds")
      assert.deepStrictEqual(receiver.received.map(seconds), [0, 10, 30, 35])
      receiver.answer({ status: 200 })
      yield* retry
      yield* settled
      assert.deepStrictEqual(receiver.received.map(seconds), [0, 10, 30, 35, 114])
      assert.strictEqual((yield* retry).health.waiting, 0)
      yield* edit(id, false)
      assert.instanceOf(yield* Effect.flip(retry), ResendToDisabled)
      const missing = Effect.flatMap(Deliveries, (deliveries) => deliveries.retry(account(2), id))
      assert.instanceOf(yield* Effect.flip(missing), WebhookNotFound)
    })
  )

  scenario(
    "repeats by the seller's own schedule where there is one, from the next failure on",
    Effect.gen(function* () {
      const schedules = yield* RetrySchedules
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      yield* createWebhook(receiver)
      const [published] = yield* publish(1)
      yield* advance("5 seconds")
      const own = {
        firstWait: Duration.seconds(1),
        factor: 3,
        longestWait: Duration.seconds(20),
        longestWaitFor: Duration.minutes(1)
      }
      const counts = yield* schedules.set(account(), Option.some(own))
      assert.deepStrictEqual(counts, { schedule: own, isOwn: true })
      assert.deepStrictEqual(yield* schedules.of(account()), counts)
      yield* advance("1 hour")
      assert.deepStrictEqual(receiver.received.map(seconds), [0, 10, 13, 22, 42, 62, 82])
      assert.strictEqual((yield* fateOf(published!.id)).fate, "dropped")
      yield* schedules.set(account(), Option.none())
      assert.isFalse((yield* schedules.of(account())).isOwn)
    })
  )

  scenario(
    "repeats by a schedule whose waits are no whole milliseconds, and comes to its end",
    Effect.gen(function* () {
      const schedules = yield* RetrySchedules
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      yield* createWebhook(receiver)
      const own = {
        firstWait: Duration.seconds(1),
        factor: 1.5,
        longestWait: Duration.seconds(10),
        longestWaitFor: Duration.zero
      }
      yield* schedules.set(account(), Option.some(own))
      const [published] = yield* publish(1)
      yield* advance("1 hour")
      const { attempts, fate } = yield* fateOf(published!.id)
      assert.deepStrictEqual([fate, attempts, receiver.received.length], ["dropped", 8, 8])
    })
  )

  scenario(
    "forgets failures with one success",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver)
      for (let hour = 0; hour < 60; hour++) {
        yield* publish(hour)
        yield* advance("30 minutes")
        receiver.answer({ status: hour % 20 === 10 ? 200 : 500 })
      }
      assert.isTrue((yield* (yield* Webhooks).get({ owner: owner(), id })).enabled)
    })
  )

  scenario.resting(
    "sends again what a dispatcher that died had claimed, after its lease",
    Effect.gen(function* () {
      const receiver = yield* makeReceiver()
      yield* createWebhook(receiver)
      const [event] = yield* publish(1)
      assert.strictEqual((yield* (yield* DeliveryQueue).claim(claimRequest)).length, 1)
      yield* drain
      assert.strictEqual(receiver.received.length, 0, "the lane is still leased")
      yield* TestClock.adjust("30 seconds")
      yield* drain
      assert.deepStrictEqual(
        receiver.received.flatMap(({ body }) => body.events).map(({ idempotencyKey }) => idempotencyKey),
        [event!.idempotencyKey]
      )
      assert.strictEqual((yield* fateOf(event!.id)).fate, "delivered")
    })
  )
}
