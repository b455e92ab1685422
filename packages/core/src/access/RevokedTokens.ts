/** Port: ids of tokens that no longer count, kept until the token would have expired anyway. */
import { Context, type DateTime, type Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"

export class RevokedTokens extends Context.Service<
  RevokedTokens,
  {
    /** Idempotent. Entries past `expiresAt` may be forgotten. */
    revoke(tokenId: string, expiresAt: DateTime.Utc): Effect.Effect<void, StorageError>
    isRevoked(tokenId: string): Effect.Effect<boolean, StorageError>
  }
>()("@sellerkit/core/access/RevokedTokens") {}
