/** Port: turns a credential into the caller it stands for. */
import { Context, type Effect, type Redacted, Schema } from "effect"
import type { StorageError } from "../../storage/StorageError.ts"
import type { Caller } from "../Access.ts"

/** The credential is no good. `reason` says why in words that are safe to show: never a part of the credential. */
export class TokenRejected extends Schema.TaggedError<TokenRejected>()("TokenRejected", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** The service cannot find out at the moment whether the credential is good. It may be. */
export class TokensUnavailable extends Schema.TaggedError<TokensUnavailable>()("TokensUnavailable", {
  cause: Schema.Defect()
}) {
  override get message() {
    return "Tokens cannot be checked at the moment"
  }
}

export class Tokens extends Context.Service<
  Tokens,
  {
    /** `credential` is the value of the `Authorization` header, with or without the `Bearer` scheme. */
    verify(credential: Redacted.Redacted): Effect.Effect<Caller, TokenRejected | TokensUnavailable | StorageError>
  }
>()("@sellerkit/core/access/Tokens") {}
