/** Calls the operator interface of a running service. */
import { OperatorClient as Derived } from "@sellerkit/core/client"
import { Effect, Schema } from "effect"
import { HttpBody, HttpClient, HttpClientRequest } from "effect/http"
import { type Connection, keyOf } from "./connection.ts"
import { explained, refusal } from "./explained.ts"

/** Calls operations by their names. Failures say in words what is wrong. */
export const operatorClient = Effect.fnUntraced(function* (connection: Connection) {
  const key = yield* keyOf(connection)
  const api = yield* Derived.make({ baseUrl: connection.url, key })
  const inWords = explained(connection.url)
  return <A, R>(use: (operations: Derived.OperatorClient) => Effect.Effect<A, unknown, R>) => inWords(use(api))
})

export type OperatorClient = Effect.Success<ReturnType<typeof operatorClient>>

/** POSTs JSON text, so that numbers keep their digits, and reads the answer. */
export const post = Effect.fnUntraced(
  function* <A>(connection: Connection, path: string, body: string, answer: Schema.Codec<A, unknown>) {
    const client = yield* HttpClient.HttpClient
    const request = HttpClientRequest.post(`${connection.url}/operator/v1${path}`).pipe(
      HttpClientRequest.bearerToken(yield* keyOf(connection)),
      HttpClientRequest.setBody(HttpBody.text(body, "application/json"))
    )
    const response = yield* client.execute(request)
    const given = yield* Effect.orElseSucceed(response.json, () => undefined)
    if (response.status >= 300) return yield* refusal(given, response.status)
    return yield* Schema.decodeUnknownEffect(answer)(given)
  },
  (call, { url }) => explained(url)(call)
)
