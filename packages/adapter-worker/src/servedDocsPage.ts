/**
 * The page of the API's description with its script beside it. The script is larger than all the rest of a Worker, so it is no
 * part of the Worker, which fetches it from where it is published, and serves it as its own.
 */
import { describedPage, DocsPage } from "@sellerkit/core/http"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

/** Scalar, as Effect has it inside: the file of the package, not one that is made when it is asked for. */
const published = "https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.43.5/dist/browser/standalone.js"

// Browsers run nothing else than this very file.
const integrity = "sha384-Gq76zATSoHnv2NtylQEyR3DyTDEQcHjSEyt0AHrkEDtFlNyciROm4VSGI6Q7K573"

const script = "scalar-1.43.5.js"

const scriptLayer = (path: `/${string}`) =>
  HttpRouter.add(
    "GET",
    `${path}/${script}`,
    Effect.gen(function* () {
      const found = yield* Effect.tryPromise((signal) => fetch(published, { signal }))
      if (found.status !== 200) return HttpServerResponse.empty({ status: 502 })
      return HttpServerResponse.raw(found.body, {
        contentType: "text/javascript; charset=utf-8",
        headers: { "cache-control": "public, max-age=31536000, immutable", "x-content-type-options": "nosniff" }
      })
    }).pipe(Effect.catch(() => Effect.succeed(HttpServerResponse.empty({ status: 502 }))))
  )

export const servedDocsPageLayer: Layer.Layer<DocsPage> = Layer.succeed(
  DocsPage,
  DocsPage.of({
    layer: (document, path) =>
      Layer.merge(
        scriptLayer(path),
        describedPage(
          {
            script: (prefix) =>
              Effect.succeed(`<script src="${prefix}${path}/${script}" integrity="${integrity}"></script>`),
            source: "'self' 'unsafe-inline'"
          },
          document,
          path
        )
      )
  })
)
