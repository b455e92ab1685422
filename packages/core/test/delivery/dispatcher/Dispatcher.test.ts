/** That delivery goes on whatever happens to it: what it delivers is shown by the delivery scenarios. */
import { assert, describe, it } from "@effect/vitest"
import {
  Clock,
  Duration,
  Effect,
  Exit,
  Fiber,
  Latch,
  Layer,
  Logger,
  Option,
  References,
  Scheduler,
  Scope
} from "effect"
import { SecureRandom } from "effect/crypto"
import { Dispatcher } from "../../../src/delivery/dispatcher/Dispatcher.ts"
import { defaultDispatcherOptions, DispatcherOptions } from "../../../src/delivery/policy/DispatcherOptions.ts"
import { DeliveryQueue } from "../../../src/delivery/queue/DeliveryQueue.ts"
import type { StorageError } from "../../../src/storage/StorageError.ts"
import { owner, uuid } from "../../fixtures.ts"
import { MovedClock } from "../../time/MovedClock.ts"
import {
  batchOf,
  accepted,
  unreachable,
  failures,
  queueFailing,
  unwritable,
  queueRefusing,
  outside,
  running,
  onCall,
  drain,
  happen,
  pass,
  after
} from "./dispatching.ts"

describe("an outcome that cannot be written", () => {
  const reasons: Readonly<Record<string, Effect.Effect<never, StorageError>>> = {
    "an error that stays": Effect.fail(unwritable),
    "a defect": failures["a defect"]!
  }

  it.effect.each(Object.keys(reasons))(
    "keeps no other from being written, and is given up with its ids: %s",
    (name) => {
      const { queue, refusals, settledNumbers } = queueRefusing([1, 2, 3], 2, reasons[name]!)
      const lines: Array<Record<string, unknown>> = []
      const logger = Logger.make(({ fiber, message }) =>
        lines.push({ message, ...fiber.getRef(References.CurrentLogAnnotations) })
      )
      return Effect.gen(function* () {
        yield* pass(10)
        assert.deepStrictEqual(settledNumbers(), [1, 3])
        assert.strictEqual((yield* (yield* Dispatcher).health).inFlight, 0)
        const [line] = lines
        assert.lengthOf(lines, 1)
        assert.include(
          line!.message as ReadonlyArray<unknown>,
          "What became of a request cannot be written, and is given up"
        )
        assert.deepInclude(line, { sellerId: owner().sellerId, webhookId: uuid(2) })
        assert.isString(line!.deliveryId)
        assert.strictEqual(refusals(), 2, "together with the others, and alone")
      }).pipe(
        Effect.provide(
          Dispatcher.layer.pipe(
            Layer.provide(outside(queue)),
            Layer.provide(SecureRandom.layerWebCrypto),
            Layer.provide(Logger.layer([logger]))
          )
        )
      )
    }
  )

  it.effect("is tried again, and so are those behind it, where that may help", () => {
    const away = [Effect.fail(unwritable), Effect.fail(unreachable)]
    const { queue, settledNumbers } = queueRefusing(
      [1, 2, 3],
      2,
      Effect.suspend(() => away.shift() ?? Effect.fail(unwritable))
    )
    const logged: Array<unknown> = []
    return Effect.gen(function* () {
      yield* pass(10)
      assert.deepStrictEqual(settledNumbers(), [1, 3])
      assert.lengthOf(logged, 2, "the storage that is away, and then what is given up")
    }).pipe(Effect.provide(running(queue, logged)))
  })
})

describe("a dispatcher that stops", () => {
  it.effect.each(Object.keys(failures))("lets requests end and writes how, although the storage failed: %s", (name) => {
    const { queue, settled } = queueFailing("settle", failures[name]!, batchOf(1), batchOf(2))
    const answers = [after("2 seconds"), after("5 seconds")]
    const logged: Array<unknown> = []
    const answer = Effect.suspend(() => answers.shift()!)
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running(queue, logged, answer), scope)
      yield* pass(1)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* pass(5)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(
        settled.map(({ delivery }) => delivery.success),
        [true, true]
      )
      assert.lengthOf(logged, 1)
    })
  })

  it.effect("breaks off what is in flight when its time is over, although the storage never comes back", () => {
    const { queue } = queueFailing("settle", failures["an error of the storage"]!, batchOf(1), batchOf(2))
    const gone = DeliveryQueue.of({ ...queue, settle: () => Effect.fail(unreachable) })
    const answers = [after("2 seconds"), Effect.never]
    let brokenOff = 0
    const answer = Effect.suspend(() => Effect.onInterrupt(answers.shift()!, () => Effect.sync(() => brokenOff++)))
    return Effect.gen(function* () {
      const draining = yield* Effect.forkChild(Effect.exit(drain))
      yield* pass(20)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(draining)))
      assert.strictEqual(brokenOff, 1)
    }).pipe(Effect.provide(onCall(gone, answer)))
  })
})

describe("draining", () => {
  it.effect("goes on while a lane is due, also when a claim gave nothing to send", () => {
    const { queue, settled } = queueFailing("nextDue", Effect.die("never called in vain"))
    // Leftovers that are dropped take up the first claims.
    let leftovers = 3
    const busy = DeliveryQueue.of({
      ...queue,
      claim: (request) => (leftovers-- > 0 ? Effect.succeed([]) : queue.claim(request)),
      nextDue: () => Effect.succeed(settled.length === 0 ? Option.some(Duration.zero) : Option.none())
    })
    return Effect.gen(function* () {
      yield* drain
      assert.lengthOf(settled, 1)
    }).pipe(Effect.provide(onCall(busy)))
  })

  it.effect.each(Object.keys(failures))("lets requests end and writes how, although the storage failed: %s", (name) => {
    const { queue, settled } = queueFailing("settle", failures[name]!, batchOf(1), batchOf(2))
    const answers = [accepted, Effect.as(Effect.sleep("5 seconds"), { status: 200 })]
    return Effect.gen(function* () {
      const draining = yield* Effect.forkChild(Effect.exit(drain))
      yield* pass(6)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(draining)))
      assert.deepStrictEqual(
        settled.map(({ delivery }) => delivery.success),
        [true, true]
      )
    }).pipe(
      Effect.provide(
        onCall(
          queue,
          Effect.suspend(() => answers.shift()!)
        )
      )
    )
  })
})

describe("a dispatcher that rests until a lane is due", () => {
  const dueAt = 10_000

  /** A storage that answers when it is told to. */
  const slowQueue = () => {
    const { queue } = queueRefusing([1], 2, Effect.never)
    const answer = Latch.makeUnsafe(false)
    let isAsked = false
    const slow = DeliveryQueue.of({
      ...queue,
      claim: (request) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => (now < dueAt ? Effect.succeed([]) : queue.claim(request))),
      nextDue: () =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          isAsked = true
          yield* answer.await
          return now < dueAt ? Option.some(Duration.millis(dueAt - now)) : Option.none()
        })
    })
    return { queue: slow, answer: answer.open, isAsked: () => isAsked }
  }

  const options = { ...defaultDispatcherOptions, idleCheck: Duration.infinity }

  it.live.each(Array.from({ length: 60 }, (_, step) => step))(
    "claims it then, also if the clock moves on %i steps after the answer",
    (step) => {
      const clock = new MovedClock()
      const { answer, isAsked, queue } = slowQueue()
      let sent = 0
      const receiver = Effect.sync(() => {
        sent++
        return { status: 200 }
      })
      return Effect.gen(function* () {
        while (!isAsked()) yield* Effect.yieldNow
        yield* answer
        yield* Effect.replicateEffect(Effect.yieldNow, step, { discard: true })
        clock.moveTo(dueAt)
        yield* Effect.replicateEffect(happen, 10, { discard: true })
        assert.strictEqual(sent, 1)
      }).pipe(
        Effect.provide(running(queue, [], receiver)),
        Effect.provideService(DispatcherOptions, options),
        Effect.provideService(Clock.Clock, clock),
        // Each fiber lets others go on after every few steps.
        Effect.provideService(Scheduler.MaxOpsBeforeYield, 3)
      )
    }
  )
})
