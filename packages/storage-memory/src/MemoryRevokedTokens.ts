/** Revoked tokens in memory. */
import { RevokedTokens } from "@sellerkit/core"
import { DateTime, Effect, Layer } from "effect"
import { MemoryState } from "./MemoryState.ts"

export const layer: Layer.Layer<RevokedTokens, never, MemoryState> = Layer.effect(
  RevokedTokens,
  Effect.gen(function* () {
    const { revokedTokens } = yield* MemoryState
    return RevokedTokens.of({
      revoke: Effect.fnUntraced(function* (tokenId, expiresAt) {
        const now = DateTime.toEpochMillis(yield* DateTime.now)
        for (const [id, expiry] of revokedTokens) if (expiry <= now) revokedTokens.delete(id)
        const known = revokedTokens.get(tokenId)
        revokedTokens.set(tokenId, Math.max(known ?? 0, DateTime.toEpochMillis(expiresAt)))
      }),
      isRevoked: (tokenId) => Effect.sync(() => revokedTokens.has(tokenId))
    })
  })
)
