/** Operations on sellers: which there are. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { PageLimit } from "../../pagination/TimePage.ts"
import { described } from "../../operator/described.ts"
import { Account } from "../Account.ts"
import { AccountCursor } from "../AccountCursor.ts"

export class SellersApi extends HttpApiGroup.make("sellers")
  .add(
    HttpApiEndpoint.get("list", "/sellers", {
      query: { limit: PageLimit, next: Schema.optionalKey(AccountCursor) },
      success: Schema.Struct({
        sellers: Schema.Array(Account.annotate({ identifier: "SellerAccount" })),
        next: AccountCursor
      })
    }).annotateMerge(
      described(
        "Sellers",
        "Accounts that the service has kept something for, such as a webhook or a campaign, in the order of their ids; a seller's sandbox is an account of its own."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Sellers", description: "Whose data there is." })) {}
