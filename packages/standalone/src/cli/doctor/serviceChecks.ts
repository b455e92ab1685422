/** Whether the service runs, does its work and takes the operator's key. */
import { Effect, Result } from "effect"
import type { Connection } from "../connection.ts"
import { operatorClient } from "../OperatorClient.ts"
import { type Check, ok, problem, warning } from "./Check.ts"
import type { RunningService, ServiceFound } from "./findService.ts"
import { nobody } from "./nobody.ts"

/** `isNamed`: somebody said that it runs there. */
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

export const judgeDispatcher = ({ inFlight, isReady, problem: reason = "It is not ready" }: RunningService): Check =>
  isReady
    ? ok("dispatcher", `It gets work from the storage, ${inFlight} request${inFlight === 1 ? "" : "s"} under way`)
    : problem("dispatcher", reason, "Nothing is delivered until it does: check the disk, then start the service anew")

/** Asks for something that needs it, and that is not there. */
export const checkOperatorKey = Effect.fnUntraced(function* (connection: Connection) {
  const answer = yield* Effect.result(
    Effect.flatMap(operatorClient(connection), (operator) =>
      operator((api) => api.webhooks.list({ params: { sellerId: nobody.sellerId }, query: {} }))
    )
  )
  if (Result.isSuccess(answer)) return ok("operator key", "The service takes it")
  const advice = "Set SELLERKIT_OPERATOR_KEY to the one that the service was started with"
  return problem("operator key", answer.failure.message, advice)
})
