/** Whether the service is alive, and whether it does its work. */
import { Dispatcher } from "@sellerkit/core/delivery"
import { Clock, Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

// our choice: the dispatcher looks for work every five seconds at least; three missed turns are no accident.
const longestSilence = 15_000

const ready = Effect.gen(function* () {
  const dispatcher = yield* Dispatcher
  const now = yield* Clock.currentTimeMillis
  const { inFlight, lastPassAt } = yield* dispatcher.health
  const silence = lastPassAt === undefined ? undefined : now - lastPassAt
  const isReady = silence !== undefined && silence <= longestSilence
  return HttpServerResponse.jsonUnsafe(
    {
      status: isReady ? "ready" : "not ready",
      dispatcher: {
        inFlight,
        ...(silence === undefined ? undefined : { lastPassSecondsAgo: Math.round(silence / 1000) }),
        ...(isReady ? undefined : { problem: "The dispatcher does not get work from the storage; see the log" })
      }
    },
    { status: isReady ? 200 : 503 }
  )
})

/** `GET /health/live` answers while the process does; `GET /health/ready` fails when nothing is claimed any more. */
export const healthRoutes = Layer.mergeAll(
  HttpRouter.add("GET", "/health/live", Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "alive" }))),
  HttpRouter.add("GET", "/health/ready", ready)
)
