/** Whether a listener is there. One that was killed is not, and the webhook that it made for itself is of no use any more. */
import { Effect, Option } from "effect"
import { HttpClient, HttpServerResponse } from "effect/http"

const header = "x-sellerkit-listen"

/** What a listener answers at the URL of its webhook to whoever looks whether it is there. */
export const presence = HttpServerResponse.empty({ status: 204, headers: { [header]: "true" } })

// our choice: a listener answers at once. One that is stopped for a moment, and takes the connection, is there.
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
