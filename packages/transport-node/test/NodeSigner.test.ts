/** That a host's signer signs as the `Mac` does whose place it takes. */
import { assert, describe, it } from "@effect/vitest"
import { Signer } from "@sellerkit/core/delivery"
import { Effect, Layer, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { NodeSigner } from "../src/index.ts"

const webCrypto = Layer.provide(Mac.layerWebCrypto, SecureRandom.layerWebCrypto)

const utf8 = new TextEncoder()

const keyOf = (length: number, first = 0) => Uint8Array.from({ length }, (_, index) => first + index * 7)

const assertSame = Effect.fnUntraced(
  function* (bytes: Uint8Array, texts: ReadonlyArray<string>) {
    const mac = yield* Mac.Mac
    const key = yield* Mac.key(Mac.hmacSha256, bytes)
    const signText = (yield* Signer)!(bytes)
    for (const text of texts) {
      assert.strictEqual(signText(text), Base64.encode(yield* mac.sign(key, utf8.encode(text))))
    }
  },
  Effect.provide([webCrypto, NodeSigner.layer])
)

const KeyLength = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))
const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))

describe("the signature of a text", () => {
  it.effect.prop(
    "is that of `Mac`, whatever the key and the texts that are signed one after the other",
    [KeyLength, Byte, Schema.Array(Schema.String)],
    ([length, first, texts]) => assertSame(keyOf(length, first), texts)
  )

  it.effect("is that of `Mac` for long texts, of one byte or three for each character", () =>
    assertSame(keyOf(32), ["x".repeat(600_000), "€".repeat(600_000)])
  )
})
