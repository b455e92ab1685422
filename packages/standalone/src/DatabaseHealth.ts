/** Whether the database of a running process would keep what is written. */
import { Context, Effect, Layer, Option } from "effect"

export type DatabaseProblem =
  /** Its file is gone, or has another's name: what is written now is lost as the service stops. */
  | "replaced"
  | "diskFull"
  /** The server does not answer. */
  | "unreachable"
  /** The server takes nothing: a replica. */
  | "readOnly"

export class DatabaseHealth extends Context.Service<
  DatabaseHealth,
  {
    /** What is wrong with it at this moment. */
    readonly problem: Effect.Effect<Option.Option<DatabaseProblem>>
  }
>()("@sellerkit/standalone/DatabaseHealth") {
  /** Where nothing can be wrong with it. */
  static readonly none: Layer.Layer<DatabaseHealth> = Layer.succeed(DatabaseHealth, {
    problem: Effect.succeed(Option.none())
  })
}
