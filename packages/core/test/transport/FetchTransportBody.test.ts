/** The body of an answer is ignored: a little of it is read, so that its connection can be used again. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { after, answering, outcomeOf, post } from "./answers.ts"

describe("the body of an answer", () => {
  /** A body that never ends, and how much of it was asked for. */
  const endless = (chunkSize: number) => {
    const state = { chunks: 0, cancelled: false }
    const body = () =>
      new ReadableStream({
        pull: (controller) => {
          state.chunks++
          controller.enqueue(new Uint8Array(chunkSize))
        },
        cancel: () => {
          state.cancelled = true
        }
      })
    return { state, answer: () => Effect.sync(() => new Response(body())) }
  }

  it.effect("without end is read a little, and then given up", () => {
    const { answer, state } = endless(1024)
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post()), 200)
      assert.isTrue(state.cancelled)
      // Sixteen chunks are looked at; a stream reads ahead a little.
      assert.isAtMost(state.chunks, 20)
    }).pipe(Effect.provide(answering(answer).layer))
  })

  it.effect("in a single large piece is given up too", () => {
    const { answer, state } = endless(1024 * 1024)
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post()), 200)
      assert.isAtMost(state.chunks, 3)
    }).pipe(Effect.provide(answering(answer).layer))
  })

  it.effect("that stalls does not turn the answer into a failure", () => {
    const answer = () => Effect.sync(() => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })))
    return Effect.gen(function* () {
      assert.strictEqual(yield* after(10_001), 200)
    }).pipe(Effect.provide(answering(answer).layer))
  })

  it.effect("that breaks off does not turn the answer into a failure", () => {
    const broken = () => new ReadableStream({ start: (controller) => controller.error(new Error("reset")) })
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post()), 200)
    }).pipe(Effect.provide(answering(() => Effect.sync(() => new Response(broken()))).layer))
  })
})
