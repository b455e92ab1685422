/** That tags are those of Node.js, which calculates them in another way. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Mac } from "effect/crypto"
import { createHmac } from "node:crypto"
import { hmacLayer } from "../src/hmac.ts"
import { randomnessLayer } from "../src/randomness.ts"

const layer = Layer.provide(hmacLayer, randomnessLayer)

const bytes = (length: number, first = 0) => Uint8Array.from({ length }, (_, index) => first + index * 7)

const Length = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 }))

const expected = (hash: string, key: Uint8Array, data: Uint8Array) =>
  new Uint8Array(createHmac(hash, key).update(data).digest())

const tagOf = (key: Uint8Array, ...messages: ReadonlyArray<Uint8Array>) =>
  Effect.gen(function* () {
    const mac = yield* Mac.Mac
    const made = yield* Mac.key(Mac.hmacSha256, key)
    return yield* Effect.forEach(messages, (data) => Effect.map(mac.sign(made, data), (tag) => new Uint8Array(tag)))
  }).pipe(Effect.provide(layer))

describe("a tag", () => {
  it.effect.prop(
    "is that of Node.js, whatever the key and the messages that it signs one after the other",
    [Length, Schema.Array(Length), Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))],
    ([keyLength, lengths, first]) =>
      Effect.gen(function* () {
        const key = bytes(keyLength + 1, first)
        const messages = lengths.map((length) => bytes(length, first))
        assert.deepStrictEqual(
          yield* tagOf(key, ...messages),
          messages.map((data) => expected("sha256", key, data))
        )
      })
  )

  it.effect.each([0, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 600_000])("of %i bytes is that of Node.js", (length) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tagOf(bytes(32), bytes(length)), [expected("sha256", bytes(32), bytes(length))])
    })
  )

  it.effect("stays as it is when others are made", () =>
    Effect.gen(function* () {
      const mac = yield* Mac.Mac
      const [one, other] = yield* Effect.all([Mac.key(Mac.hmacSha256, bytes(32)), Mac.key(Mac.hmacSha256, bytes(33))])
      const first = yield* mac.sign(one, bytes(10))
      yield* Effect.replicateEffect(mac.sign(other, bytes(10)), 1000)
      assert.deepStrictEqual(new Uint8Array(first), expected("sha256", bytes(32), bytes(10)))
      assert.isTrue(yield* mac.verify(one, first, bytes(10)))
      assert.isFalse(yield* mac.verify(other, first, bytes(10)))
    }).pipe(Effect.provide(layer))
  )

  it.effect("of another hash is that of Node.js", () =>
    Effect.gen(function* () {
      const mac = yield* Mac.Mac
      const key = yield* Mac.key(Mac.hmacSha512, bytes(32))
      assert.deepStrictEqual(new Uint8Array(yield* mac.sign(key, bytes(10))), expected("sha512", bytes(32), bytes(10)))
    }).pipe(Effect.provide(layer))
  )
})
