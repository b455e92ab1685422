/** What is known of revoked tokens over every driver's records. */
import { assert, describe } from "@effect/vitest"
import { RevokedTokens } from "@sellerkit/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { at } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

export const revokedTokensSuite = (target: StorageTarget): void => {
  describe(`RevokedTokens: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "knows what was revoked, and nothing else",
      Effect.gen(function* () {
        const tokens = yield* RevokedTokens
        yield* tokens.revoke("one", at(10_000))
        yield* tokens.revoke("one", at(10_000))
        assert.isTrue(yield* tokens.isRevoked("one"))
        assert.isFalse(yield* tokens.isRevoked("two"))
      })
    )

    test(
      "keeps what would still be valid when it forgets the rest",
      Effect.gen(function* () {
        const tokens = yield* RevokedTokens
        yield* tokens.revoke("short", at(10_000))
        yield* tokens.revoke("long", at(90_000))
        yield* TestClock.adjust("1 minute")
        yield* tokens.revoke("another", at(90_000))
        assert.isTrue(yield* tokens.isRevoked("long"))
        assert.isTrue(yield* tokens.isRevoked("another"))
      })
    )

    for (const [title, first, second] of [
      ["later", 10_000, 90_000],
      ["earlier", 90_000, 10_000]
    ] as const) {
      test(
        `keeps a token that is revoked again, expiring ${title}, for the longer of both`,
        Effect.gen(function* () {
          const tokens = yield* RevokedTokens
          yield* tokens.revoke("twice", at(first))
          yield* tokens.revoke("twice", at(second))
          yield* TestClock.adjust("1 minute")
          yield* tokens.revoke("another", at(90_000))
          assert.isTrue(yield* tokens.isRevoked("twice"))
        })
      )
    }
  })
}
