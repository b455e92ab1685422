import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CommandFailed } from "../src/cli/CommandFailed.ts"
import { patiently } from "../src/cli/connection/patiently.ts"
import { ServiceUnavailable } from "../src/cli/connection/ServiceUnavailable.ts"

const gone = new ServiceUnavailable({ message: "No service answers." })
const refused = new CommandFailed({ message: "The operator key is wrong" })

/** Answers with one after the other, and with the last one from then on. */
const inTurn = (...answers: ReadonlyArray<Effect.Effect<string, CommandFailed | ServiceUnavailable>>) => {
  let asked = 0
  const ask = Effect.suspend(() => answers[Math.min(asked++, answers.length - 1)]!)
  return { ask, asked: () => asked }
}

const listening = () => {
  const said: Array<string> = []
  const console = { ...globalThis.console, error: (text: string) => void said.push(text) }
  return { said, layer: Effect.provideService(Console.Console, console) }
}

describe("asking a service", () => {
  it.effect("goes on until it answers, once per second, and says so once", () => {
    const { ask, asked } = inTurn(Effect.fail(gone), Effect.fail(gone), Effect.fail(gone), Effect.succeed("here"))
    const { layer, said } = listening()
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(patiently(ask))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(asked(), 3)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(fiber), "here")
      assert.lengthOf(said, 1)
      assert.match(said[0]!, /No service answers\. Asking again until it answers/)
    }).pipe(layer)
  })

  it.effect("says nothing where it answers at once", () => {
    const { layer, said } = listening()
    return Effect.gen(function* () {
      assert.strictEqual(yield* patiently(Effect.succeed("here")), "here")
      assert.deepStrictEqual(said, [])
    }).pipe(layer)
  })

  it.effect("ends when it refuses, at once or later", () => {
    const { layer } = listening()
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.exit(patiently(inTurn(Effect.fail(refused)).ask)), Exit.fail(refused))
      const later = yield* Effect.forkChild(patiently(inTurn(Effect.fail(gone), Effect.fail(refused)).ask))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.await(later), Exit.fail(refused))
    }).pipe(layer)
  })
})
