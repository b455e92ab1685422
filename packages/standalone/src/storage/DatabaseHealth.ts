/** Whether the database of a running process would keep what is written. */
import { type Fault, faults } from "@sellerkit/storage-sqlite"
import { Context, Effect, Layer, Option } from "effect"

/** A message for each problem. docs/operations.md (Not ready) says what to do. */
export const databaseProblems = {
  /** What a file's driver finds: what is written now would be lost, so that it refuses everything. */
  ...faults,
  diskFull: "The disk of the database is full",
  unreachable: "The database does not answer; see the log",
  readOnly: "The database takes nothing that is written: it is a replica, or set to be read only"
} as const satisfies Readonly<Record<Fault | "diskFull" | "readOnly" | "unreachable", string>>

export type DatabaseProblem = keyof typeof databaseProblems

export class DatabaseHealth extends Context.Service<
  DatabaseHealth,
  {
    /** What is wrong with it at this moment. */
    readonly problem: Effect.Effect<Option.Option<DatabaseProblem>>
  }
>()("@sellerkit/standalone/DatabaseHealth") {
  /** For a database that nothing can be wrong with. */
  static readonly none: Layer.Layer<DatabaseHealth> = Layer.succeed(DatabaseHealth, {
    problem: Effect.succeed(Option.none())
  })
}
