/** Keys of a published set: they rotate, so the set is loaded again, but not at a stranger's command. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Logger } from "effect"
import { TestClock } from "effect/testing"
import { exportJWK, type JSONWebKeySet } from "jose"
import { signatureCheck } from "../../../src/access/tokens/JwtKey.ts"
import { KeySetUnavailable } from "../../../src/access/tokens/JwtKeySet.ts"
import { goodClaims, keyPair, reasonOf, signedWith, signedWithSecret } from "./tokens.ts"

/** A key of an issuer: its public half as it is published, and a token that it signed. */
const issuerKey = Effect.fnUntraced(function* (kid: string, alg = "ES256", claims = goodClaims) {
  const { privateKey, publicKey } = yield* keyPair(alg)
  const jwk = yield* Effect.promise(() => exportJWK(publicKey))
  return { jwk: { ...jwk, kid, alg }, token: yield* signedWith(privateKey, claims, { alg, kid }) }
})

type Published = { readonly jwk: JSONWebKeySet["keys"][number] }

/** An issuer that counts how often its keys are loaded. */
const issuer = (...keys: ReadonlyArray<Published>) => {
  const state = { keys, down: false, loads: 0 }
  const load = Effect.suspend(() => {
    state.loads++
    return state.down
      ? Effect.fail(new KeySetUnavailable({ cause: "down" }))
      : Effect.succeed({ keys: state.keys.map(({ jwk }) => jwk) })
  })
  return { state, load, check: signatureCheck({ kind: "keySet", load }) }
}

const quietly = Effect.provide(Logger.layer([]))

const unknownKey = "The token is signed with an unknown key"
const unavailable = "Tokens cannot be checked at the moment"

describe("a key set", () => {
  it.effect.each(["ES256", "RS256", "EdDSA"])("accepts a token signed with one of its keys by %s", (alg) =>
    Effect.gen(function* () {
      const [one, two] = [yield* issuerKey("one"), yield* issuerKey("two", alg)]
      const check = yield* issuer(one, two).check
      assert.deepStrictEqual(yield* check(two.token), goodClaims)
    })
  )

  it.effect("refuses a token that names no key where several would do", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* issuerKey("one"), yield* issuerKey("two")]
      const { privateKey } = yield* keyPair("ES256")
      const token = yield* signedWith(privateKey, goodClaims, { alg: "ES256" })
      const check = yield* issuer(one, two).check
      const reason = "The token does not say which of its issuer's keys it is signed with"
      assert.strictEqual(yield* reasonOf(check(token)), reason)
    })
  )

  it.effect("is loaded once for many tokens", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* issuerKey("one"), yield* issuerKey("two")]
      const { check, state } = issuer(one, two)
      const verify = yield* check
      for (const token of [one.token, two.token, one.token]) yield* verify(token)
      assert.strictEqual(state.loads, 1)
    })
  )

  it.effect("of an issuer that says nothing is not waited for longer than ten seconds", () =>
    Effect.gen(function* () {
      const { token } = yield* issuerKey("one")
      const begun = yield* Latch.make(false)
      const check = yield* signatureCheck({ kind: "keySet", load: Effect.andThen(begun.open, Effect.never) })
      const checks = yield* Effect.forEach([1, 2], () => Effect.forkChild(Effect.exit(check(token))))
      yield* begun.await
      yield* TestClock.adjust("9999 millis")
      assert.deepStrictEqual(
        checks.map((fiber) => fiber.pollUnsafe()),
        [undefined, undefined]
      )
      yield* TestClock.adjust("1 millis")
      for (const fiber of checks) assert.strictEqual(yield* reasonOf(Effect.flatten(Fiber.join(fiber))), unavailable)
    }).pipe(quietly)
  )

  it.effect("is loaded once although everybody who asks for it hangs up", () =>
    Effect.gen(function* () {
      const { token } = yield* issuerKey("one")
      let loads = 0
      const load = Effect.andThen(
        Effect.sync(() => loads++),
        Effect.never
      )
      const check = yield* signatureCheck({ kind: "keySet", load })
      for (let caller = 0; caller < 10; caller++) {
        const asking = yield* Effect.forkChild(Effect.exit(check(token)))
        yield* TestClock.adjust("30 millis")
        yield* Fiber.interrupt(asking)
      }
      assert.strictEqual(loads, 1)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* reasonOf(check(token)), unavailable)
      assert.strictEqual(loads, 1)
    }).pipe(quietly)
  )

  it.effect("that is old is used after a second where its issuer is slow", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      let isSlow = false
      const load = Effect.suspend(() => (isSlow ? Effect.never : Effect.succeed({ keys: [one.jwk] })))
      const check = yield* signatureCheck({ kind: "keySet", load })
      yield* check(one.token)
      yield* TestClock.adjust("11 minutes")
      isSlow = true
      const asking = yield* Effect.forkChild(check(one.token))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(asking), goodClaims)
    }).pipe(quietly)
  )

  it.effect("is not loaded before the first token", () =>
    Effect.gen(function* () {
      const { check, state } = issuer()
      yield* check
      assert.strictEqual(state.loads, 0)
    })
  )

  it.effect("is trusted for ten minutes, and then loaded again", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      const { check, state } = issuer(one)
      const verify = yield* check
      yield* verify(one.token)
      yield* TestClock.adjust(599_999)
      yield* verify(one.token)
      assert.strictEqual(state.loads, 1)
      yield* TestClock.adjust(1)
      yield* verify(one.token)
      assert.strictEqual(state.loads, 2)
    })
  )

  it.effect("no longer accepts a token of a withdrawn key after ten minutes", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* issuerKey("one"), yield* issuerKey("two")]
      const { check, state } = issuer(one, two)
      const verify = yield* check
      yield* verify(one.token)
      state.keys = [two]
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* reasonOf(verify(one.token)), unknownKey)
    })
  )

  it.effect("is loaded again for an unknown key, so that a new key counts after half a minute", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* issuerKey("one"), yield* issuerKey("two")]
      const { check, state } = issuer(one)
      const verify = yield* check
      yield* verify(one.token)
      state.keys = [one, two]
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* verify(two.token), goodClaims)
    })
  )

  it.effect("is not loaded again for an unknown key within half a minute", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* issuerKey("one"), yield* issuerKey("two")]
      const { check, state } = issuer(one)
      const verify = yield* check
      yield* verify(one.token)
      state.keys = [one, two]
      yield* TestClock.adjust(29_999)
      assert.strictEqual(yield* reasonOf(verify(two.token)), unknownKey)
      assert.strictEqual(state.loads, 1)
    })
  )

  it.effect("refuses a token whose key stays unknown after loading again", () =>
    Effect.gen(function* () {
      const [one, stranger] = [yield* issuerKey("one"), yield* issuerKey("stranger")]
      const { check, state } = issuer(one)
      const verify = yield* check
      yield* verify(one.token)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* reasonOf(verify(stranger.token)), unknownKey)
      assert.strictEqual(state.loads, 2)
    })
  )

  it.effect("refuses a token signed with another key under a known name", () =>
    Effect.gen(function* () {
      const [one, impostor] = [yield* issuerKey("one"), yield* issuerKey("one")]
      const check = yield* issuer(one).check
      assert.strictEqual(yield* reasonOf(check(impostor.token)), "The token's signature is wrong")
    })
  )

  it.effect("never counts a shared secret, not even one that is published in it", () =>
    Effect.gen(function* () {
      const jwk = { kty: "oct", kid: "one", k: Buffer.from("published").toString("base64url") }
      const check = yield* issuer({ jwk }).check
      const token = yield* signedWithSecret(goodClaims, { alg: "HS256", kid: "one" }, "published")
      assert.strictEqual(yield* reasonOf(check(token)), "The token is signed with an algorithm that does not count")
    })
  )

  it.effect("that cannot be loaded lets no token pass, and says that it is not the token's fault", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      const { check, state } = issuer(one)
      state.down = true
      const verify = yield* check
      assert.strictEqual(yield* reasonOf(verify(one.token)), unavailable)
    }).pipe(quietly)
  )

  it.effect("that could not be loaded is loaded when its issuer is back", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      const { check, state } = issuer(one)
      const verify = yield* check
      state.down = true
      yield* reasonOf(verify(one.token))
      state.down = false
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* verify(one.token), goodClaims)
    }).pipe(quietly)
  )

  it.effect("that could not be loaded is loaded again although the clock was set back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(3_000_000)
      const one = yield* issuerKey("one")
      const { check, state } = issuer(one)
      const verify = yield* check
      state.down = true
      assert.strictEqual(yield* reasonOf(verify(one.token)), unavailable)
      state.down = false
      yield* TestClock.setTime(1_000_000)
      assert.deepStrictEqual(yield* verify(one.token), goodClaims)
    }).pipe(quietly)
  )

  it.effect("keeps accepting known keys when a token with an unknown one could not be looked up", () =>
    Effect.gen(function* () {
      const [one, stranger] = [yield* issuerKey("one"), yield* issuerKey("stranger")]
      const { check, state } = issuer(one)
      const verify = yield* check
      yield* verify(one.token)
      yield* TestClock.adjust("30 seconds")
      state.down = true
      assert.strictEqual(yield* reasonOf(verify(stranger.token)), unavailable)
      assert.deepStrictEqual(yield* verify(one.token), goodClaims)
    }).pipe(quietly)
  )

  it.effect("is loaded once in half a minute for unknown keys although its issuer is down", () =>
    Effect.gen(function* () {
      const [one, stranger] = [yield* issuerKey("one"), yield* issuerKey("stranger")]
      const { check, state } = issuer(one)
      const verify = yield* check
      yield* verify(one.token)
      yield* TestClock.adjust("30 seconds")
      state.down = true
      for (const token of [stranger.token, stranger.token, stranger.token]) yield* reasonOf(verify(token))
      assert.strictEqual(state.loads, 2)
    }).pipe(quietly)
  )

  it.effect("is loaded once for tokens that come together", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      const { load, state } = issuer(one)
      const verify = yield* signatureCheck({ kind: "keySet", load: Effect.andThen(Effect.yieldNow, load) })
      yield* Effect.all([verify(one.token), verify(one.token), verify(one.token)], { concurrency: "unbounded" })
      assert.strictEqual(state.loads, 1)
    })
  )

  it.effect("that is malformed counts as one that cannot be loaded", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      const malformed = { error: "not found" } as unknown as JSONWebKeySet
      const verify = yield* signatureCheck({ kind: "keySet", load: Effect.succeed(malformed) })
      assert.strictEqual(yield* reasonOf(verify(one.token)), unavailable)
    }).pipe(quietly)
  )

  it.effect("goes on to count for an hour while its issuer cannot be reached", () =>
    Effect.gen(function* () {
      const claims = { ...goodClaims, exp: 86_400 }
      const one = yield* issuerKey("one", "ES256", claims)
      const { check, state } = issuer(one)
      const verify = yield* check
      yield* verify(one.token)
      state.down = true
      yield* TestClock.adjust(3_599_999)
      assert.deepStrictEqual(yield* verify(one.token), claims)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* reasonOf(verify(one.token)), unavailable)
      state.down = false
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* verify(one.token), claims)
    }).pipe(quietly)
  )

  it.effect("serves whoever began to wait before it was loaded", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      const { load, state } = issuer(one)
      const begun = yield* Latch.make(false)
      const slow = Effect.andThen(begun.open, Effect.delay(load, "9 seconds"))
      const verify = yield* signatureCheck({ kind: "keySet", load: slow })
      const first = yield* Effect.forkChild(verify(one.token))
      yield* begun.await
      yield* TestClock.adjust("1 second")
      const waiting = yield* Effect.forkChild(verify(one.token))
      yield* TestClock.adjust("8 seconds")
      assert.deepStrictEqual(yield* Fiber.join(first), goodClaims)
      assert.deepStrictEqual(yield* Fiber.join(waiting), goodClaims)
      assert.strictEqual(state.loads, 1)
    })
  )

  it.effect("does not keep anybody waiting while it is loaded again", () =>
    Effect.gen(function* () {
      const one = yield* issuerKey("one")
      const { load, state } = issuer(one)
      const verify = yield* signatureCheck({
        kind: "keySet",
        load: Effect.suspend(() => (state.loads === 0 ? load : Effect.never))
      })
      yield* verify(one.token)
      yield* TestClock.adjust("10 minutes")
      const waiting = yield* Effect.forkChild(verify(one.token))
      yield* Effect.yieldNow
      assert.deepStrictEqual(yield* verify(one.token), goodClaims)
      assert.isUndefined(waiting.pollUnsafe())
    })
  )
})
