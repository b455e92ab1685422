/** Whether the service runs, does its work and takes the operator's key. */
import { Effect, Result } from "effect"
import type { Connection } from "../connection/connection.ts"
import { counted } from "../output/counted.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { type Check, ok, problem, warning } from "./Check.ts"
import type { RunningService, ServiceFound } from "./findService.ts"

const seeNotReady = "What to do first: docs/operations.md, Not ready"

/** `isNamed`: the user gave this URL. */
export const judgeService = (url: string, found: ServiceFound, isNamed: boolean): Check => {
  switch (found._tag) {
    case "Running":
      return ok("service", `It answers at ${url}`)
    case "Nobody": {
      const message = `No service answers at ${url}`
      const advice = "Start it with sellerkit serve, or name where it runs with --url"
      return isNamed ? problem("service", message, advice) : warning("service", message, advice)
    }
    case "Silent":
      return problem("service", `What listens at ${url} does not answer`, "See its log, and start it anew")
    case "Other": {
      const message = `What answers at ${url} is no service of this kind (status ${found.status})`
      return problem("service", message, "Name where the service runs with --url or PORT")
    }
  }
}

export const judgeDispatcher = ({ dispatcher }: RunningService): Check => {
  if (dispatcher === undefined) return ok("dispatcher", "None in this process: it runs the API only")
  return dispatcher.problem === undefined
    ? ok("dispatcher", `It gets work from the storage, ${counted(dispatcher.inFlight, "request")} under way`)
    : problem("dispatcher", dispatcher.problem, seeNotReady)
}

/** Nothing to say where the service itself sees nothing wrong: its file is looked into later. */
export const judgeOpenDatabase = ({ databaseProblem }: RunningService): ReadonlyArray<Check> =>
  databaseProblem === undefined ? [] : [problem("database", databaseProblem, seeNotReady)]

/** Asks for a path that every process of the service has. Without it there is no service. */
export const checkOperatorKey = Effect.fnUntraced(function* (connection: Connection) {
  const answer = yield* Effect.result(
    Effect.flatMap(operatorClient(connection), (operator) => operator((api) => api.metrics.scrape()))
  )
  if (Result.isSuccess(answer)) return ok("operator key", "The service takes it")
  const advice = "Set SELLERKIT_OPERATOR_KEY to the one that the service was started with"
  return problem("operator key", answer.failure.message, advice)
})
