/** A token that was verified is remembered; what ends its life must be noticed all the same. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { exportJWK, type JWK } from "jose"
import * as JwtTokens from "../../../src/access/tokens/JwtTokens.ts"
import { RevokedTokens } from "../../../src/access/tokens/RevokedTokens.ts"
import { StorageError } from "../../../src/storage/StorageError.ts"
import { goodClaims, keyPair, reasonOf, revoking, signedWith, signedWithSecret, tokensLayer, verify } from "./tokens.ts"

const storageFailure = new StorageError({ operation: "RevokedTokens.isRevoked", retryable: true, cause: "busy" })

const malformed = "The token is malformed"

/** An issuer that publishes its keys; publishing one gives a token that it signed. */
const issuer = () => {
  const keys: Array<JWK> = []
  const key = { kind: "keySet", load: Effect.sync(() => ({ keys: [...keys] })) } as const
  const publish = Effect.fnUntraced(function* (kid: string) {
    const { privateKey, publicKey } = yield* keyPair("ES256")
    const jwk = yield* Effect.promise(() => exportJWK(publicKey))
    keys.push({ ...jwk, kid, alg: "ES256" })
    return yield* signedWith(privateKey, goodClaims, { alg: "ES256", kid })
  })
  return { keys, publish, layer: Layer.provide(JwtTokens.layer(key), revoking()) }
}

describe("a token that was accepted before", () => {
  it.effect("is refused once it has expired", () =>
    Effect.gen(function* () {
      const token = yield* signedWithSecret()
      yield* verify(token)
      yield* TestClock.setTime(3_604_999)
      yield* verify(token)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* reasonOf(verify(token)), "The token has expired")
    }).pipe(Effect.provide(tokensLayer()))
  )

  it.effect("is refused once it is revoked", () => {
    const ids = new Set<string>()
    return Effect.gen(function* () {
      const token = yield* signedWithSecret()
      yield* verify(token)
      ids.add("token-number-one")
      assert.strictEqual(yield* reasonOf(verify(token)), "The token was revoked")
    }).pipe(Effect.provide(tokensLayer(revoking(ids))))
  })

  it.effect("does not make the same token with another signature acceptable", () =>
    Effect.gen(function* () {
      const token = yield* signedWithSecret()
      yield* verify(token)
      const forged = yield* signedWithSecret(goodClaims, { alg: "HS256" }, "a secret that the attacker made up")
      assert.strictEqual(yield* reasonOf(verify(forged)), "The token's signature is wrong")
    }).pipe(Effect.provide(tokensLayer()))
  )

  it.effect.each(["=", " ", "\t=", "====="])("is refused in another spelling of its signature: with %j", (padding) =>
    Effect.gen(function* () {
      const token = yield* signedWithSecret()
      yield* verify(token)
      assert.strictEqual(yield* reasonOf(verify(`${token.slice(0, -1)}${padding}${token.at(-1)}`)), malformed)
      if (padding.trim() !== "") assert.strictEqual(yield* reasonOf(verify(`${token}${padding}`)), malformed)
    }).pipe(Effect.provide(tokensLayer()))
  )

  it.effect("is accepted as long as its issuer publishes its key", () => {
    const { layer, publish } = issuer()
    return Effect.gen(function* () {
      const token = yield* publish("one")
      yield* verify(token)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* verify(token)).tokenId, "token-number-one")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is refused when the issuer has withdrawn its key and the key set is loaded again", () => {
    const { keys, layer, publish } = issuer()
    return Effect.gen(function* () {
      const token = yield* publish("one")
      yield* verify(token)
      keys.length = 0
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* reasonOf(verify(token)), "The token is signed with an unknown key")
    }).pipe(Effect.provide(layer))
  })
})

describe("a token that was refused before", () => {
  it.effect("is accepted once it is valid", () =>
    Effect.gen(function* () {
      const token = yield* signedWithSecret({ ...goodClaims, nbf: 60 })
      yield* reasonOf(verify(token))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* verify(token)).tokenId, "token-number-one")
    }).pipe(Effect.provide(tokensLayer()))
  )
})

describe("a revoked token", () => {
  it.effect("is refused by its id", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf(verify(yield* signedWithSecret())), "The token was revoked")
    }).pipe(Effect.provide(tokensLayer(revoking(new Set(["token-number-one"])))))
  )

  it.effect("takes no token with another id down with it", () =>
    Effect.gen(function* () {
      const caller = yield* verify(yield* signedWithSecret())
      assert.strictEqual(caller.tokenId, "token-number-one")
    }).pipe(Effect.provide(tokensLayer(revoking(new Set(["token-number", "token-number-two"])))))
  )

  it.effect("is not taken for a good one when the storage fails", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf(verify(yield* signedWithSecret())), storageFailure)
    }).pipe(Effect.provide(tokensLayer(Layer.mock(RevokedTokens)({ isRevoked: () => Effect.fail(storageFailure) }))))
  )
})
