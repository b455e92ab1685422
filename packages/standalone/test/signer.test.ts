/** That texts are signed as Node.js signs them, which does so in another way. */
import { assert, describe, it } from "@effect/vitest"
import { Signer } from "@sellerkit/core/delivery"
import { Effect, Schema } from "effect"
import { createHmac } from "node:crypto"
import { signerLayer } from "../src/signer.ts"

const sign = Effect.runSync(Effect.provide(Signer, signerLayer))!

const keyOf = (length: number, first = 0) => Uint8Array.from({ length }, (_, index) => first + index * 7)

const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))

const expected = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("base64")

describe("the signature of a text", () => {
  it.prop(
    "is that of Node.js, whatever the key and the texts that are signed one after the other",
    [Byte, Byte, Schema.Array(Schema.String)],
    ([length, first, texts]) => {
      const key = keyOf(length, first)
      const signText = sign(key)
      for (const text of texts) assert.strictEqual(signText(text), expected(key, text))
    }
  )

  it.each([0, 1, 63, 64, 65, 200])("is that of Node.js by a key of %i bytes", (length) => {
    assert.strictEqual(sign(keyOf(length))("text"), expected(keyOf(length), "text"))
  })

  // 16 KiB are as many as three bytes for each of 5,461 characters, and one.
  it.each([5460, 5461, 5462, 16_384, 600_000])(
    "is that of Node.js for %i characters, of one byte or three",
    (length) => {
      for (const text of ["x".repeat(length), "€".repeat(length)]) {
        assert.strictEqual(sign(keyOf(32))(text), expected(keyOf(32), text))
      }
    }
  )

  it("is by its key, although others sign between", () => {
    const [one, other] = [sign(keyOf(32)), sign(keyOf(33))]
    assert.deepStrictEqual(
      [one("a"), other("longer than a"), one("a")],
      [expected(keyOf(32), "a"), expected(keyOf(33), "longer than a"), expected(keyOf(32), "a")]
    )
  })
})
