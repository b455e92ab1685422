/** The seller API, made of the groups of features. Middleware added last runs first: scope, life of the operation, then what
 * the groups add, which is admission, validation, handler. */
import type { Array } from "effect"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { Lifecycle } from "./middleware/Lifecycle.ts"
import { RequestScope } from "./middleware/RequestScope.ts"
import { parsing } from "./parsing.ts"

/** Handlers that are made for some of its groups are handlers of every API with these groups. */
export const sellerApi = <const Groups extends Array.NonEmptyReadonlyArray<HttpApiGroup.Constraint>>(
  ...groups: Groups
) =>
  HttpApi.make("seller")
    .add(...groups)
    .middleware(Lifecycle)
    .middleware(RequestScope)
    .annotateMerge(parsing)
    .annotateMerge(
      OpenApi.annotations({
        title: "Seller API",
        version: "1.0.0",
        summary: "Webhooks for events on a seller's account, and promotion campaigns",
        servers: [{ url: "/" }],
        license: { name: "MIT", url: "https://opensource.org/license/mit" }
      })
    )
