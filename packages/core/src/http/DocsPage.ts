/** Port: an API's description as a page for people. It is one of its own because the page's script is larger than all the rest. */
import { Context, type Layer } from "effect"
import type { HttpRouter } from "effect/http"
import type { HttpApi, HttpApiGroup } from "effect/http-api"

export class DocsPage extends Context.Service<
  DocsPage,
  {
    layer<Id extends string, Groups extends HttpApiGroup.Constraint>(
      api: HttpApi.HttpApi<Id, Groups>,
      path: `/${string}`
    ): Layer.Layer<never, never, HttpRouter.HttpRouter>
  }
>()("@sellerkit/core/http/DocsPage") {}
