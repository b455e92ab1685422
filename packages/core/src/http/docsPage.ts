/** An API's description as a page for people, with everything that it needs inside it. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"
import { mountedAt } from "./MountPath.ts"

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

const headers = { "content-security-policy": policy, "x-content-type-options": "nosniff" }

/** Stands for the path that the API is mounted under in the page, which is made once for all of them. */
const placeholder = "/where-the-api-is-mounted"

const atMountPath = HttpRouter.middleware((httpEffect) =>
  Effect.gen(function* () {
    const page = yield* httpEffect
    if (page.body._tag !== "Uint8Array" || page.body.text === undefined) return page
    const path = yield* mountedAt
    return HttpServerResponse.html(page.body.text.replace(placeholder, () => path)).pipe(
      HttpServerResponse.setHeaders(headers)
    )
  })
).layer

export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  HttpApiScalar.layer(api.annotate(OpenApi.Servers, [{ url: placeholder }]), {
    path,
    scalar: { withDefaultFonts: false }
  }).pipe(Layer.provide(atMountPath))
