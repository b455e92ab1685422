/** What becomes of a delivery when the object of its seller is gone in the middle, and begins anew. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { afterAll } from "vitest"
import { quietOptions } from "../../packages/testing/src/scenarios/ServiceTarget.ts"
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
} from "../../packages/testing/src/scenarios/steps.ts"
import { worldLayer } from "../../packages/testing/src/scenarios/World.ts"
import { RemoteObject } from "./bridge/remote.ts"
import { CutOff } from "./service/services.ts"
import { startSellerServices } from "./service/sellerServices.ts"

const { running, stop } = await startSellerServices()
afterAll(stop)

const beginAnew = Effect.flatMap(RemoteObject, (object) => object.beginAnew)

/** What waits for an object that is gone dies. */
const assertGone = (exit: Exit.Exit<unknown, unknown>) =>
  assert.isTrue(Exit.isFailure(exit) && /The object is gone/.test(Cause.pretty(exit.cause)))

describe("an object that is evicted", () => {
  const service = Layer.provideMerge(worldLayer, running(quietOptions))
  const test = (title: string, body: Effect.Effect<void, unknown, Layer.Success<typeof service>>) =>
    it.effect(title, () => Effect.provide(body, service))

  test(
    "sends what it was sending again, after its lease, and nothing else twice",
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
      yield* beginAnew
      assert.deepStrictEqual(yield* allDeliveries().pipe(Effect.map((all) => all.length)), 2, "nothing is known of it")
      hanging.answer({ status: 200 })
      yield* advance("26 seconds")
      assert.deepStrictEqual(allNumbers(hanging), [1], "the lane is still leased")
      yield* advance("1 second")
      assert.deepStrictEqual(
        [allNumbers(hanging), allNumbers(receiver)],
        [
          [1, 1, 2],
          [1, 2]
        ]
      )
      assert.deepStrictEqual(hanging.received.map(seconds), [0, 30])
      const keys = hanging.received.map(({ body }) => body.events[0]!.idempotencyKey)
      assert.deepStrictEqual(keys, [first!.idempotencyKey, first!.idempotencyKey])
      assert.strictEqual((yield* fateOf(first!.id)).fate, "delivered")
      yield* advance("1 hour")
      assert.deepStrictEqual([hanging.received.length, receiver.received.length], [2, 2])
    })
  )

  test(
    "goes on with what waits when it is away for longer than that takes",
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

  for (const [what, repeats] of [
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
        yield* (yield* CutOff).whenItRings(repeats)
        assertGone(yield* Effect.exit(advance("5 seconds")))
        yield* TestClock.adjust("5 seconds")
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
