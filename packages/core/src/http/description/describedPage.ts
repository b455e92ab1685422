/** A page that shows an API's description, with the path that the API is mounted under. */
import { Effect, type Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { mountedAt } from "../paths/MountPath.ts"
import type { Description } from "./Description.ts"

/** The page loads everything from this service, and requests that are tried out on it go nowhere else. */
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

/** What shows descriptions: Scalar's API reference. */
export interface Viewer {
  /** The element that loads its script. `prefix` stands before the paths of whatever is mounted with the page. */
  script(prefix: string): Effect.Effect<string>
  /** Where its script comes from, as a source of the content security policy. */
  readonly source: "'self' 'unsafe-inline'" | "'unsafe-inline'"
}

/** Shows the description and nothing else: no tools or services of the viewer, no fonts or telemetry of its makers. */
const settings = {
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  withDefaultFonts: false,
  documentDownloadType: "json",
  customCss: 'a[href="https://www.scalar.com"]{display:none}'
}

/** The page's icon: an arrow. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231d4ed8'/%3E%3Cpath d='M3 8h9M8 4l4 4-4 4' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"

/** A value as a part of a script. Nothing in the value can end the script. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c")

const pageOf = (document: Description, script: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${document["info"].title}</title>
    <link rel="icon" href="${icon}" />
  </head>
  <body>
    <div id="viewer"></div>
    ${script}
    <script>
      Scalar.createApiReference("#viewer", ${inScript({ ...settings, content: document })})
    </script>
  </body>
</html>`

export const describedPage = (
  { script, source }: Viewer,
  document: Effect.Effect<Description>,
  path: `/${string}`
): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  // The page can be megabytes of text, so it is not made for each request. Only the last one is kept: a host may have any number
  // of paths, and the callers choose among them.
  let last: { readonly mounted: string; readonly page: HttpServerResponse.HttpServerResponse } | undefined
  return HttpRouter.add(
    "GET",
    path,
    Effect.gen(function* () {
      const mounted = yield* mountedAt
      if (last?.mounted === mounted) return last.page
      const described = { ...(yield* document), servers: [{ url: mounted }] }
      const text = pageOf(described, yield* script(mounted === "/" ? "" : mounted))
      const page = HttpServerResponse.setHeaders(HttpServerResponse.html(text), {
        "content-security-policy": policyWith(source),
        "x-content-type-options": "nosniff"
      })
      last = { mounted, page }
      return page
    })
  )
}
