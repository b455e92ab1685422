/** The activity as events that the server sends. A reader that comes again goes on behind the last one that it has seen. */
import { Effect, Layer, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isOwnRequest } from "../forgery.ts"
import { foreign, makeRefuse, noSession } from "../refusals.ts"
import { Sessions } from "../Sessions.ts"
import { Activity } from "./Activity.ts"
import type { ActivitySample } from "./ActivitySample.ts"

// our choice: of all sessions together.
const mostReaders = 32

const encoder = new TextEncoder()

const eventOf = (sample: ActivitySample): Uint8Array =>
  encoder.encode(
    Sse.encoder.write({ _tag: "Event", event: "message", id: String(sample.at), data: JSON.stringify(sample) })
  )

const timeIn = ({ headers }: HttpServerRequest.HttpServerRequest): number => {
  const given = Number(headers["last-event-id"])
  return Number.isSafeInteger(given) ? given : 0
}

const make = Effect.gen(function* () {
  const activity = yield* Activity
  const sessions = yield* Sessions
  const refuse = yield* makeRefuse
  let readers = 0

  /** As long as the answer is read. */
  const reading = Effect.acquireRelease(
    Effect.sync(() => readers++),
    () => Effect.sync(() => readers--)
  )

  const answer = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    if (!isOwnRequest(request)) return yield* refuse(request, 403, foreign)
    const session = yield* sessions.find(request)
    if (session === undefined) return yield* refuse(request, 401, noSession)
    if (session.face !== "operator") return yield* refuse(request, 404, "There is nothing for this session here")
    if (readers >= mostReaders) {
      return yield* refuse(request, 429, "Too many pages read the activity", { "retry-after": "5" })
    }
    yield* reading
    return HttpServerResponse.stream(Stream.map(activity.after(timeIn(request)), eventOf), {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    })
  })

  return HttpRouter.add("GET", "/console/activity", HttpServerRequest.HttpServerRequest.use(answer))
})

export const activityRoutes = Layer.unwrap(make)
