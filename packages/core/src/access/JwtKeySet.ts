/** The keys that an issuer publishes (RFC 7517), kept and loaded again in time. */
import { Clock, Duration, Effect, identity, Schema, Semaphore } from "effect"
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"

/** A key set could not be loaded, or is none. */
export class KeySetUnavailable extends Schema.TaggedError<KeySetUnavailable>()("KeySetUnavailable", {
  cause: Schema.Defect()
}) {
  override get message() {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
}

// our choice: how long a key set is trusted before it is loaded again; how soon a token with an unknown key may have it
// loaded again; how soon a load that failed is repeated.
const lifetime = Duration.minutes(10)
const cooldown = Duration.seconds(30)
const retryAfter = Duration.seconds(10)

// our choice: while the issuer cannot be reached, the last keys it published go on to count, for so long.
const lifetimeInOutage = Duration.hours(1)

export interface KeySet {
  readonly keys: Effect.Effect<JWTVerifyGetKey, KeySetUnavailable>
  /** For a key that is not in the set: loaded again unless that has just been tried. */
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

/** What lies in the future is not: the clock was set back since. */
const isYounger = (made: { readonly at: number } | undefined, age: Duration.Duration, now: number): boolean =>
  made !== undefined && made.at <= now && now - made.at < Duration.toMillis(age)

const read = (set: unknown) =>
  Effect.try({
    try: () => createLocalJWKSet(set as JSONWebKeySet),
    catch: (cause) => new KeySetUnavailable({ cause })
  })

type Load = Effect.Effect<unknown, KeySetUnavailable>

/** How those who need the keys at the same time get on. */
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
      Effect.flatMap(read),
      Effect.matchEffect({
        onSuccess: (keys) =>
          Effect.sync(() => {
            loaded = { at: now, keys }
            failed = undefined
          }),
        onFailure: (error) => {
          failed = { at: now, error }
          return Effect.logError("The token keys could not be loaded", error)
        }
      })
    )

  const refresh = (age: Duration.Duration) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      isYounger(loaded, age, now) || isYounger(failed, retryAfter, now) ? Effect.void : loadAgain(now)
    )

  const unavailable = () => failed?.error ?? new KeySetUnavailable({ cause: "Not loaded yet" })

  /** By the time at which it is asked: what was loaded meanwhile is no older than that. */
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

/** `load` runs once at a time. Callers that need its keys wait for it. Callers that can use the present keys do not. */
export const makeKeySet = (load: Load): Effect.Effect<KeySet> =>
  Effect.map(Semaphore.make(1), (loading) =>
    keySetOver(load, { waiting: loading.withPermit, unlessTaken: loading.withPermitsIfAvailable(1) })
  )

/** No request waits for what another one loads: for platforms that end the work of a request with the request. */
export const unsharedKeySet = (load: Load): KeySet => keySetOver(load, { waiting: identity, unlessTaken: identity })
