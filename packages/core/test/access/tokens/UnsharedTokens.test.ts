/** Verification on platforms on which what a request has begun ends with the request. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { exportJWK, exportSPKI } from "jose"
import { type JwtKey } from "../../../src/access/tokens/JwtKey.ts"
import { unsharedVerify } from "../../../src/access/tokens/JwtTokens.ts"
import { goodClaims, keyPair, reasonOf, sharedSecret, signedWith, signedWithSecret } from "./tokens.ts"

const tokenIdOf = (key: JwtKey) => {
  const verify = unsharedVerify(key)
  return (token: string) => Effect.map(verify(Redacted.make(`Bearer ${token}`)), ({ tokenId }) => tokenId)
}

describe("verification that shares nothing", () => {
  it.effect("accepts and refuses as the other does", () =>
    Effect.gen(function* () {
      const verify = tokenIdOf({ kind: "secret", secret: sharedSecret })
      assert.strictEqual(yield* verify(yield* signedWithSecret()), goodClaims.id)
      assert.strictEqual(yield* reasonOf(verify("")), "Send an API token in the Authorization header")
      const stale = yield* signedWithSecret({ ...goodClaims, exp: 1 })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* reasonOf(verify(stale)), "The token has expired")
    })
  )

  it.effect("takes a public key", () =>
    Effect.gen(function* () {
      const { privateKey, publicKey } = yield* keyPair("ES256")
      const pem = yield* Effect.promise(() => exportSPKI(publicKey))
      const verify = tokenIdOf({ kind: "publicKey", pem, algorithm: "ES256" })
      assert.strictEqual(yield* verify(yield* signedWith(privateKey, goodClaims, { alg: "ES256" })), goodClaims.id)
    })
  )

  it.effect(
    "loads a key set for itself while another load hangs, and keeps what it brought for those that follow",
    () =>
      Effect.gen(function* () {
        const { privateKey, publicKey } = yield* keyPair("ES256")
        const jwk = yield* Effect.promise(() => exportJWK(publicKey))
        const token = yield* signedWith(privateKey, goodClaims, { alg: "ES256", kid: "one" })
        let loads = 0
        const load = Effect.suspend(() =>
          loads++ === 0 ? Effect.never : Effect.succeed({ keys: [{ ...jwk, alg: "ES256", kid: "one" }] })
        )
        const verify = tokenIdOf({ kind: "keySet", load })
        // A request whose caller hangs up before its load has ended.
        const hanging = yield* Effect.forkChild(verify(token))
        yield* TestClock.adjust(0)
        assert.strictEqual(loads, 1)
        assert.strictEqual(yield* verify(token), goodClaims.id)
        assert.strictEqual(yield* verify(token), goodClaims.id)
        assert.strictEqual(loads, 2)
        yield* Fiber.interrupt(hanging)
        // A key that is not in the set has it loaded again, as always.
        const unknown = yield* signedWith((yield* keyPair("ES256")).privateKey, goodClaims, {
          alg: "ES256",
          kid: "two"
        })
        yield* TestClock.adjust("31 seconds")
        assert.strictEqual(yield* reasonOf(verify(unknown)), "The token is signed with an unknown key")
        assert.strictEqual(loads, 3)
      }).pipe(Effect.provide(Logger.layer([])))
  )
})
