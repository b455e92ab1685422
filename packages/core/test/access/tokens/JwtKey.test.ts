/** What a token's signature is checked with decides which algorithms count. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { exportPKCS8, exportSPKI, importPKCS8 } from "jose"
import { PublicKeyInvalid, signatureCheck } from "../../../src/access/tokens/JwtKey.ts"
import { TokenRejected } from "../../../src/access/tokens/Tokens.ts"
import {
  encodePart,
  goodClaims,
  keyPair,
  reasonOf,
  sharedSecret,
  signedWith,
  signedWithSecret,
  unsigned,
  withClaims
} from "./tokens.ts"

const withSecret = signatureCheck({ kind: "secret", secret: sharedSecret })

const publicKeyOf = Effect.fnUntraced(function* (algorithm: "ES256" | "RS256" | "EdDSA" | "PS512") {
  const { privateKey, publicKey } = yield* keyPair(algorithm)
  const pem = yield* Effect.promise(() => exportSPKI(publicKey))
  return { privateKey, pem, check: yield* signatureCheck({ kind: "publicKey", pem, algorithm }) }
})

const wrongAlgorithm = "The token is signed with an algorithm that does not count"
const wrongSignature = "The token's signature is wrong"

describe("a shared secret", () => {
  it.effect.each(["HS256", "HS384", "HS512"])("accepts a token signed with it by %s", (alg) =>
    Effect.gen(function* () {
      const check = yield* withSecret
      assert.deepStrictEqual(yield* check(yield* signedWithSecret(goodClaims, { alg })), goodClaims)
    })
  )

  it.effect("refuses a token signed with another secret", () =>
    Effect.gen(function* () {
      const check = yield* withSecret
      const token = yield* signedWithSecret(goodClaims, { alg: "HS256" }, "some other secret, as long as it takes")
      assert.strictEqual(yield* reasonOf(check(token)), wrongSignature)
    })
  )

  it.effect("refuses a token whose claims were altered", () =>
    Effect.gen(function* () {
      const check = yield* withSecret
      const token = withClaims(yield* signedWithSecret(), { ...goodClaims, s: 1024 })
      assert.strictEqual(yield* reasonOf(check(token)), wrongSignature)
    })
  )

  it.effect("refuses a token whose header was altered", () =>
    Effect.gen(function* () {
      const check = yield* withSecret
      const [, claims, signature] = (yield* signedWithSecret()).split(".")
      const token = `${encodePart({ alg: "HS256", kid: "other" })}.${claims}.${signature}`
      assert.strictEqual(yield* reasonOf(check(token)), wrongSignature)
    })
  )

  it.effect("refuses a token without its signature", () =>
    Effect.gen(function* () {
      const check = yield* withSecret
      const token = (yield* signedWithSecret()).replace(/[^.]+$/, "")
      assert.strictEqual(yield* reasonOf(check(token)), wrongSignature)
    })
  )

  it.effect.each(["none", "None", "NONE", ""])("refuses an unsigned token of the algorithm %j", (algorithm) =>
    Effect.gen(function* () {
      const check = yield* withSecret
      assert.instanceOf(yield* Effect.flip(check(unsigned(goodClaims, algorithm))), TokenRejected)
    })
  )

  it.effect.each(["ES256", "RS256", "EdDSA"])("refuses a token signed by %s", (alg) =>
    Effect.gen(function* () {
      const check = yield* withSecret
      const { privateKey } = yield* keyPair(alg)
      const token = yield* signedWith(privateKey, goodClaims, { alg })
      assert.strictEqual(yield* reasonOf(check(token)), wrongAlgorithm)
    })
  )
})

describe("a public key", () => {
  it.effect.each(["ES256", "RS256", "EdDSA", "PS512"] as const)("accepts a token signed by %s", (alg) =>
    Effect.gen(function* () {
      const { check, privateKey } = yield* publicKeyOf(alg)
      assert.deepStrictEqual(yield* check(yield* signedWith(privateKey, goodClaims, { alg })), goodClaims)
    })
  )

  it.effect.each(["ES256", "RS256", "EdDSA"] as const)("refuses a token signed by another %s key", (alg) =>
    Effect.gen(function* () {
      const { check } = yield* publicKeyOf(alg)
      const { privateKey } = yield* keyPair(alg)
      const token = yield* signedWith(privateKey, goodClaims, { alg })
      assert.strictEqual(yield* reasonOf(check(token)), wrongSignature)
    })
  )

  it.effect.each(["ES256", "RS256", "EdDSA"] as const)("refuses a %s token whose claims were altered", (alg) =>
    Effect.gen(function* () {
      const { check, privateKey } = yield* publicKeyOf(alg)
      const token = withClaims(yield* signedWith(privateKey, goodClaims, { alg }), { ...goodClaims, acc: 4 })
      assert.strictEqual(yield* reasonOf(check(token)), wrongSignature)
    })
  )

  it.effect.each(["ES256", "RS256", "EdDSA"] as const)(
    "is never taken for a shared secret: a token signed by HS256 with the text of the %s key is refused",
    (alg) =>
      Effect.gen(function* () {
        const { check, pem } = yield* publicKeyOf(alg)
        for (const secret of [pem, pem.trim(), `${pem}\n`]) {
          const token = yield* signedWithSecret(goodClaims, { alg: "HS256" }, secret)
          assert.strictEqual(yield* reasonOf(check(token)), wrongAlgorithm)
        }
      })
  )

  it.effect("refuses a token that brings a key of its own", () =>
    Effect.gen(function* () {
      const { check, pem } = yield* publicKeyOf("ES256")
      const jwk = { kty: "oct", k: Buffer.from(pem).toString("base64url") }
      const token = yield* signedWithSecret(goodClaims, { alg: "HS256", jwk }, pem)
      assert.strictEqual(yield* reasonOf(check(token)), wrongAlgorithm)
    })
  )

  it.effect("refuses a token signed by another algorithm of the same key", () =>
    Effect.gen(function* () {
      const { privateKey } = yield* keyPair("RS256")
      const pkcs8 = yield* Effect.promise(() => exportPKCS8(privateKey))
      const signing = yield* Effect.promise(() => importPKCS8(pkcs8, "RS512"))
      const { check } = yield* publicKeyOf("RS256")
      const token = yield* signedWith(signing, goodClaims, { alg: "RS512" })
      assert.strictEqual(yield* reasonOf(check(token)), wrongAlgorithm)
    })
  )

  it.effect("refuses an unsigned token", () =>
    Effect.gen(function* () {
      const { check } = yield* publicKeyOf("ES256")
      assert.strictEqual(yield* reasonOf(check(unsigned())), wrongAlgorithm)
    })
  )

  it.effect.each(["", "not a key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"])(
    "that reads %j is refused at the start",
    (pem) =>
      Effect.gen(function* () {
        const refused = yield* Effect.flip(signatureCheck({ kind: "publicKey", pem, algorithm: "ES256" }))
        assert.instanceOf(refused, PublicKeyInvalid)
        assert.strictEqual(refused.message, "The public key is not a PEM (SPKI) key for ES256")
      })
  )

  it.effect("of another algorithm is refused at the start", () =>
    Effect.gen(function* () {
      const { pem } = yield* publicKeyOf("RS256")
      const refused = yield* Effect.flip(signatureCheck({ kind: "publicKey", pem, algorithm: "ES256" }))
      assert.instanceOf(refused, PublicKeyInvalid)
    })
  )

  it.effect("is not found in a private key", () =>
    Effect.gen(function* () {
      const { privateKey } = yield* keyPair("ES256")
      const pem = yield* Effect.promise(() => exportPKCS8(privateKey))
      const refused = yield* Effect.flip(signatureCheck({ kind: "publicKey", pem, algorithm: "ES256" }))
      assert.instanceOf(refused, PublicKeyInvalid)
    })
  )
})
