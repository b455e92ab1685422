/** Revoked tokens on SQLite. */
import { RevokedTokens } from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer } from "effect"
import { SqliteDatabase } from "./SqliteDatabase.ts"

export const layer: Layer.Layer<RevokedTokens, never, SqliteDatabase> = Layer.effect(
  RevokedTokens,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    return RevokedTokens.of({
      revoke: Effect.fnUntraced(function* (tokenId, expiresAt) {
        const now = yield* Clock.currentTimeMillis
        const expiry = DateTime.toEpochMillis(expiresAt)
        yield* database.write("RevokedTokens.revoke", (host) => {
          host.run("delete from revoked_token where expires_at <= ?", now)
          host.run(
            `insert into revoked_token (id, expires_at) values (?, ?)
             on conflict (id) do update set expires_at = max(expires_at, excluded.expires_at)`,
            tokenId,
            expiry
          )
        })
      }),
      isRevoked: (tokenId) =>
        database.read(
          "RevokedTokens.isRevoked",
          (host) => host.all("select 1 from revoked_token where id = ?", tokenId).length > 0
        )
    })
  })
)
