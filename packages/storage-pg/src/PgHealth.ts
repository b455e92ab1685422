/** Whether the database answers, and takes what is written. */
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { PgDatabase } from "./PgDatabase.ts"

export type PgProblem =
  /** It does not answer, or not in time. */
  | "unreachable"
  /** It only gives: a replica, or set to be read. */
  | "readOnly"
  /** A write failed for it a short while ago. */
  | "diskFull"

// our choice: probes wait for about as long, and what waits longer is not served either.
const patience = Duration.seconds(3)

// our choice: however many ask, it is looked at once a second.
const validFor = Duration.seconds(1)

// our choice: nothing is written to find out, so after this time a caller may try again.
const fullFor = Duration.seconds(30)

const lookText = "select current_setting('transaction_read_only') = 'on' as read_only"

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
        // What lies in the future is not known any more: the clock was set back since.
        return at !== undefined && at <= now && now - at < Duration.toMillis(fullFor)
          ? Option.some<PgProblem>("diskFull")
          : Option.none<PgProblem>()
      })
      const look = database.rows<{ readonly read_only: boolean }>("PgHealth.problem", lookText).pipe(
        Effect.flatMap(([found]) => (found!.read_only ? Effect.succeed(Option.some<PgProblem>("readOnly")) : wasFull)),
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.succeed(Option.some<PgProblem>("unreachable"))
        }),
        Effect.orElseSucceed(() => Option.some<PgProblem>("unreachable"))
      )
      return PgHealth.of({ problem: yield* Effect.cachedWithTTL(look, validFor) })
    })
  )
}
