/** Whether the service is alive, and whether it does its work. */
import { Dispatcher, type DispatcherHealth } from "@sellerkit/core/delivery"
import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

// our choice: the dispatcher looks for work every five seconds at least; three missed turns are no accident.
const longestSilence = 15_000

const answer = ({ inFlight, lastPassAt }: DispatcherHealth, now: number) => {
  const silence = lastPassAt === undefined ? undefined : now - lastPassAt
  const isReady = silence !== undefined && silence <= longestSilence
  const problem = "The dispatcher does not get work from the storage; see the log"
  return HttpServerResponse.jsonUnsafe(
    {
      status: isReady ? "ready" : "not ready",
      dispatcher: {
        inFlight,
        ...(silence === undefined ? undefined : { lastPassSecondsAgo: Math.round(silence / 1000) }),
        ...(isReady ? undefined : { problem })
      }
    },
    { status: isReady ? 200 : 503 }
  )
}

/** `GET /health/live` answers while the process does; `GET /health/ready` fails when nothing is claimed any more. */
export const healthRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const dispatcher = yield* Dispatcher
    yield* router.add("GET", "/health/live", HttpServerResponse.jsonUnsafe({ status: "alive" }))
    yield* router.add("GET", "/health/ready", Effect.zipWith(dispatcher.health, Clock.currentTimeMillis, answer))
  })
)
