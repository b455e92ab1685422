/** Ids of tokens that no longer count, on PostgreSQL. */
import { RevokedTokens } from "@sellerkit/core"
import { Effect, Layer } from "effect"
import { PgDatabase } from "./PgDatabase.ts"
import { millis } from "./Rows.ts"

// What would have expired anyway goes along the way, a few at a time.
const revokeText = `with expired as (
    delete from sellerkit.revoked_token where token_id = any (array(
      select token_id from sellerkit.revoked_token where expires_at <= sellerkit.milliseconds($1) and token_id <> $2
      limit 100 for update skip locked))
  )
  insert into sellerkit.revoked_token (token_id, expires_at) values ($2, $3)
  on conflict (token_id) do update set expires_at = greatest(revoked_token.expires_at, excluded.expires_at)`

export const layer: Layer.Layer<RevokedTokens, never, PgDatabase> = Layer.effect(
  RevokedTokens,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    return RevokedTokens.of({
      revoke: (tokenId, expiresAt) =>
        Effect.flatMap(database.now, (now) =>
          Effect.asVoid(database.rows("RevokedTokens.revoke", revokeText, now, tokenId, millis(expiresAt)))
        ),
      isRevoked: (tokenId) =>
        Effect.map(
          database.rows(
            "RevokedTokens.isRevoked",
            "select 1 as found from sellerkit.revoked_token where token_id = $1",
            tokenId
          ),
          (found) => found.length > 0
        )
    })
  })
)
