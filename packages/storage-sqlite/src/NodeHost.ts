/** `node:sqlite` as a host. */
import { DatabaseSync, type StatementSync } from "node:sqlite"
import type { SqliteHost } from "./SqliteHost.ts"

export interface NodeHost extends SqliteHost {
  close(): void
}

/**
 * A commit is on disk before it returns. our choice: 32 MiB of pages in memory, and 16 MiB of log before it goes into the
 * database, because pages that are written often go there once in that time.
 */
const settings = ["journal_mode = wal", "synchronous = full", "cache_size = -32768", "wal_autocheckpoint = 4000"]

/** Opens a database file, or one in memory. `patience`: milliseconds that a lock is waited for, which blocks the thread. */
export const openNodeHost = (file: string, patience = 0): NodeHost => {
  const database = new DatabaseSync(file, { timeout: patience })
  for (const setting of settings) database.exec(`pragma ${setting}`)
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    all: (sql, ...parameters) => prepared(sql).all(...parameters) as ReturnType<SqliteHost["all"]>,
    run: (sql, ...parameters) => {
      prepared(sql).run(...parameters)
    },
    insert: (sql, ...parameters) => Number(prepared(sql).run(...parameters).lastInsertRowid),
    transaction: (change) => {
      database.exec("begin immediate")
      try {
        const result = change()
        database.exec("commit")
        return result
      } catch (error) {
        if (database.isTransaction) database.exec("rollback")
        throw error
      }
    },
    close: () => database.close()
  }
}
