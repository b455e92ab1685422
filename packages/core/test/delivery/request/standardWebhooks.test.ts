/** Signatures in the form of Standard Webhooks, compared with values that Node.js computes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { createHmac } from "node:crypto"
import { sign } from "../../../src/delivery/request/standardWebhooks.ts"
import { secret } from "../../fixtures.ts"

const cryptoLayer = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))

const expected = (key: Buffer | string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`

const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", body: '{"test": 2432232314}' }

describe("a signature", () => {
  it.effect("is the one that Standard Webhooks publishes for its example", () =>
    Effect.gen(function* () {
      const signature = yield* sign(secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), message)
      assert.strictEqual(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect.prop(
    "is the HMAC-SHA256 of id, time and body with the decoded secret",
    [Schema.Uint8Array.check(Schema.isMinLength(1)), Schema.String, Schema.Natural, Schema.String],
    ([key, id, seconds, body]) =>
      Effect.gen(function* () {
        const text = `whsec_${Buffer.from(key).toString("base64")}`
        const timestamp = String(seconds)
        const signature = yield* sign(secret(text), { id, timestamp, body })
        assert.strictEqual(signature, expected(Buffer.from(key), id, timestamp, body))
      }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect("of a secret without the prefix is made with the bytes of its text", () =>
    Effect.gen(function* () {
      const { body, id, timestamp } = message
      const text = "a secret of the receiver's own"
      assert.strictEqual(yield* sign(secret(text), message), expected(text, id, timestamp, body))
    }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect("of a secret without the prefix is made with its text although that is base64", () =>
    Effect.gen(function* () {
      const { body, id, timestamp } = message
      const text = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
      assert.strictEqual(yield* sign(secret(text), message), expected(text, id, timestamp, body))
    }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect("of a secret whose rest is no base64 is made with the bytes of its whole text", () =>
    Effect.gen(function* () {
      const { body, id, timestamp } = message
      const text = "whsec_not base64!"
      assert.strictEqual(yield* sign(secret(text), message), expected(text, id, timestamp, body))
    }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect.each([
    ["id", { ...message, id: "other" }],
    ["time", { ...message, timestamp: "1614265331" }],
    ["body", { ...message, body: `${message.body} ` }]
  ] as const)("is another one for another %s", ([, changed]) =>
    Effect.gen(function* () {
      assert.notStrictEqual(yield* sign(secret(), changed), yield* sign(secret(), message))
    }).pipe(Effect.provide(cryptoLayer))
  )
})
