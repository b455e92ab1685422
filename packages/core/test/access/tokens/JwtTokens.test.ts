/** Tokens as credentials: when they are valid, and which caller they stand for. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { JWTPayload } from "jose"
import { PublicKeyInvalid } from "../../../src/access/tokens/JwtKey.ts"
import * as JwtTokens from "../../../src/access/tokens/JwtTokens.ts"
import { Tokens } from "../../../src/access/tokens/Tokens.ts"
import { owner } from "../../fixtures.ts"
import { goodClaims, reasonOf, revoking, signedWithSecret, tokensLayer, verify } from "./tokens.ts"

const test = (title: string, body: Effect.Effect<void, unknown, Tokens>): void =>
  it.effect(title, () => Effect.provide(body, tokensLayer()))

const claimsWithout = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(goodClaims).filter(([key]) => key !== name))

describe("JwtTokens", () => {
  test(
    "give the caller that the claims stand for",
    Effect.gen(function* () {
      const claims = { ...goodClaims, s: 2 ** 30 + 2 + 4, acc: 4, for: "asid:stock-sync", uid: 77 }
      assert.deepStrictEqual(yield* verify(yield* signedWithSecret(claims)), {
        owner: owner("stock-sync"),
        tokenId: "token-number-one",
        tokenType: "service",
        categories: ["content", "analytics"],
        readOnly: true,
        userId: 77
      })
    })
  )

  describe.each(["", "Bearer ", "bearer ", "BEARER ", "bEaReR   "])("after the scheme %j", (scheme) => {
    test(
      "are accepted",
      Effect.gen(function* () {
        const caller = yield* verify(`${scheme}${yield* signedWithSecret()}`)
        assert.strictEqual(caller.tokenId, "token-number-one")
      })
    )
  })

  describe.each(["Basic ", "Bearer Bearer ", "Bearer:", "Token ", "Bearer"])(
    "after the foreign scheme %j",
    (scheme) => {
      test(
        "are refused",
        Effect.gen(function* () {
          assert.strictEqual(yield* reasonOf(verify(`${scheme}${yield* signedWithSecret()}`)), "The token is malformed")
        })
      )
    }
  )

  describe.each(["", " ", "Bearer", "Bearer "])("that are none, as in %j", (text) => {
    test(
      "are asked for",
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(verify(text)), "Send an API token in the Authorization header")
      })
    )
  })

  describe.each(["a", "a.b", "a.b.c", "...", "{}.{}.{}"])("that read %j", (text) => {
    test(
      "are refused as malformed",
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(verify(text)), "The token is malformed")
      })
    )
  })

  describe.each(["id", "sid", "s", "acc", "exp"])("without the claim %s", (name) => {
    test(
      "are refused",
      Effect.gen(function* () {
        const token = yield* signedWithSecret(claimsWithout(name))
        assert.strictEqual(yield* reasonOf(verify(token)), "The token's claims are not those of a seller API token")
      })
    )
  })

  describe.each([{ id: "a\u0000" }, { id: "" }, { uid: -1 }, { uid: 1_000_000_000_000_000 }])(
    "that claim %j",
    (claims) => {
      test(
        "are refused: nobody could look them up, or read them",
        Effect.gen(function* () {
          const token = yield* signedWithSecret({ ...goodClaims, ...claims })
          assert.strictEqual(yield* reasonOf(verify(token)), "The token's claims are not those of a seller API token")
        })
      )
    }
  )

  test(
    "of a service that names itself nowhere are refused",
    Effect.gen(function* () {
      const token = yield* signedWithSecret({ ...goodClaims, acc: 4 })
      assert.strictEqual(yield* reasonOf(verify(token)), "A service token must name its service")
    })
  )

  test(
    "that will be valid from five seconds on are accepted, because clocks differ",
    Effect.gen(function* () {
      const caller = yield* verify(yield* signedWithSecret({ ...goodClaims, nbf: 5 }))
      assert.strictEqual(caller.tokenId, "token-number-one")
    })
  )

  test(
    "that will be valid later than that are refused",
    Effect.gen(function* () {
      const token = yield* signedWithSecret({ ...goodClaims, nbf: 6 })
      assert.strictEqual(yield* reasonOf(verify(token)), "The token's claim nbf is not acceptable")
    })
  )

  test(
    "that were issued up to five seconds ahead of our clock are accepted",
    Effect.gen(function* () {
      const caller = yield* verify(yield* signedWithSecret({ ...goodClaims, iat: 5 }))
      assert.strictEqual(caller.tokenId, "token-number-one")
    })
  )

  test(
    "that were issued in the future are refused",
    Effect.gen(function* () {
      const token = yield* signedWithSecret({ ...goodClaims, iat: 6 })
      assert.strictEqual(yield* reasonOf(verify(token)), "The token was issued in the future")
    })
  )

  test(
    "count until five seconds after they expire",
    Effect.gen(function* () {
      yield* TestClock.setTime(3_604_999)
      assert.strictEqual((yield* verify(yield* signedWithSecret())).tokenId, "token-number-one")
    })
  )

  test(
    "that have expired are refused",
    Effect.gen(function* () {
      yield* TestClock.setTime(3_605_000)
      assert.strictEqual(yield* reasonOf(verify(yield* signedWithSecret())), "The token has expired")
    })
  )
})

describe("JwtTokens.layer", () => {
  it.effect("cannot be built with a public key that is none", () =>
    Effect.gen(function* () {
      const layer = JwtTokens.layer({ kind: "publicKey", pem: "no key", algorithm: "ES256" })
      const refused = yield* Effect.flip(Effect.provide(Tokens, Layer.provide(layer, revoking())))
      assert.instanceOf(refused, PublicKeyInvalid)
    })
  )
})
