/** A page that shows an API's description, as it is at the path that the API is mounted under. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, type HttpApiScalar, OpenApi } from "effect/http-api"
import { mountedAt } from "./MountPath.ts"

/** Requests that are tried out on the page go to this service alone, and so does all that it loads. */
const policyWith = (scripts: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Stands for the path that the API is mounted under in the page, which is made once for all of them. */
const placeholder = "/where-the-api-is-mounted"

/** Where the script of a page comes from. */
export interface PageScript {
  readonly page: typeof HttpApiScalar.layerCdn
  /** As a source of the content security policy. */
  readonly source: "'self' 'unsafe-inline'" | "'unsafe-inline'"
  /** What becomes of the page. `prefix` stands before the paths of whatever is mounted with it. */
  readonly edit?: (html: string, prefix: string) => string
}

/** The page at a path. It is megabytes of text, which are not put together and encoded for each request. */
const pageAt = ({ edit = (html) => html, source }: PageScript, text: string, path: string) =>
  HttpServerResponse.html(
    edit(
      text.replace(placeholder, () => path),
      path === "/" ? "" : path
    )
  ).pipe(
    HttpServerResponse.setHeaders({
      "content-security-policy": policyWith(source),
      "x-content-type-options": "nosniff"
    })
  )

const atMountPath = (script: PageScript) => {
  // Only the last one is kept: a host may have any number of paths, and the callers choose among them.
  let last: { readonly path: string; readonly page: HttpServerResponse.HttpServerResponse } | undefined
  return HttpRouter.middleware((httpEffect) =>
    Effect.gen(function* () {
      const path = yield* mountedAt
      if (last?.path === path) return last.page
      const described = yield* httpEffect
      if (described.body._tag !== "Uint8Array" || described.body.text === undefined) return described
      const page = pageAt(script, described.body.text, path)
      last = { path, page }
      return page
    })
  ).layer
}

export const describedPage = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  script: PageScript,
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  script
    .page(api.annotate(OpenApi.Servers, [{ url: placeholder }]), { path, scalar: { withDefaultFonts: false } })
    .pipe(Layer.provide(atMountPath(script)))
