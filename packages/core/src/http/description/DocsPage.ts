/** Port: an API's description as a page for people. It is one of its own because the page's script is larger than all the rest. */
import { Context, type Effect, type Layer } from "effect"
import type { HttpRouter } from "effect/http"
import type { Description } from "./Description.ts"

export class DocsPage extends Context.Service<
  DocsPage,
  {
    /** Of an OpenAPI document, which is asked for when somebody looks at the page. */
    layer(document: Effect.Effect<Description>, path: `/${string}`): Layer.Layer<never, never, HttpRouter.HttpRouter>
  }
>()("@sellerkit/core/http/DocsPage") {}
