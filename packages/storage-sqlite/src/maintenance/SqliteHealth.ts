/** Whether the database keeps what is written to it. */
import { Context, Effect, Layer, type Option } from "effect"
import type { Fault } from "../connection/Fault.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"

export class SqliteHealth extends Context.Service<
  SqliteHealth,
  {
    /** Why nothing is read or written, as of now. It writes nothing, and takes some microseconds. */
    readonly fault: Effect.Effect<Option.Option<Fault>>
  }
>()("@sellerkit/storage-sqlite/SqliteHealth") {
  static readonly layer: Layer.Layer<SqliteHealth, never, SqliteDatabase> = Layer.effect(
    SqliteHealth,
    Effect.map(SqliteDatabase, ({ fault }) => ({ fault }))
  )
}
