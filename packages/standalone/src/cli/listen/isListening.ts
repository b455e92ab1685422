/** Whether a listener runs. The webhook of a listener that was killed is of no use. */
import { Effect, Option } from "effect"
import { HttpClient, HttpServerResponse } from "effect/http"

const header = "x-sellerkit-listen"

/** The answer of a listener, at the URL of its webhook, to a check whether it runs. */
export const presence = HttpServerResponse.empty({ status: 204, headers: { [header]: "true" } })

// our choice: a listener answers at once. One that takes the connection and does not answer is suspended, and counts as running.
const patience = "2 seconds"

export const isListening = Effect.fnUntraced(function* (url: string) {
  const client = yield* HttpClient.HttpClient
  return yield* client.get(url).pipe(
    Effect.map(({ headers, status }) => status === 204 && headers[header] === "true"),
    Effect.timeoutOption(patience),
    Effect.map(Option.getOrElse(() => true)),
    Effect.orElseSucceed(() => false)
  )
})
