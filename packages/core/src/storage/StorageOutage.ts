/**
 * Knows whether the storage is unreachable. It logs that once when it begins and once when it ends, however many calls fail
 * meanwhile. Other code does not log failures that were noted here.
 */
import { Clock, Context, Duration, Effect, Exit, Latch, Layer, Result } from "effect"
import { StorageError } from "./StorageError.ts"
import { noteFailure } from "./storageFailure.ts"

/** Times are those of `Clock.monotonicTimeNanos`. */
export interface StorageCall {
  /** The port method, such as `EventStore.append`. */
  readonly operation: string
  readonly startedAt: bigint
  readonly endedAt: bigint
}

// our choice: a storage that fails again before `settled` was never back. Where only some calls fail, such as writes to a full
// disk, the success of other calls ends the outage only when no call of the failing kind was tried for as long as `forgotten`.
const settled = Duration.toNanosUnsafe("1 second")
const forgotten = Duration.toNanosUnsafe("30 seconds")

interface Outage {
  readonly beganAt: bigint
  readonly failing: Set<string>
  lastFailureAt: bigint
  /** The first success since the last failure: of an operation that had failed, where there was one. */
  workedAt: bigint | undefined
  hasRecovered: boolean
  isKnownToLast: boolean
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const begins = ({ cause, operation }: StorageError): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("The database cannot be used"), { operation, reason: reasonOf(cause) })

const ends = (lasted: bigint): Effect.Effect<void> => {
  const tenths = Math.round(Duration.toSeconds(Duration.nanos(lasted)) * 10)
  return Effect.logInfo(`The database can be used again, after ${tenths / 10} s`)
}

class Outages {
  private outage: Outage | undefined
  private endedAt = -1n
  /** Called when the outage may soon end without another call. */
  private readonly recovers: () => void

  constructor(recovers: () => void) {
    this.recovers = recovers
  }

  failed({ endedAt, operation, startedAt }: StorageCall, error: StorageError): Effect.Effect<void> | undefined {
    const lasts = error.lasting === true
    // A call that began before the storage was back is no news.
    if (this.outage === undefined && startedAt < this.endedAt && !lasts) return undefined
    const isNews = this.outage === undefined || (lasts && !this.outage.isKnownToLast)
    this.outage ??= {
      beganAt: endedAt,
      failing: new Set(),
      lastFailureAt: endedAt,
      workedAt: undefined,
      hasRecovered: false,
      isKnownToLast: false
    }
    this.outage.failing.add(operation)
    Object.assign(this.outage, { lastFailureAt: endedAt, workedAt: undefined, hasRecovered: false })
    if (lasts) this.outage.isKnownToLast = true
    return isNews ? begins(error) : undefined
  }

  worked({ endedAt, operation, startedAt }: StorageCall): Effect.Effect<void> | undefined {
    const { outage } = this
    if (outage === undefined || startedAt < outage.lastFailureAt) return undefined
    const recovers = !outage.hasRecovered && outage.failing.has(operation)
    if (recovers || outage.workedAt === undefined) outage.workedAt = endedAt
    if (recovers) {
      outage.hasRecovered = true
      this.recovers()
    }
    return this.endAt(endedAt)
  }

  /** Ends the outage if it is over by then. */
  endAt(now: bigint): Effect.Effect<void> | undefined {
    const { outage } = this
    if (outage?.workedAt === undefined) return undefined
    if (now - outage.lastFailureAt < (outage.hasRecovered ? settled : forgotten)) return undefined
    this.outage = undefined
    this.endedAt = now
    return ends(outage.workedAt - outage.beganAt)
  }
}

const failureOf = (exit: Exit.Exit<unknown, unknown>): StorageError | undefined => {
  const error = Result.getOrUndefined(Exit.findError(exit))
  return error instanceof StorageError && error.retryable ? error : undefined
}

export class StorageOutage extends Context.Service<
  StorageOutage,
  {
    /** Notes how a call has ended. Gives the log entry, if there is one. */
    note(call: StorageCall, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> | undefined
    /** Notes how the call ends. */
    watch<A, E, R>(operation: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  }
>()("@sellerkit/core/storage/StorageOutage") {
  static readonly layer: Layer.Layer<StorageOutage> = Layer.effect(
    StorageOutage,
    Effect.gen(function* () {
      const recovery = yield* Latch.make(false)
      const outages = new Outages(() => recovery.openUnsafe())
      const settle = Effect.gen(function* () {
        yield* recovery.await
        recovery.closeUnsafe()
        yield* Effect.sleep(Duration.nanos(settled))
        yield* outages.endAt(yield* Clock.monotonicTimeNanos) ?? Effect.void
      })
      yield* Effect.forkScoped(Effect.forever(settle))

      const note = (call: StorageCall, exit: Exit.Exit<unknown, unknown>) => {
        if (Exit.isSuccess(exit)) return outages.worked(call)
        const error = failureOf(exit)
        if (error === undefined) return undefined
        noteFailure(error)
        return outages.failed(call, error)
      }

      return StorageOutage.of({
        note,
        watch: (operation, call) =>
          Effect.flatMap(Clock.monotonicTimeNanos, (startedAt) =>
            Effect.onExit(call, (exit) =>
              Effect.flatMap(
                Clock.monotonicTimeNanos,
                (endedAt) => note({ operation, startedAt, endedAt }, exit) ?? Effect.void
              )
            )
          )
      })
    })
  )
}
