/** What was answered to chunks of rows, so that a chunk that is sent again under its key is answered as it was. */
import { Clock, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { Digest } from "effect/crypto"
import type { Account } from "../../access/Account.ts"
import { RecordedLines } from "../../operator/RecordedLines.ts"
import { collection } from "../../records/Collection.ts"
import * as Lookup from "../../records/Lookup.ts"
import { put, Records } from "../../records/Records.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import { ReportKind } from "../ReportKind.ts"

const ReportChunk = Schema.Struct({
  kind: ReportKind,
  key: Schema.String,
  /** Of what was sent (SHA-256). */
  digest: Schema.String,
  answer: RecordedLines,
  /** When, in milliseconds since 1970. */
  at: Schema.Int
})

export const reportChunks = collection("reportChunk", {
  schema: ReportChunk,
  key: ({ key, kind }) => [kind, key],
  indexes: {},
  since: ({ at }) => DateTime.makeUnsafe(at)
})

/** The key was used for other rows. */
export class ChunkDiffers extends Schema.TaggedError<ChunkDiffers>()("ChunkDiffers", { key: Schema.String }) {
  override get message() {
    return `The idempotency key ${this.key} belongs to other rows`
  }
}

export class ReportChunks extends Context.Service<
  ReportChunks,
  {
    /** What `record` answers, or what it answered under this key before. Two that come at once are both recorded. */
    once<E, R>(
      account: Account,
      chunk: { readonly kind: ReportKind; readonly key: string; readonly text: string },
      record: Effect.Effect<typeof RecordedLines.Type, E, R>
    ): Effect.Effect<typeof RecordedLines.Type, ChunkDiffers | E | StorageError, R>
  }
>()("@sellerkit/core/reports/ReportChunks") {
  static readonly layer: Layer.Layer<ReportChunks, never, Records> = Layer.effect(
    ReportChunks,
    Effect.gen(function* () {
      const records = yield* Records
      const { digestHex } = yield* Digest.Digest
      const utf8 = new TextEncoder()
      return ReportChunks.of({
        once: Effect.fnUntraced(function* (account, { key, kind, text }, record) {
          const digest = yield* digestHex(Digest.sha256, utf8.encode(text))
          const known = yield* records.find(account, Lookup.one(reportChunks, [kind, key]))
          if (Option.isSome(known)) {
            return known.value.digest === digest ? known.value.answer : yield* new ChunkDiffers({ key })
          }
          const answer = yield* record
          const at = yield* Clock.currentTimeMillis
          yield* records.write(account, [put(reportChunks, { kind, key, digest, answer, at })])
          return answer
        })
      })
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}
