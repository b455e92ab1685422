/**
 * Revoked tokens on SQLite. Every request asks for one, so that they are kept in memory as well: nobody else writes to the
 * database while this process uses it.
 */
import { RevokedTokens, type StorageError } from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer } from "effect"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { rows, type SqliteHost } from "./SqliteHost.ts"

interface Revoked {
  readonly id: string
}

const load = (host: SqliteHost): Set<string> =>
  new Set(rows<Revoked>(host, "select id from revoked_token").map(({ id }) => id))

const insert = (host: SqliteHost, tokenId: string, expiry: number): void =>
  host.run(
    `insert into revoked_token (id, expires_at) values (?, ?)
     on conflict (id) do update set expires_at = max(expires_at, excluded.expires_at)`,
    tokenId,
    expiry
  )

/** Gives those that were removed. */
const removeExpired = (host: SqliteHost, now: number): ReadonlyArray<Revoked> =>
  rows(host, "delete from revoked_token where expires_at <= ? returning id", now)

export const layer: Layer.Layer<RevokedTokens, StorageError, SqliteDatabase> = Layer.effect(
  RevokedTokens,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const revoked = yield* database.read("RevokedTokens.load", load)
    return RevokedTokens.of({
      revoke: Effect.fnUntraced(
        function* (tokenId, expiresAt) {
          const now = yield* Clock.currentTimeMillis
          const removed = yield* database.write("RevokedTokens.revoke", (host) => {
            const expired = removeExpired(host, now)
            insert(host, tokenId, DateTime.toEpochMillis(expiresAt))
            return expired
          })
          for (const { id } of removed) revoked.delete(id)
          revoked.add(tokenId)
        },
        // What is committed has to count in memory too.
        Effect.uninterruptible
      ),
      isRevoked: (tokenId) => Effect.sync(() => revoked.has(tokenId))
    })
  })
)
