/** Hands out the application. Every page has the same document: the application reads the address. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppFiles } from "./AppFiles.ts"
import { consolePath } from "./consolePath.ts"

const policy = (frameAncestors: ReadonlyArray<string>): string =>
  Object.entries({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": frameAncestors.length === 0 ? "'none'" : frameAncestors.join(" ")
  })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ")

const guards = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()"
}

/** What a browser that asks for the service itself wants to see. */
const isBrowser = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["accept"]?.includes("text/html") === true

export interface AppRoutesOptions {
  /** Origins whose pages may show a portal in a frame. */
  readonly frameAncestors: ReadonlyArray<string>
  /** Whether a browser that asks for the service itself is led to the console: a host has a home page of its own. */
  readonly isHome: boolean
}

/** The page as it was built names its files below `/console`. */
const pageBelow = (page: string, path: string): string => page.replaceAll('"/console/', `"${path}/`)

export const appRoutes = ({ frameAncestors, isHome }: AppRoutesOptions) =>
  Layer.unwrap(
    Effect.map(AppFiles, ({ asset, missing, page }) => {
      const document = Effect.zipWith(consolePath, page, (path, built) =>
        built === undefined
          ? HttpServerResponse.text(`${missing}\n`, { status: 503, headers: guards })
          : HttpServerResponse.text(pageBelow(built, path), {
              contentType: "text/html; charset=utf-8",
              headers: {
                ...guards,
                "content-security-policy": policy(frameAncestors),
                ...(frameAncestors.length === 0 && { "x-frame-options": "DENY" }),
                "cache-control": "no-store"
              }
            })
      )
      const named = Effect.gen(function* () {
        const { name = "" } = yield* HttpRouter.params
        const file = yield* asset(name)
        return file === undefined
          ? HttpServerResponse.text("There is no such file\n", { status: 404, headers: guards })
          : HttpServerResponse.text(file.contents, {
              contentType: file.contentType,
              // Its name changes with its contents.
              headers: { ...guards, "cache-control": "public, max-age=31536000, immutable" }
            })
      })
      // For whoever is no browser it is a path like any other that no operation has.
      const home = HttpServerRequest.HttpServerRequest.use((request) =>
        isBrowser(request)
          ? Effect.map(consolePath, (path) => HttpServerResponse.redirect(path, { status: 302 }))
          : Effect.fail(new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) }))
      )
      return Layer.mergeAll(
        isHome ? HttpRouter.add("GET", "/", home) : Layer.empty,
        // Also `/console` itself.
        HttpRouter.add("GET", "/console/*", document),
        HttpRouter.add("GET", "/console/assets/:name", named)
      )
    })
  )
