/**
 * Rate budgets of a process that ends a few seconds after its last call. Buckets are in memory. Those that would not be full again by then
 * have rows as well.
 */
import { OwnRateBudgets, type StorageError } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { row, type SqliteHost } from "./connection/SqliteHost.ts"
import { SqliteDatabase } from "./database/SqliteDatabase.ts"

/**
 * our choice: milliseconds by which rows are behind at most, so that many calls of a large budget cost few rows. An object of Cloudflare
 * is evicted after ten seconds without a call, and what a row does not say has been refilled by then.
 */
const mostBehind = 5000

interface BucketRow {
  readonly held: number
  readonly refilled_at: number
  readonly full_at: number
}

const findText = "select held, refilled_at, full_at from rate_bucket where key = ?"

/** Full ones are removed at the same time: there are few. */
const writeBucket = (host: SqliteHost, key: string, bucket: OwnRateBudgets.Bucket, now: number): void => {
  host.run("delete from rate_bucket where full_at <= ?", now)
  host.run(
    `insert into rate_bucket (key, held, refilled_at, full_at) values (?, ?, ?, ?)
     on conflict do update set held = excluded.held, refilled_at = excluded.refilled_at, full_at = excluded.full_at`,
    key,
    bucket.held,
    bucket.refilledAt,
    bucket.fullAt
  )
}

const limiterError = (cause: StorageError) =>
  new RateLimiter.RateLimiterError({
    reason: new RateLimiter.RateLimitStoreError({ message: "The rate budgets cannot be read", cause })
  })

type TokenBucket = RateLimiter.RateLimiterStore["Service"]["tokenBucket"]

const makeTokenBucket = (database: SqliteDatabase["Service"]): TokenBucket => {
  const buckets = new Map<string, OwnRateBudgets.Bucket>()
  const take = OwnRateBudgets.makeTokenBucket(buckets)
  /** When they are full, as their rows say. */
  const storedFullAt = new WeakMap<OwnRateBudgets.Bucket, number>()

  const recall = (key: string, limit: number) =>
    Effect.map(
      database.read("RateLimiterStore.tokenBucket", (host) => row<BucketRow>(host, findText, key)),
      (found) => {
        // Another call may have been first.
        if (found === undefined || buckets.has(key)) return
        // The limit may have been a higher one.
        const held = Math.min(limit, found.held)
        const bucket = { held, refilledAt: found.refilled_at, fullAt: found.full_at }
        buckets.set(key, bucket)
        storedFullAt.set(bucket, found.full_at)
      }
    )

  const keep = Effect.fnUntraced(function* (key: string) {
    const bucket = buckets.get(key)
    const now = yield* Clock.currentTimeMillis
    if (bucket === undefined || bucket.fullAt - Math.max(now, storedFullAt.get(bucket) ?? 0) <= mostBehind) return
    const written = { ...bucket }
    yield* database.writeApart("RateLimiterStore.tokenBucket", (host) => writeBucket(host, key, written, now))
    storedFullAt.set(bucket, written.fullAt)
  })

  return (given) => {
    const { key, limit, refillRate } = given
    // A small one is never behind by more.
    if (limit * Duration.toMillis(refillRate) <= mostBehind) return take(given)
    const recalled = buckets.has(key) ? Effect.void : Effect.mapError(recall(key, limit), limiterError)
    return recalled.pipe(
      Effect.andThen(take(given)),
      // A database that is full answers calls all the same. The next call tries again.
      Effect.tap(Effect.ignore(keep(key)))
    )
  }
}

export const layer: Layer.Layer<RateLimiter.RateLimiterStore, never, SqliteDatabase> = Layer.unwrap(
  Effect.map(SqliteDatabase, (database) =>
    Layer.mock(RateLimiter.RateLimiterStore, { tokenBucket: makeTokenBucket(database) })
  )
)
