/** A typed client of the operator interface, derived from the declarations that the server runs. */
import { Effect, type Redacted } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { OperatorAuthorization } from "../operator/middleware/OperatorAuthorization.ts"
import { OperatorApi } from "../OperatorApi.ts"
import { withoutCredentials } from "./withoutCredentials.ts"

export interface OperatorClientOptions {
  /** Where the interface is served, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  readonly key: Redacted.Redacted
}

type Derived = HttpApiClient.ForApi<typeof OperatorApi>

export interface OperatorClient extends Derived {}

/** Failures are the problem classes of the API: `NotFound`, `Conflict` and so on. */
export const make = ({
  baseUrl,
  key
}: OperatorClientOptions): Effect.Effect<OperatorClient, never, HttpClient.HttpClient> =>
  Effect.provide(
    HttpApiClient.make(OperatorApi, { baseUrl }),
    HttpApiMiddleware.layerClient(OperatorAuthorization, ({ next, request }) =>
      withoutCredentials(next(HttpClientRequest.bearerToken(request, key)))
    )
  )
