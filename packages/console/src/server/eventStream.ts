/** Answers that go on: events that the server sends, and how many there are who read them. */
import { Effect, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"

// our choice: of all sessions together, for each thing that is read.
export const mostReaders = 32

export interface Readers {
  readonly count: () => number
  /** The stream, whose reader counts from its beginning to its end. It is empty where there are as many already as may be. */
  readonly counted: <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.Stream<A, E, R>
}

export const makeReaders = (): Readers => {
  let count = 0
  const enter = Effect.sync(() => {
    const mayEnter = count < mostReaders
    if (mayEnter) count++
    return mayEnter
  })
  const leave = (hasEntered: boolean) =>
    Effect.sync(() => {
      if (hasEntered) count--
    })
  const reading = Effect.acquireRelease(enter, leave)
  return {
    count: () => count,
    counted: (stream) => Stream.unwrap(Effect.map(reading, (hasEntered) => (hasEntered ? stream : Stream.empty)))
  }
}

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
