/** Ids of tokens that no longer count, kept until the token would have expired anyway. */
import { Clock, Context, DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import { collection } from "../../records/Collection.ts"
import * as Lookup from "../../records/Lookup.ts"
import { put, Records } from "../../records/Records.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import { operationsAccount } from "../operationsAccount.ts"

/** `expiresAt` is in milliseconds since 1970. */
const revocations = collection("revokedToken", {
  schema: Schema.Struct({ tokenId: Schema.String, expiresAt: Schema.Int }),
  key: ({ tokenId }) => [tokenId],
  indexes: {},
  since: ({ expiresAt }) => DateTime.makeUnsafe(expiresAt)
})

const lookup = (tokenId: string) => Lookup.one(revocations, [tokenId])

// our choice: more entries than are added at a time, so that old ones do not pile up.
const forgottenAtOnce = 100

export class RevokedTokens extends Context.Service<
  RevokedTokens,
  {
    /** Idempotent. Entries past `expiresAt` may be forgotten. */
    revoke(tokenId: string, expiresAt: DateTime.Utc): Effect.Effect<void, StorageError>
    isRevoked(tokenId: string): Effect.Effect<boolean, StorageError>
  }
>()("@sellerkit/core/access/RevokedTokens") {
  static readonly layer: Layer.Layer<RevokedTokens, never, Records> = Layer.effect(
    RevokedTokens,
    Effect.map(Records, (records) =>
      RevokedTokens.of({
        revoke: Effect.fnUntraced(function* (tokenId, expiresAt) {
          yield* records.transact(operationsAccount, { known: lookup(tokenId) }, ({ known }) => {
            const until = Math.max(DateTime.toEpochMillis(expiresAt), Option.getOrUndefined(known)?.expiresAt ?? 0)
            return Result.succeed({ answer: undefined, changes: [put(revocations, { tokenId, expiresAt: until })] })
          })
          yield* records.removeOld(revocations, yield* Clock.currentTimeMillis, forgottenAtOnce)
        }),
        isRevoked: (tokenId) => Effect.map(records.find(operationsAccount, lookup(tokenId)), Option.isSome)
      })
    )
  )
}
