/** Makes the writes that have a name elsewhere, over a connection of its own to the same database. */
import type { Effect } from "effect"
import type { WriteInput, WriteName, WriteOutput } from "../Writes.ts"

export interface Writer {
  /** All or nothing; fails with what SQLite threw. */
  perform<Name extends WriteName>(name: Name, input: WriteInput<Name>): Effect.Effect<WriteOutput<Name>, unknown>
  /** Meanwhile the writer writes nothing, so that neither connection waits for the other's lock. */
  pauseFor<A>(effect: Effect.Effect<A>): Effect.Effect<A>
}
