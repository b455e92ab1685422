/** The page with everything that it needs inside it. */
import { Layer } from "effect"
import { HttpApiScalar } from "effect/http-api"
import { describedPage } from "./describedPage.ts"
import { DocsPage } from "./DocsPage.ts"

export const wholeDocsPageLayer: Layer.Layer<DocsPage> = Layer.succeed(
  DocsPage,
  DocsPage.of({
    layer: (api, path) => describedPage({ page: HttpApiScalar.layer, source: "'unsafe-inline'" }, api, path)
  })
)
