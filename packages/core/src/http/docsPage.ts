/** An API's description as a page for people, with everything that it needs inside it. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar } from "effect/http-api"

/** The page is its own source of scripts and styles. Requests that are tried out on it go to this service alone. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const securityHeaders = HttpRouter.middleware((httpEffect) =>
  Effect.map(
    httpEffect,
    HttpServerResponse.setHeaders({ "content-security-policy": policy, "x-content-type-options": "nosniff" })
  )
).layer

export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  HttpApiScalar.layer(api, { path, scalar: { withDefaultFonts: false } }).pipe(Layer.provide(securityHeaders))
