/** Why a token is refused goes to strangers and into logs: it never repeats a part of what they sent. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { TokenRejected } from "../../../src/access/tokens/Tokens.ts"
import {
  encodePart,
  goodClaims,
  keyPair,
  revoking,
  signedWith,
  signedWithSecret,
  tokensLayer,
  unsigned,
  verify,
  withClaims
} from "./tokens.ts"

// Shorter pieces say nothing, and can be in a text by chance.
const piece = 6

const pieces = (text: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, text.length - piece + 1) }, (_, index) => text.slice(index, index + piece))

const shownPieces = (error: TokenRejected, credential: string): ReadonlyArray<string> => {
  const shown = [error.reason, error.message, String(error), JSON.stringify(error)].join("\n")
  return pieces(credential).filter((part) => shown.includes(part))
}

/** Claims that stand out wherever they are repeated. */
const tellingClaims = {
  ...goodClaims,
  id: "id-hunter2-id",
  for: "asid:for-hunter2-for",
  iss: "iss-hunter2-iss",
  sub: "sub-hunter2-sub"
}

const refused: Readonly<Record<string, Effect.Effect<string>>> = {
  "has expired": signedWithSecret({ ...tellingClaims, exp: -100 }),
  "is not valid yet": signedWithSecret({ ...tellingClaims, nbf: 3000 }),
  "has times that are none": signedWithSecret({ ...tellingClaims, nbf: "nbf-hunter2-nbf" as unknown as number }),
  "was issued in the future": signedWithSecret({ ...tellingClaims, iat: 3000 }),
  "is signed with another secret": signedWithSecret(tellingClaims, { alg: "HS256" }, "hunter2 in another secret"),
  "is unsigned": Effect.succeed(unsigned(tellingClaims)),
  "names an unknown algorithm": Effect.succeed(unsigned(tellingClaims, "alg-hunter2-alg")),
  "was altered": Effect.map(signedWithSecret(), (token) => withClaims(token, tellingClaims)),
  "has a header that must be understood": Effect.succeed(
    [{ alg: "HS256", crit: ["crit-hunter2-crit"], "crit-hunter2-crit": 1 }, tellingClaims, "sig"]
      .map(encodePart)
      .join(".")
  ),
  "is signed with a public key": Effect.flatMap(keyPair("ES256"), ({ privateKey }) =>
    signedWith(privateKey, tellingClaims, { alg: "ES256", kid: "kid-hunter2-kid" })
  ),
  "has claims of another kind": signedWithSecret({ ...tellingClaims, sid: "sid-hunter2-sid" }),
  "names an impossible service": signedWithSecret({ ...tellingClaims, acc: 4, for: "asid:for hunter2 for" }),
  "names no service": signedWithSecret({ ...tellingClaims, acc: 4, for: "for-hunter2-for" }),
  "is no JSON": Effect.succeed(`${encodePart({ alg: "HS256" })}.aHVudGVyMiBodW50ZXIy.aHVudGVyMiBodW50ZXIy`),
  "is a password": Effect.succeed("Basic aHVudGVyMjpodW50ZXIy"),
  "is a sentence": Effect.succeed("hunter2 is my password, do not tell")
}

describe("the reason for a rejection", () => {
  it.effect.each(Object.entries(refused))("repeats nothing of a token that %s", ([, token]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      const credential = yield* token
      const error = yield* Effect.flip(verify(credential))
      assert.instanceOf(error, TokenRejected)
      assert.deepStrictEqual(shownPieces(error, credential), [])
      assert.notInclude(error.reason, "hunter2")
    }).pipe(Effect.provide(tokensLayer()))
  )

  it.effect("repeats nothing of a revoked token", () =>
    Effect.gen(function* () {
      const credential = yield* signedWithSecret(tellingClaims)
      const error = yield* Effect.flip(verify(credential))
      assert.instanceOf(error, TokenRejected)
      assert.deepStrictEqual(shownPieces(error, credential), [])
      assert.notInclude(error.reason, "hunter2")
    }).pipe(Effect.provide(tokensLayer(revoking(new Set([tellingClaims.id])))))
  )

  const anyText = Arbitrary.schema(Schema.String)

  it.effect.prop("repeats nothing of any text, and any text is rejected, not failed on", [anyText], ([credential]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(verify(credential))
      assert.instanceOf(error, TokenRejected)
      assert.deepStrictEqual(shownPieces(error, credential), [])
    }).pipe(Effect.provide(tokensLayer()))
  )

  it.effect.prop(
    "repeats nothing of a token of three random parts",
    [anyText, anyText, anyText],
    ([header, claims, signature]) =>
      Effect.gen(function* () {
        const credential = [{ alg: "HS256", kid: header }, { id: claims }, signature].map(encodePart).join(".")
        const error = yield* Effect.flip(verify(credential))
        assert.instanceOf(error, TokenRejected)
        assert.deepStrictEqual(shownPieces(error, credential), [])
      }).pipe(Effect.provide(tokensLayer()))
  )
})
