/**
 * Port: an API's description as a page for people. It is a port of its own because the page's script is larger than all the rest.
 */
import { Context, type Effect, type Layer } from "effect"
import type { HttpRouter } from "effect/http"
import type { Description } from "./Description.ts"

export class DocsPage extends Context.Service<
  DocsPage,
  {
    /** The page of an OpenAPI document. The document is asked for when somebody looks at the page. */
    layer(document: Effect.Effect<Description>, path: `/${string}`): Layer.Layer<never, never, HttpRouter.HttpRouter>
  }
>()("@sellerkit/core/http/DocsPage") {}
