/** A typed client of the seller API, derived from the declarations that the server runs. */
import { Effect, Layer, Redacted } from "effect"
import { Headers, HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Admission } from "../http/middleware/Admission.ts"
import { StatusAdmission } from "../http/middleware/StatusAdmission.ts"
import { SellerApi } from "../SellerApi.ts"

export interface ClientOptions {
  /** Where the API is served, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  readonly token: Redacted.Redacted
}

/**
 * An answer without a body says that it is JSON (`RefusedInputLayer`). An operation that answers with JSON at other times would have
 * it decoded as that.
 */
const withoutType = (response: HttpClientResponse.HttpClientResponse) =>
  response.status === 200
    ? Effect.map(response.arrayBuffer, ({ byteLength }) =>
        byteLength > 0
          ? response
          : HttpClientResponse.fromWeb(
              response.request,
              new Response(null, { headers: Headers.remove(response.headers, "content-type") })
            )
      )
    : Effect.succeed(response)

/** Failures are the error classes of the API: `NotFound`, `TooManyRequests`, `Refused` and so on. */
export const make = ({ baseUrl, token }: ClientOptions) =>
  HttpApiClient.make(SellerApi, {
    transformClient: (client) =>
      client.pipe(
        HttpClient.mapRequest(HttpClientRequest.prependUrl(baseUrl)),
        HttpClient.transformResponse(Effect.flatMap(withoutType))
      )
  }).pipe(Effect.provide(withToken(token)))

export type SellerClient = Effect.Success<ReturnType<typeof make>>

/** Puts the token on every request of a client. */
export const withToken = (
  token: Redacted.Redacted
): Layer.Layer<HttpApiMiddleware.ForClient<Admission> | HttpApiMiddleware.ForClient<StatusAdmission>> => {
  const sendToken: HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never> = ({ next, request }) =>
    next(HttpClientRequest.setHeader(request, "authorization", Redacted.value(token)))
  return Layer.merge(
    HttpApiMiddleware.layerClient(Admission, sendToken),
    HttpApiMiddleware.layerClient(StatusAdmission, sendToken)
  )
}
