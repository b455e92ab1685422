/** Operations on tokens of the seller API. */
import { Category, SellerId, ServiceId, Timestamp, TokenType } from "@sellerkit/core"
import { declared, RequestValidation } from "@sellerkit/core/http"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { described } from "./described.ts"

const TokenRequest = Schema.Struct({
  sellerId: SellerId,
  type: TokenType,
  serviceId: Schema.optionalKey(ServiceId),
  categories: Schema.Array(Category),
  readOnly: Schema.optionalKey(Schema.Boolean),
  test: Schema.optionalKey(Schema.Boolean),
  userId: Schema.optionalKey(Schema.Int),
  expiresIn: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 * 24 * 3600 })).annotate({
      description: "For how many seconds the token is valid: 366 days at most, 180 when absent"
    })
  )
})
  .check(
    Schema.makeFilter(({ serviceId, type }) => {
      if (type === "service" && serviceId === undefined)
        return { path: ["serviceId"], issue: "Expected the service's id" }
      if (type !== "service" && serviceId !== undefined) {
        return { path: ["serviceId"], issue: "Expected no service's id: only a service token has one" }
      }
      return undefined
    })
  )
  .annotate({ identifier: "TokenRequest" })

export class TokensApi extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.post("create", "/tokens", {
      payload: TokenRequest,
      success: Schema.Struct({
        token: Schema.RedactedFromValue(Schema.String),
        tokenId: Schema.String,
        expiresAt: Timestamp
      }),
      error: [declared.BadRequest, declared.Conflict]
    }).annotateMerge(
      described(
        "Make a token",
        "Makes an API token. Answers 409 where tokens are only verified here, because they are made elsewhere."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/tokens/:tokenId", {
      params: { tokenId: Schema.String.check(Schema.isBetweenLength(1, 100)) },
      success: HttpApiSchema.NoContent
    }).annotateMerge(described("Revoke a token", "The token stops counting at once, whether it was made here or not."))
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Tokens", description: "Credentials of the seller API." })) {}
