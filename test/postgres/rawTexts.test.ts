/** Texts that connections give as the bytes that came. */
import { assert, it } from "@effect/vitest"
import { stringOf, type Utf8Text } from "@sellerkit/core"
import { layerConnections } from "@sellerkit/storage-pg"
import { propertyRuns } from "@sellerkit/testing"
import { Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { postgresDatabase } from "../targets.ts"

const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))

it.effect.prop(
  "are those that were asked for, from every byte on, into whatever room there is",
  [Schema.Array(Schema.String), Place, Place],
  ([given, begin, room]) =>
    Effect.gen(function* () {
      // PostgreSQL keeps neither zeros nor halves of characters.
      const texts = given.map((text) => text.replaceAll("\0", "").toWellFormed())
      const rows = yield* SqlClient.SqlClient.use((sql) =>
        Effect.forEach(texts, (text) => sql<{ readonly text: Utf8Text }>`select ${text}::text::varchar as text`)
      )
      for (const [index, [row]] of rows.entries()) {
        const { text } = row!
        const bytes = new TextEncoder().encode(texts[index])
        assert.strictEqual(stringOf(text), texts[index])
        assert.strictEqual(text.length, bytes.length)
        assert.deepStrictEqual(
          Array.from(bytes, (_, place) => text.byteAt(place)),
          [...bytes]
        )
        const rest = bytes.subarray(begin)
        const target = new Uint8Array(room + 3)
        const copied = text.from(begin).copyInto(target, 3)
        assert.strictEqual(copied, Math.min(rest.length, room))
        assert.deepStrictEqual(
          target,
          Uint8Array.from({ length: room + 3 }, (_, place) => (place < 3 ? 0 : (rest[place - 3] ?? 0)))
        )
      }
    }).pipe(
      Effect.provide(
        Layer.unwrap(
          Effect.map(postgresDatabase, ({ url }) => layerConnections({ url: Redacted.make(url), pooled: false }))
        )
      ),
      Effect.scoped
    ),
  { arbitrary: propertyRuns(20, 5) }
)
