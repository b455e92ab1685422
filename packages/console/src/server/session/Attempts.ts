/** How often somebody may try to log in. A key cannot be guessed so, and trying costs the service little. */
import { OwnRateBudgets } from "@sellerkit/core"
import { Context, Duration, Effect, Layer, ManagedRuntime, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { RateLimiter } from "effect/persistence"

// our choice. `ofAddress`: people behind one address make some mistakes; a key of 32 characters cannot be guessed with so few attempts.
// `failed`: one caller may have many addresses, and each failure is a line in the log. Only failures count there, so that an attacker
// cannot keep the operator out.
const limits = {
  ofAddress: { limit: 30, window: Duration.minutes(1) },
  failed: { limit: 300, window: Duration.minutes(1) }
} as const

const take = (
  { consume }: RateLimiter.RateLimiter,
  key: string,
  allowed: (typeof limits)[keyof typeof limits]
): Effect.Effect<Duration.Duration | undefined> =>
  consume({ ...allowed, key, algorithm: "token-bucket", onExceeded: "fail" }).pipe(
    Effect.as(undefined),
    Effect.catchTag("RateLimiterError", ({ reason }) =>
      reason._tag === "RateLimitExceeded" ? Effect.succeed(reason.retryAfter) : Effect.die(reason)
    )
  )

const make = Effect.map(RateLimiter.RateLimiter, (limiter) =>
  Attempts.of({
    take: ({ remoteAddress }, credential) =>
      take(limiter, `${credential} ${Option.getOrElse(remoteAddress, () => "unknown")}`, limits.ofAddress),
    fail: (credential) => take(limiter, credential, limits.failed)
  })
)

export type Credential = "key" | "link"

export class Attempts extends Context.Service<
  Attempts,
  {
    /**
     * Counts an attempt from an address. How long the caller has to wait before the next one; undefined: this one is allowed. Links are
     * counted apart: those whose time is over come often, and must not keep an operator out.
     */
    readonly take: (
      request: HttpServerRequest.HttpServerRequest,
      credential: Credential
    ) => Effect.Effect<Duration.Duration | undefined>
    /** Counts one that has failed, of all addresses together, in the same way. */
    readonly fail: (credential: Credential) => Effect.Effect<Duration.Duration | undefined>
  }
>()("@sellerkit/console/Attempts") {
  /** Of the service. */
  static readonly layer: Layer.Layer<Attempts> = Layer.effect(Attempts, make).pipe(
    Layer.provide(RateLimiter.layer),
    Layer.provide(OwnRateBudgets.layer)
  )
}

/** For several services together. */
export const makeAttempts = (): Attempts["Service"] => ManagedRuntime.make(Attempts.layer).runSync(Attempts)
