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

export interface OperatorAnswer {
  readonly status: number
  /** Undefined: it is no JSON. */
  readonly body: unknown
}

/** Sends a text, so that numbers keep their digits, and gives whatever is answered. */
export const send = Effect.fnUntraced(
  function* (connection: Connection, method: "POST" | "PUT", path: string, body: string, type = "application/json") {
    const client = yield* HttpClient.HttpClient
    const request = HttpClientRequest.make(method)(`${connection.url}/operator/v1${path}`).pipe(
      HttpClientRequest.bearerToken(yield* keyOf(connection)),
      HttpClientRequest.setBody(HttpBody.text(body, type))
    )
    const response = yield* client.execute(request)
    const answer: OperatorAnswer = {
      status: response.status,
      body: yield* Effect.orElseSucceed(response.json, () => undefined)
    }
    return answer
  },
  (call, { url }) => explained(url)(call)
)

/** POSTs JSON text, and reads the answer. */
export const post = Effect.fnUntraced(
  function* <A>(connection: Connection, path: string, text: string, answer: Schema.Codec<A, unknown>) {
    const { body, status } = yield* send(connection, "POST", path, text)
    if (status >= 300) return yield* refusal(body, status)
    return yield* Schema.decodeUnknownEffect(answer)(body)
  },
  (call, { url }) => explained(url)(call)
)
