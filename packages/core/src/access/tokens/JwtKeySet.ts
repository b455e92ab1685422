/**
 * The keys that an issuer publishes (RFC 7517), kept and loaded again in time. An issuer that does not answer counts as one that cannot
 * be reached.
 */
import { Clock, Duration, Effect, Fiber, identity, Schema } from "effect"
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"

/** A key set could not be loaded, or is none. */
export class KeySetUnavailable extends Schema.TaggedError<KeySetUnavailable>()("KeySetUnavailable", {
  cause: Schema.Defect()
}) {
  override get message() {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
}

// our choice: how long a key set is trusted before it is loaded again; how soon a token with an unknown key may cause another
// load; how soon a failed load is repeated.
const lifetime = Duration.minutes(10)
const cooldown = Duration.seconds(30)
const retryAfter = Duration.seconds(10)

// our choice: how long requests wait for a load.
const loadWithin = Duration.seconds(10)

// our choice: how long a caller that has keys waits for newer ones, from an issuer that is slow.
const patience = Duration.seconds(1)

// our choice: how long the last published keys count while the issuer cannot be reached.
const lifetimeInOutage = Duration.hours(1)

export interface KeySet {
  readonly keys: Effect.Effect<JWTVerifyGetKey, KeySetUnavailable>
  /** The keys for a token whose key is not in the set: loaded again, unless that has just been tried. */
  readonly freshKeys: Effect.Effect<JWTVerifyGetKey, KeySetUnavailable>
}

interface Loaded {
  readonly at: number
  readonly keys: JWTVerifyGetKey
}

interface Failed {
  readonly at: number
  readonly error: KeySetUnavailable
}

/** What was made in the future is not younger: the clock has been set back since. */
const isYounger = (made: { readonly at: number } | undefined, age: Duration.Duration, now: number): boolean =>
  made !== undefined && made.at <= now && now - made.at < Duration.toMillis(age)

const noAnswer = new KeySetUnavailable({ cause: `No answer within ${Duration.toSeconds(loadWithin)} seconds` })

const read = (set: unknown) =>
  Effect.try({
    try: () => createLocalJWKSet(set as JSONWebKeySet),
    catch: (cause) => new KeySetUnavailable({ cause })
  })

type Load = Effect.Effect<unknown, KeySetUnavailable>

/** How callers that need the keys at the same time take turns. */
interface Turns {
  /** For a caller that has no keys yet. */
  readonly waiting: (work: Effect.Effect<void>) => Effect.Effect<unknown>
  /** For a caller that can go on with the present keys. */
  readonly unlessTaken: (work: Effect.Effect<void>) => Effect.Effect<unknown>
}

const keySetOver = (load: Load, { unlessTaken, waiting }: Turns): KeySet => {
  let loaded: Loaded | undefined
  let failed: Failed | undefined

  const loadAgain = (now: number) =>
    load.pipe(
      Effect.timeoutOrElse({ duration: loadWithin, orElse: () => Effect.fail(noAnswer) }),
      Effect.flatMap(read),
      Effect.matchEffect({
        onSuccess: (keys) =>
          Effect.sync(() => {
            loaded = { at: now, keys }
            failed = undefined
          }),
        // Those who have waited for this load do not wait for another one.
        onFailure: (error) =>
          Effect.flatMap(Clock.currentTimeMillis, (at) => {
            failed = { at, error }
            return Effect.logError("The token keys could not be loaded", error)
          })
      })
    )

  const refresh = (age: Duration.Duration) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      isYounger(loaded, age, now) || isYounger(failed, retryAfter, now) ? Effect.void : loadAgain(now)
    )

  const unavailable = () => failed?.error ?? new KeySetUnavailable({ cause: "Not loaded yet" })

  /** Reads the time when it runs, so that keys that were loaded meanwhile are not from the future. */
  const usable = Effect.map(Clock.currentTimeMillis, (now) =>
    isYounger(loaded, lifetimeInOutage, now) ? loaded?.keys : undefined
  )

  const keys = Effect.gen(function* () {
    const limit = (yield* usable) === undefined ? waiting : unlessTaken
    yield* limit(refresh(lifetime))
    return (yield* usable) ?? (yield* unavailable())
  })

  const freshKeys = Effect.gen(function* () {
    yield* waiting(refresh(cooldown))
    return (failed === undefined ? loaded?.keys : undefined) ?? (yield* unavailable())
  })

  return { keys, freshKeys }
}

/** One load at a time, in a fiber that no caller owns: one that hangs up ends no load, so that it counts, whatever becomes of it. */
const makeTurns = (): Turns => {
  let loading: Fiber.Fiber<void> | undefined

  const begin = (work: Effect.Effect<void>): Effect.Effect<Fiber.Fiber<void>> => {
    const ended = Effect.sync(() => {
      loading = undefined
    })
    return Effect.uninterruptible(
      Effect.map(Effect.forkDetach(Effect.ensuring(Effect.interruptible(work), ended)), (begun) => (loading = begun))
    )
  }

  const waiting: Turns["waiting"] = (work) =>
    Effect.suspend(() =>
      loading === undefined
        ? Effect.flatMap(begin(work), Fiber.await)
        : Effect.andThen(Fiber.await(loading), waiting(work))
    )

  return {
    waiting,
    unlessTaken: (work) =>
      Effect.suspend(() =>
        loading === undefined ? Effect.timeoutOption(Effect.flatMap(begin(work), Fiber.await), patience) : Effect.void
      )
  }
}

/**
 * `load` runs once at a time. Callers that need its keys wait for it. Of callers that can use the present keys only the first one waits, and
 * not for long.
 */
export const makeKeySet = (load: Load): Effect.Effect<KeySet> => Effect.sync(() => keySetOver(load, makeTurns()))

/** No request waits for what another one loads: for platforms that end the work of a request with the request. */
export const unsharedKeySet = (load: Load): KeySet => keySetOver(load, { waiting: identity, unlessTaken: identity })
