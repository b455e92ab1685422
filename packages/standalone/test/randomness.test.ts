import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomnessLayer } from "../src/randomness.ts"

const withRandom = <A>(use: (random: SecureRandom.SecureRandom["Service"]) => Effect.Effect<A>) =>
  Effect.flatMap(SecureRandom.SecureRandom, use).pipe(Effect.provide(randomnessLayer))

describe("random bytes", () => {
  for (const size of [0, 1, 32, 4095, 4096, 4097, 100_000]) {
    it.effect(`come as many as are asked for: ${size}`, () =>
      Effect.gen(function* () {
        const pieces = yield* withRandom((random) => Effect.replicateEffect(random.randomBytes(size), 10))
        for (const piece of pieces) assert.strictEqual(piece.length, size)
        if (size < 32) return
        assert.strictEqual(new Set(pieces.map(String)).size, 10)
        for (const piece of pieces) assert.isAtLeast(new Set(piece).size, 16, "zeros are not random")
      })
    )
  }

  it.effect("are given once each, however many they are", () =>
    Effect.gen(function* () {
      const ids = yield* withRandom((random) => Effect.replicateEffect(random.uuidV4(), 10_000))
      assert.strictEqual(new Set(ids).size, 10_000)
    })
  )

  it.effect("stay as they are when more are taken", () =>
    withRandom((random) =>
      Effect.gen(function* () {
        const first = yield* random.randomBytes(32)
        const copy = first.slice()
        yield* Effect.replicateEffect(random.randomBytes(1000), 20)
        assert.deepStrictEqual(first, copy)
      })
    )
  )
})
