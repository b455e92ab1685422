/** A typed client of the seller API, derived from the declarations that the server runs. */
import { Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Admission } from "../http/middleware/Admission.ts"
import { StatusAdmission } from "../http/middleware/StatusAdmission.ts"
import { SellerApi } from "../SellerApi.ts"

export interface ClientOptions {
  /** Where the API is served, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  readonly token: Redacted.Redacted
}

/** Failures are the problem classes of the API: `NotFound`, `TooManyRequests` and so on. */
export const make = ({ baseUrl, token }: ClientOptions) =>
  HttpApiClient.make(SellerApi, {
    transformClient: HttpClient.mapRequest(HttpClientRequest.prependUrl(baseUrl))
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
