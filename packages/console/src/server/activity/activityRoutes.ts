/** The activity as events that the server sends. A reader that comes again goes on behind the last one that it has seen. */
import { Effect, Layer, Stream } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { eventOf, eventStream, mostReaders } from "../eventStream.ts"
import { isOwnRequest } from "../session/forgery.ts"
import { foreign, makeRefuse, noSession } from "../refusals.ts"
import { Sessions } from "../session/Sessions.ts"
import { Activity } from "./Activity.ts"
import type { ActivitySample } from "./ActivitySample.ts"

const eventOfSample = (sample: ActivitySample) => eventOf(JSON.stringify(sample), String(sample.at))

const timeIn = ({ headers }: HttpServerRequest.HttpServerRequest): number => {
  const given = Number(headers["last-event-id"])
  return Number.isSafeInteger(given) ? given : 0
}

const make = Effect.gen(function* () {
  const activity = yield* Activity
  const sessions = yield* Sessions
  const refuse = yield* makeRefuse

  const answer = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    if (!isOwnRequest(request)) return yield* refuse(request, 403, foreign)
    const session = yield* sessions.find(request)
    if (session === undefined) return yield* refuse(request, 401, noSession)
    if (session.face !== "operator") return yield* refuse(request, 404, "There is nothing for this session here")
    if (activity.readers() >= mostReaders) {
      return yield* refuse(request, 429, "Too many pages read the activity", { "retry-after": "5" })
    }
    return eventStream(Stream.map(activity.after(timeIn(request)), eventOfSample))
  })

  return HttpRouter.add("GET", "/console/activity", HttpServerRequest.HttpServerRequest.use(answer))
})

export const activityRoutes = Layer.unwrap(make)
