/** Whether the database answers, and takes what is written. */
import { Clock, Context, Duration, Effect, Layer, Option, Semaphore } from "effect"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { endReadOnlyText } from "../connection/readOnlySessions.ts"

export type PgProblem =
  /** It does not answer, or not in time. */
  | "unreachable"
  /** It can only be read: it is a replica, or set to be read only. */
  | "readOnly"
  /** A write failed for this reason a short while ago. */
  | "diskFull"

// our choice: probes wait for about as long, and a request that waits longer is not served either.
const patience = Duration.seconds(3)

// our choice: however many ask, the database is looked at once a second.
const validFor = Duration.seconds(1)

// our choice: nothing is written to find out whether the disk is still full, so after this time a caller may try again.
const fullFor = Duration.seconds(30)

const lookText = "select current_setting('transaction_read_only') = 'on' as read_only"

interface Seen {
  /** By the clock that is never set back: an old answer must not last for as long as the time of day has been. */
  readonly at: bigint
  readonly problem: Option.Option<PgProblem>
}

const lookedAt = (look: Effect.Effect<Option.Option<PgProblem>>) =>
  Effect.map(Semaphore.make(1), (looking) => {
    let seen: Seen | undefined
    return looking.withPermit(
      Effect.gen(function* () {
        const now = yield* Clock.monotonicTimeNanos
        if (seen !== undefined && now - seen.at < Duration.toNanosUnsafe(validFor)) return seen.problem
        const problem = yield* look
        seen = { at: yield* Clock.monotonicTimeNanos, problem }
        return problem
      })
    )
  })

export class PgHealth extends Context.Service<
  PgHealth,
  {
    /** What is wrong with it, at this moment or a second ago. */
    readonly problem: Effect.Effect<Option.Option<PgProblem>>
  }
>()("@sellerkit/storage-pg/PgHealth") {
  static readonly layer: Layer.Layer<PgHealth, never, PgDatabase> = Layer.effect(
    PgHealth,
    Effect.gen(function* () {
      const database = yield* PgDatabase
      const wasFull = Effect.gen(function* () {
        const at = yield* database.fullAt
        const now = yield* Clock.currentTimeMillis
        // A time in the future says nothing any more: the clock was set back since.
        return at !== undefined && at <= now && now - at < Duration.toMillis(fullFor)
          ? Option.some<PgProblem>("diskFull")
          : Option.none<PgProblem>()
      })
      const readOnly = Effect.as(
        Effect.ignore(database.rows("PgHealth.endReadOnly", endReadOnlyText)),
        Option.some<PgProblem>("readOnly")
      )
      const look = database.rows<{ readonly read_only: boolean }>("PgHealth.problem", lookText).pipe(
        Effect.flatMap(([found]) => (found!.read_only ? readOnly : wasFull)),
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.succeed(Option.some<PgProblem>("unreachable"))
        }),
        Effect.orElseSucceed(() => Option.some<PgProblem>("unreachable"))
      )
      return PgHealth.of({ problem: yield* lookedAt(look) })
    })
  )
}
