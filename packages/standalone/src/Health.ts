/** Whether the service is alive, and whether it does its work. */
import { Dispatcher, type DispatcherHealth, DispatcherOptions } from "@sellerkit/core/delivery"
import { Clock, Duration, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

// our choice: a dispatcher looks for work once per idle check at least; three missed turns are no accident.
const missedTurns = 3

const problem = "The dispatcher does not get work from the storage; see the log"

const answer = ({ inFlight, lastPassAt }: DispatcherHealth, now: number, longestSilence: Duration.Duration) => {
  const silence = lastPassAt === undefined ? undefined : now - lastPassAt
  const isReady = silence !== undefined && silence <= Duration.toMillis(longestSilence)
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
    const { idleCheck } = yield* DispatcherOptions
    const longestSilence = Duration.times(idleCheck, missedTurns)
    const ready = Effect.zipWith(dispatcher.health, Clock.currentTimeMillis, (health, now) =>
      answer(health, now, longestSilence)
    )
    yield* router.add("GET", "/health/live", HttpServerResponse.jsonUnsafe({ status: "alive" }))
    yield* router.add("GET", "/health/ready", ready)
  })
)
