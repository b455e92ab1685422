/** Whether the database answers, and takes what is written. */
import { Context, Duration, Effect, Layer, Option } from "effect"
import { PgDatabase } from "./PgDatabase.ts"

export type PgProblem =
  /** It does not answer, or not in time. */
  | "unreachable"
  /** It only gives: a replica, or set to be read. */
  | "readOnly"

// our choice: probes wait for about as long, and what waits longer is not served either.
const patience = Duration.seconds(3)

// our choice: however many ask, it is looked at once a second.
const validFor = Duration.seconds(1)

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
      const look = database.rows<{ readonly read_only: boolean }>("PgHealth.problem", lookText).pipe(
        Effect.map(([found]) => (found!.read_only ? Option.some<PgProblem>("readOnly") : Option.none())),
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
