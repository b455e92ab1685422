import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { generateSecret } from "../../src/webhooks/Secret.ts"

const knownBytes = Layer.succeed(
  SecureRandom.SecureRandom,
  SecureRandom.make((size) => Uint8Array.from({ length: size }, (_, index) => 255 - index))
)

describe("a webhook's secret", () => {
  it.effect("is whsec_ and the base64 of 32 bytes, as Standard Webhooks libraries read it", () =>
    Effect.gen(function* () {
      const secret = Redacted.value(yield* generateSecret)
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(Buffer.from(secret.slice("whsec_".length), "base64").length, 32)
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )

  it.effect("is made of the random bytes, all of them, unchanged", () =>
    Effect.gen(function* () {
      const expected = Buffer.from(Uint8Array.from({ length: 32 }, (_, index) => 255 - index)).toString("base64")
      assert.strictEqual(Redacted.value(yield* generateSecret), `whsec_${expected}`)
    }).pipe(Effect.provide(knownBytes))
  )

  it.effect("is another one each time", () =>
    Effect.gen(function* () {
      const secrets = yield* Effect.replicateEffect(generateSecret, 100)
      assert.strictEqual(new Set(secrets.map(Redacted.value)).size, 100)
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )

  it.effect("is not shown when it is printed", () =>
    Effect.gen(function* () {
      const secret = yield* generateSecret
      assert.notInclude(`${secret} ${JSON.stringify({ secret })}`, Redacted.value(secret).slice(6, 20))
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )
})
