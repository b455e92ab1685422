/** Calls the operator interface of a running service. */
import { Effect, Schema } from "effect"
import { HttpBody, HttpClient, HttpClientError, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { OperatorAuthorization } from "../../operator/OperatorAuthorization.ts"
import { CommandFailed } from "../CommandFailed.ts"
import { type Connection, keyOf } from "./connection.ts"
import { ServiceUnavailable } from "./ServiceUnavailable.ts"

const Problem = Schema.Struct({
  title: Schema.String,
  detail: Schema.String,
  errors: Schema.Array(Schema.Struct({ location: Schema.String, message: Schema.String }))
})
const isProblem = Schema.is(Problem)

const explain = ({ detail, errors, title }: typeof Problem.Type): string => {
  // The detail may name every one of the errors as well.
  if (errors.length === 0) return detail
  return [`${title}:`, ...errors.map(({ location, message }) => `  ${location}: ${message}`)].join("\n")
}

const unreachable = (url: string) =>
  new ServiceUnavailable({
    message: `No service answers at ${url}. Start one (npm start), or name another with --url.`
  })

const unknownService = (url: string) =>
  new CommandFailed({ message: `What answers at ${url} is no service of this version` })

/** What an answer other than the one that was asked for says. */
const refusal = (body: unknown, status: number) => {
  const message = isProblem(body) ? explain(body) : `The service answered ${status}`
  return status >= 500 ? new ServiceUnavailable({ message }) : new CommandFailed({ message })
}

const failureOf = (url: string) =>
  Effect.fnUntraced(function* (error: unknown) {
    if (isProblem(error)) return yield* new CommandFailed({ message: explain(error) })
    if (!HttpClientError.isHttpClientError(error)) {
      return yield* unknownService(url)
    }
    const { response } = error
    if (response === undefined) return yield* unreachable(url)
    return yield* refusal(yield* Effect.orElseSucceed(response.json, () => undefined), response.status)
  })

/** Calls operations by their names, and fails in words. */
export const operatorClient = Effect.fnUntraced(function* (connection: Connection) {
  const key = yield* keyOf(connection)
  const withKey = HttpApiMiddleware.layerClient(OperatorAuthorization, ({ next, request }) =>
    next(HttpClientRequest.bearerToken(request, key))
  )
  const api = yield* Effect.provide(HttpApiClient.make(OperatorApi, { baseUrl: connection.url }), withKey)
  const explained = failureOf(connection.url)
  return <A, R>(use: (operations: typeof api) => Effect.Effect<A, unknown, R>) => Effect.catch(use(api), explained)
})

export type OperatorClient = Effect.Success<ReturnType<typeof operatorClient>>

/** POSTs JSON text, so that numbers keep their digits, and reads the answer. */
export const post = Effect.fnUntraced(function* <A>(
  connection: Connection,
  path: string,
  body: string,
  answer: Schema.Codec<A, unknown>
) {
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.post(`${connection.url}/operator/v1${path}`).pipe(
    HttpClientRequest.bearerToken(yield* keyOf(connection)),
    HttpClientRequest.setBody(HttpBody.text(body, "application/json"))
  )
  const response = yield* Effect.mapError(client.execute(request), () => unreachable(connection.url))
  const given = yield* Effect.orElseSucceed(response.json, () => undefined)
  if (response.status >= 300) return yield* refusal(given, response.status)
  return yield* Effect.mapError(Schema.decodeUnknownEffect(answer)(given), () => unknownService(connection.url))
})
