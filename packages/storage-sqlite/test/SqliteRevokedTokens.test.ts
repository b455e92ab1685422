/** What is kept in memory of revoked tokens is what the database says. */
import { assert, describe, it } from "@effect/vitest"
import { RevokedTokens } from "@sellerkit/core"
import { DateTime, Effect, Exit, Fiber } from "effect"
import { layer } from "../src/host.ts"
import { openNodeHost } from "../src/NodeHost.ts"
import type { SqliteHost } from "../src/SqliteHost.ts"

const opened = (host: SqliteHost) => layer(Effect.succeed(host))

const revoke = (id: string, expiresAt: number) =>
  RevokedTokens.use((tokens) => tokens.revoke(id, DateTime.makeUnsafe(expiresAt)))

const isRevoked = (id: string) => RevokedTokens.use((tokens) => tokens.isRevoked(id))

describe("revoked tokens", () => {
  it.effect("are not revoked where that could not be written", () => {
    const host = openNodeHost(":memory:")
    const broken = { isBroken: false }
    const failing: SqliteHost = {
      ...host,
      transaction: (change) => {
        if (broken.isBroken) throw Object.assign(new Error("disk full"), { errcode: 13 })
        return host.transaction(change)
      }
    }
    return Effect.gen(function* () {
      broken.isBroken = true
      assert.isTrue(Exit.isFailure(yield* Effect.exit(revoke("one", 10_000))))
      assert.isFalse(yield* isRevoked("one"))
    }).pipe(Effect.provide(opened(failing)))
  })

  it.effect("are revoked in memory too when nobody waits for it any more", () =>
    Effect.gen(function* () {
      yield* Fiber.interrupt(yield* Effect.forkChild(revoke("one", 10_000), { startImmediately: true }))
      assert.isTrue(yield* isRevoked("one"))
    }).pipe(Effect.provide(opened(openNodeHost(":memory:"))))
  )
})
