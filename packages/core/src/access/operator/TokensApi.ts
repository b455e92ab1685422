/** Operations on tokens of the seller API. */
import { Duration, Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../Account.ts"
import { TokenId } from "../tokens/TokenClaims.ts"
import { longestTokenLifetime, namesItsService, tokenGrantFields, usualTokenLifetime } from "../tokens/TokenRequest.ts"
import { declared } from "../../http/operation/Problem.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { DataOf } from "../../operator/DataOf.ts"
import { described } from "../../operator/described.ts"

const seconds = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Duration.toSeconds(longestTokenLifetime) }))

const TokenRequest = Schema.Struct({
  ...tokenGrantFields,
  expiresIn: seconds.pipe(Schema.withDecodingDefaultKey(Effect.succeed(Duration.toSeconds(usualTokenLifetime))))
})
  .check(namesItsService)
  .annotate({ identifier: "TokenRequest" })

/** In other operations `sandbox` is in the query. */
const nothingInQuery = Schema.Record(
  Schema.String,
  Schema.String.check(Schema.makeFilter(() => "Expected in the body"))
)

export class TokensApi extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.post("create", "/tokens", {
      query: nothingInQuery,
      payload: TokenRequest,
      success: Schema.Struct({
        token: Schema.RedactedFromValue(Schema.String),
        tokenId: Schema.String,
        expiresAt: Timestamp
      }),
      error: [declared.BadRequest, declared.Conflict]
    })
      // A field with an unknown name was meant to say something. Without that the token could do more.
      .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", reportInput: true })
      .annotate(DataOf, "nobody")
      .annotateMerge(
        described(
          "Make a token",
          "Makes an API token. Answers 409 where tokens are only verified here, because they are made elsewhere."
        )
      ),
    HttpApiEndpoint.delete("revoke", "/tokens/:tokenId", {
      params: { tokenId: TokenId },
      success: HttpApiSchema.NoContent
    }).annotateMerge(described("Revoke a token", "The token stops counting at once, whether it was made here or not.")),
    HttpApiEndpoint.delete("revokeOfSeller", "/sellers/:sellerId/tokens/:tokenId", {
      params: { sellerId: SellerId, tokenId: TokenId },
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      described(
        "Revoke a token of a seller",
        "The token of this seller stops counting at once, whether it was made here or not. Where each seller's data is in a place of its own, this is the operation to use, and a token of another seller goes on counting."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Tokens", description: "Credentials of the seller API." })) {}
