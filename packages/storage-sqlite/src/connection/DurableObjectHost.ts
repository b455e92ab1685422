/** A Durable Object's SQLite as a host. */
import type { SqliteHost, SqlValue } from "./SqliteHost.ts"

/** What is needed of an object's `ctx.storage`. The types of every version of the platform fit it. */
export interface DurableObjectStorage {
  readonly sql: {
    exec(
      query: string,
      ...bindings: ReadonlyArray<SqlValue>
    ): { toArray(): ReadonlyArray<Readonly<Record<string, unknown>>> }
  }
  transactionSync<A>(change: () => A): A
}

const inserted = "select last_insert_rowid() as number where changes() > 0"
const changed = "select changes() as changed"

/**
 * The platform keeps prepared statements, by their text. A commit becomes durable after it has returned. Until then the platform
 * keeps back what the object sends: answers and requests alike. Numbers arrive in SQLite as floating-point numbers. Columns turn
 * them into integers, but texts do not: `'a' || 1` is `a1.0`.
 */
export const openDurableObjectHost = (storage: DurableObjectStorage): SqliteHost => ({
  all: (query, ...parameters) => storage.sql.exec(query, ...parameters).toArray() as ReturnType<SqliteHost["all"]>,
  run: (query, ...parameters) => {
    storage.sql.exec(query, ...parameters)
  },
  insert: (query, ...parameters) => {
    storage.sql.exec(query, ...parameters)
    return storage.sql.exec(inserted).toArray()[0]?.number as number | undefined
  },
  change: (query, ...parameters) => {
    storage.sql.exec(query, ...parameters)
    return storage.sql.exec(changed).toArray()[0]?.changed as number
  },
  transaction: (change) => storage.transactionSync(change),
  // No other program writes meanwhile.
  snapshot: (read) => read()
})
