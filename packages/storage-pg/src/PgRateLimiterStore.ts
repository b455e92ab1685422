/** Rate budgets that all processes share: buckets in the database, by its clock. They are lost with a crash of the server. */
import { type StorageError, StorageOutage } from "@sellerkit/core"
import { Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { type Parameter, PgDatabase } from "./connection/PgDatabase.ts"

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

/** Limits that adapt to the answers of another service are kept by each process for itself. */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore, never, PgDatabase | StorageOutage> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const outage = yield* StorageOutage
    const { adaptiveConsume, adaptiveFeedback } = yield* RateLimiter.RateLimiterStore

    const ask = <Row extends object>(operation: string, text: string, ...values: ReadonlyArray<Parameter>) =>
      Effect.flatMap(database.now, (now) =>
        outage.watch(operation, database.rows<Row>(operation, text, now, ...values))
      ).pipe(
        Effect.map(([row]) => row!),
        Effect.mapError(limiterError)
      )

    return RateLimiter.RateLimiterStore.of({
      adaptiveConsume,
      adaptiveFeedback,
      tokenBucket: ({ allowOverflow, key, limit, refillRate, tokens }) =>
        Effect.map(
          ask<TokensRow>(
            "RateLimiterStore.tokenBucket",
            tokensText,
            key,
            tokens,
            limit,
            Duration.toMillis(refillRate),
            allowOverflow
          ),
          ({ elapsed, remaining }) => [remaining, elapsed] as const
        ),
      fixedWindow: ({ key, limit, refillRate, tokens }) =>
        Effect.map(
          ask<WindowRow>(
            "RateLimiterStore.fixedWindow",
            windowText,
            key,
            tokens,
            limit ?? null,
            Duration.toMillis(refillRate)
          ),
          ({ counted, ttl }) => [counted, ttl] as const
        )
    })
  })
).pipe(Layer.provide(RateLimiter.layerStoreMemory))
