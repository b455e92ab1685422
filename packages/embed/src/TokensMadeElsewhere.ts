/** This process checks tokens that somebody else signs. */
import { Schema } from "effect"

export class TokensMadeElsewhere extends Schema.TaggedError<TokensMadeElsewhere>()("TokensMadeElsewhere", {}) {
  override get message() {
    return "Tokens are made elsewhere: createSellerkit has no tokens.secret to sign them with"
  }
}
