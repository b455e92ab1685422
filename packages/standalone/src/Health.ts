/** Whether the service is alive, and whether it does its work. */
import { Dispatcher, type DispatcherHealth, DispatcherOptions } from "@sellerkit/core/delivery"
import { Clock, Duration, Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { DatabaseFile, type DatabaseProblem } from "./DatabaseFile.ts"

// our choice: a dispatcher looks for work once per idle check at least; three missed turns are no accident.
const missedTurns = 3

const dispatcherProblem = "The dispatcher does not get work from the storage; see the log"

const databaseProblems: Readonly<Record<DatabaseProblem, string>> = {
  replaced: "The file of the database was deleted or replaced while it is open: what is written now is not kept",
  diskFull: "The disk of the database is full"
}

interface Seen {
  readonly dispatcher: DispatcherHealth
  readonly database: Option.Option<DatabaseProblem>
  readonly now: number
}

const answer = ({ database, dispatcher, now }: Seen, longestSilence: Duration.Duration) => {
  const { inFlight, lastPassAt } = dispatcher
  const silence = lastPassAt === undefined ? undefined : now - lastPassAt
  const isAtWork = silence !== undefined && silence <= Duration.toMillis(longestSilence)
  const isReady = isAtWork && Option.isNone(database)
  return HttpServerResponse.jsonUnsafe(
    {
      status: isReady ? "ready" : "not ready",
      dispatcher: {
        inFlight,
        ...(silence === undefined ? undefined : { lastPassSecondsAgo: Math.round(silence / 1000) }),
        ...(isAtWork ? undefined : { problem: dispatcherProblem })
      },
      ...(Option.isSome(database) ? { database: { problem: databaseProblems[database.value] } } : undefined)
    },
    { status: isReady ? 200 : 503 }
  )
}

/**
 * `GET /health/live` answers while the process does; `GET /health/ready` fails when nothing is claimed any more, or the
 * database would not keep what is written.
 */
export const healthRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const dispatcher = yield* Dispatcher
    const file = yield* DatabaseFile
    const { idleCheck } = yield* DispatcherOptions
    const longestSilence = Duration.times(idleCheck, missedTurns)
    const seen = Effect.all({ dispatcher: dispatcher.health, database: file.problem, now: Clock.currentTimeMillis })
    yield* router.add("GET", "/health/live", HttpServerResponse.jsonUnsafe({ status: "alive" }))
    yield* router.add(
      "GET",
      "/health/ready",
      Effect.map(seen, (all) => answer(all, longestSilence))
    )
  })
)
