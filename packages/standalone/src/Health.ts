/** Whether the process is alive, and whether it does its work. */
import { Dispatcher, type DispatcherHealth, DispatcherOptions } from "@sellerkit/core/delivery"
import { Clock, Duration, Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { DatabaseHealth, type DatabaseProblem, databaseProblems } from "./storage/DatabaseHealth.ts"

// our choice: a dispatcher looks for work once per idle check at least; three missed turns are no accident.
const missedTurns = 3

const dispatcherProblems = {
  starting: "The dispatcher has not got work from the storage since the service started; see the log if this lasts",
  silent: "The dispatcher does not get work from the storage; see the log"
}

/** The health of one part of the process. */
interface Seen {
  readonly problem?: string
}

const judgeDispatcher = (
  { inFlight, lastPassAt }: DispatcherHealth,
  now: number,
  longestSilence: Duration.Duration
) => {
  if (lastPassAt === undefined) return { inFlight, problem: dispatcherProblems.starting }
  const silence = now - lastPassAt
  return {
    inFlight,
    lastPassSecondsAgo: Math.round(silence / 1000),
    ...(silence > Duration.toMillis(longestSilence) && { problem: dispatcherProblems.silent })
  }
}

const judgeDatabase = (problem: DatabaseProblem): Seen => ({ problem: databaseProblems[problem] })

const answer = (seen: Readonly<Record<string, Seen>>) => {
  const isReady = Object.values(seen).every(({ problem }) => problem === undefined)
  return HttpServerResponse.jsonUnsafe(
    { status: isReady ? "ready" : "not ready", ...seen },
    { status: isReady ? 200 : 503 }
  )
}

/**
 * `GET /health/live` answers while the process does. `GET /health/ready` fails when the process's dispatcher, if it has one,
 * claims nothing any more, or when the database would not keep what is written.
 */
export const healthRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const dispatcher = yield* Effect.serviceOption(Dispatcher)
    const database = yield* DatabaseHealth
    const { idleCheck } = yield* DispatcherOptions
    const longestSilence = Duration.times(idleCheck, missedTurns)

    const look = Effect.gen(function* () {
      const problem = yield* database.problem
      const health = yield* Effect.transposeOption(Option.map(dispatcher, ({ health }) => health))
      const now = yield* Clock.currentTimeMillis
      return {
        ...(Option.isSome(health) && { dispatcher: judgeDispatcher(health.value, now, longestSilence) }),
        ...(Option.isSome(problem) && { database: judgeDatabase(problem.value) })
      }
    })
    yield* router.add("GET", "/health/live", HttpServerResponse.jsonUnsafe({ status: "alive" }))
    yield* router.add("GET", "/health/ready", Effect.map(look, answer))
  })
)
