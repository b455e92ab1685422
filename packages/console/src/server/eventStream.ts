/** Answers that go on: events that the server sends, and how many there are who read them. */
import { Effect, type Scope, type Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"

// our choice: of all sessions together, for each thing that is read.
export const mostReaders = 32

export interface Readers {
  readonly count: () => number
  /** Counts one more reader until the scope ends. */
  readonly reading: Effect.Effect<void, never, Scope.Scope>
}

export const makeReaders: Effect.Effect<Readers> = Effect.sync(() => {
  let count = 0
  const enter = Effect.sync(() => {
    count++
  })
  const leave = Effect.sync(() => {
    count--
  })
  return { count: () => count, reading: Effect.acquireRelease(enter, () => leave) }
})

const encoder = new TextEncoder()

/** A reader that comes again tells the last `id` that it has seen. */
export const eventOf = (data: string, id?: string): Uint8Array =>
  encoder.encode(Sse.encoder.write({ _tag: "Event", event: "message", id, data }))

/** A line that readers of events pass over. */
export const commentOf = (text: string): Uint8Array => encoder.encode(`: ${text}\n\n`)

export const eventStream = (events: Stream.Stream<Uint8Array>): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(events, {
    contentType: "text/event-stream",
    headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
  })
