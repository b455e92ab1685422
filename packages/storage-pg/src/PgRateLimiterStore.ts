/** Rate budgets that all processes share: buckets in the database, by its clock. They are lost with a crash of the server. */
import type { StorageError } from "@sellerkit/core"
import { Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { PgDatabase } from "./PgDatabase.ts"

const tokensText = "select * from sellerkit.take_tokens($1, $2, $3, $4, $5::float8, $6)"
const windowText = "select * from sellerkit.count_in_window($1, $2, $3, $4, $5::float8)"

interface TokensRow {
  readonly remaining: number
  readonly elapsed: number
}

interface WindowRow {
  readonly counted: number
  readonly ttl: number
}

const limiterError = (cause: StorageError) =>
  new RateLimiter.RateLimiterError({
    reason: new RateLimiter.RateLimitStoreError({ message: "The rate budgets cannot be reached", cause })
  })

/** What adapts to the answers of another service is kept by each process for itself. */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore, never, PgDatabase> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const { adaptiveConsume, adaptiveFeedback } = yield* RateLimiter.RateLimiterStore
    return RateLimiter.RateLimiterStore.of({
      adaptiveConsume,
      adaptiveFeedback,
      tokenBucket: Effect.fnUntraced(function* ({ allowOverflow, key, limit, refillRate, tokens }) {
        const [taken] = yield* database.rows<TokensRow>(
          "RateLimiterStore.tokenBucket",
          tokensText,
          yield* database.now,
          key,
          tokens,
          limit,
          Duration.toMillis(refillRate),
          allowOverflow
        )
        return [taken!.remaining, taken!.elapsed] as const
      }, Effect.mapError(limiterError)),
      fixedWindow: Effect.fnUntraced(function* ({ key, limit, refillRate, tokens }) {
        const [counted] = yield* database.rows<WindowRow>(
          "RateLimiterStore.fixedWindow",
          windowText,
          yield* database.now,
          key,
          tokens,
          limit ?? null,
          Duration.toMillis(refillRate)
        )
        return [counted!.counted, counted!.ttl] as const
      }, Effect.mapError(limiterError))
    })
  })
).pipe(Layer.provide(RateLimiter.layerStoreMemory))
