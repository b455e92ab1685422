/** Answers that go on: events that the server sends, and how many there are who read them. */
import { type Clock, Duration, Effect, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"

// our choice: of all sessions together, for each thing that is read.
export const mostReaders = 32

// our choice: something is sent to every reader in this time. A platform may stop the work for a reader that has hung up without a
// word; then this is how it is noticed.
const lostAfter = Duration.seconds(20)

export interface Readers {
  readonly count: Effect.Effect<number>
  /** The stream, whose reader counts from its beginning to its end. */
  readonly counted: <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.Stream<A, E, R>
}

export const makeReaders = (clock: Clock.Clock): Readers => {
  const lastSent = new Map<object, number>()
  const sent = (reader: object) => Effect.map(clock.currentTimeMillis, (now) => void lastSent.set(reader, now))
  const enter = Effect.suspend(() => {
    const reader = {}
    return Effect.as(sent(reader), reader)
  })
  const leave = (reader: object) => Effect.sync(() => void lastSent.delete(reader))
  return {
    count: Effect.map(clock.currentTimeMillis, (now) => {
      for (const [reader, at] of lastSent) if (now - at > Duration.toMillis(lostAfter)) lastSent.delete(reader)
      return lastSent.size
    }),
    counted: (stream) =>
      Stream.unwrap(Effect.map(Effect.acquireRelease(enter, leave), (reader) => Stream.tap(stream, () => sent(reader))))
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
