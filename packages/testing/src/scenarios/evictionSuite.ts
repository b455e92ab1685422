/** What becomes of deliveries when the platform ends a service that is in the middle of them, and begins it again. */
import { assert, describe, it } from "@effect/vitest"
import type { DispatcherOptions } from "@sellerkit/core/delivery"
import { Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Eviction } from "./Eviction.ts"
import { quietOptions, type RunningService } from "./ServiceTarget.ts"
import {
  advance,
  allDeliveries,
  allNumbers,
  createWebhook,
  fateOf,
  newReceiver,
  publish,
  seconds,
  settled
} from "./steps.ts"
import { type World, worldLayer } from "./World.ts"

/** A service that its platform may end. */
export interface EvictableTarget {
  readonly name: string
  readonly running: (options: DispatcherOptions) => Layer.Layer<Eviction | RunningService, unknown>
}

const beginAnew = Effect.flatMap(Eviction, (eviction) => eviction.beginAnew)

export const evictionSuite = ({ name, running }: EvictableTarget): void => {
  const service = Layer.provideMerge(worldLayer, running(quietOptions))
  const test = (title: string, body: Effect.Effect<void, unknown, Eviction | RunningService | World>): void =>
    it.effect(title, () => Effect.provide(body, service))

  describe(`Evicted: ${name}`, () => {
    test(
      "sends again what was under way as soon as it begins anew, and sends nothing else twice",
      Effect.gen(function* () {
        const [hanging, receiver] = [yield* newReceiver, yield* newReceiver]
        hanging.answer("hang")
        yield* createWebhook(hanging)
        yield* createWebhook(receiver)
        const [first] = yield* publish(1)
        yield* settled
        yield* publish(2)
        yield* advance("3 seconds")
        assert.deepStrictEqual([allNumbers(hanging), allNumbers(receiver)], [[1], [1, 2]])
        hanging.answer({ status: 200 })
        yield* beginAnew
        yield* settled
        assert.deepStrictEqual(
          [allNumbers(hanging), allNumbers(receiver)],
          [
            [1, 1, 2],
            [1, 2]
          ]
        )
        assert.deepStrictEqual(hanging.received.map(seconds), [0, 3])
        assert.lengthOf(yield* allDeliveries(), 3, "it is not known how the one under way ended")
        const keys = hanging.received.map(({ body }) => body.events[0]!.idempotencyKey)
        assert.deepStrictEqual(keys, [first!.idempotencyKey, first!.idempotencyKey])
        assert.strictEqual((yield* fateOf(first!.id)).fate, "delivered")
        yield* advance("1 hour")
        assert.deepStrictEqual([hanging.received.length, receiver.received.length], [2, 2])
      })
    )

    test(
      "is late with what became due while it was away, and no later",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        yield* createWebhook(receiver)
        yield* publish(1)
        yield* settled
        receiver.answer({ status: 200 })
        yield* TestClock.adjust("1 hour")
        yield* beginAnew
        yield* settled
        assert.deepStrictEqual(receiver.received.map(seconds), [0, 3600])
      })
    )

    for (const [what, ringsAgain] of [
      ["rings again", true],
      ["has given up", false]
    ] as const) {
      test(
        `loses nothing when it ends before it has set its next alarm, and the platform ${what}`,
        Effect.gen(function* () {
          const receiver = yield* newReceiver
          receiver.answer({ status: 500 })
          yield* createWebhook(receiver)
          yield* publish(1)
          yield* advance("5 seconds")
          receiver.answer({ status: 200 })
          yield* (yield* Eviction).endWhenAlarmRings(ringsAgain)
          assert.isTrue(Exit.isFailure(yield* Effect.exit(advance("5 seconds"))), "whoever waits for it is told")
          yield* TestClock.adjust("5 seconds")
          assert.lengthOf(receiver.received, 1)
          yield* beginAnew
          yield* settled
          assert.deepStrictEqual(receiver.received.map(seconds), [0, 10])
          assert.deepStrictEqual(
            (yield* allDeliveries()).map(({ success }) => success),
            [false, true]
          )
        })
      )
    }
  })
}
