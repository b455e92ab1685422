/** The page with everything that it needs inside it. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiScalar } from "effect/http-api"
import { describedPage } from "./describedPage.ts"
import { DocsPage } from "./DocsPage.ts"

/** The framework contains the viewer's script, and gives it only as a part of a page. */
const script = Effect.gen(function* () {
  const page = yield* HttpRouter.toHttpEffect(HttpApiScalar.layer(HttpApi.make("none"), { path: "/" }))
  const { body } = yield* Effect.provideService(
    page,
    HttpServerRequest.HttpServerRequest,
    HttpServerRequest.fromWeb(new Request("http://localhost/"))
  )
  const [element] = (body._tag === "Uint8Array" && body.text?.match(/<script>[^]*?<\/script>/)) || []
  return element ?? (yield* Effect.die(new Error("The page of the framework has no script")))
}).pipe(Effect.scoped, Effect.orDie)

export const wholeDocsPageLayer: Layer.Layer<DocsPage> = Layer.succeed(
  DocsPage,
  DocsPage.of({
    layer: (document, path) => describedPage({ script: () => script, source: "'unsafe-inline'" }, document, path)
  })
)
