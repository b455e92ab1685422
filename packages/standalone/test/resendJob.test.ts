/** Ctrl-C at any moment of `sellerkit resend`: what has begun is told. */
import { ResendId, type ResendView, WebhookId } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CommandFailed } from "../src/cli/CommandFailed.ts"
import { awaitEnd, beginning } from "../src/cli/resend/resendJob.ts"

const id = "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4"
const now = DateTime.makeUnsafe("2026-11-21T02:00:00Z")

const job = (change: Partial<ResendView> = {}): ResendView => ({
  id: ResendId.make(id),
  webhookId: WebhookId.make(id),
  eventsPerSecond: 100,
  state: "running",
  total: 3,
  examined: 0,
  resent: 0,
  alreadyWaiting: 0,
  createdAt: now,
  updatedAt: now,
  ...change
})

const listening = () => {
  const told: Array<ResendView> = []
  return { told, left: (resend: ResendView) => Effect.sync(() => void told.push(resend)) }
}

describe("a resend that begins", () => {
  it.effect("is the answer of the service, and nothing more is told", () =>
    Effect.gen(function* () {
      const { left, told } = listening()
      assert.deepStrictEqual(yield* beginning(Effect.succeed(job()), left), job())
      const refused = new CommandFailed({ message: "no" })
      assert.deepStrictEqual(yield* Effect.exit(beginning(Effect.fail(refused), left)), Exit.fail(refused))
      assert.deepStrictEqual(told, [])
    })
  )

  it.effect("is told when the command is ended before the answer has come", () =>
    Effect.gen(function* () {
      const { left, told } = listening()
      const answer = yield* Deferred.make<ResendView>()
      const command = yield* Effect.forkChild(beginning(Deferred.await(answer), left))
      yield* TestClock.adjust("1 second")
      const ended = yield* Effect.forkChild(Fiber.interrupt(command))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(told, [])
      yield* Deferred.succeed(answer, job())
      yield* Fiber.join(ended)
      assert.deepStrictEqual(told, [job()])
    })
  )

  it.effect("is waited for a while only", () =>
    Effect.gen(function* () {
      const { left, told } = listening()
      const command = yield* Effect.forkChild(beginning(Effect.never, left))
      yield* TestClock.adjust("1 second")
      const ended = yield* Effect.forkChild(Fiber.interrupt(command))
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(ended)
      assert.deepStrictEqual(told, [])
    })
  )
})

describe("a resend that goes on", () => {
  const steps = [job({ examined: 1 }), job({ examined: 2 }), job({ examined: 3, state: "finished" })]

  const inTurn = () => {
    let asked = 0
    return () => Effect.sync(() => steps[asked++]!)
  }

  it.effect("is looked at once per second until it has ended", () =>
    Effect.gen(function* () {
      const { left, told } = listening()
      const drawn: Array<number> = []
      const draw = ({ examined }: ResendView) => Effect.sync(() => void drawn.push(examined))
      const command = yield* Effect.forkChild(awaitEnd(job(), inTurn(), draw, left))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(drawn, [0, 1, 2])
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(command)).state, "finished")
      assert.deepStrictEqual(told, [])
    })
  )

  it.effect("is told as it was seen last when the command is ended", () =>
    Effect.gen(function* () {
      const { left, told } = listening()
      const command = yield* Effect.forkChild(awaitEnd(job(), inTurn(), () => Effect.void, left))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(command)
      assert.deepStrictEqual(told, [steps[0]!])
    })
  )
})
