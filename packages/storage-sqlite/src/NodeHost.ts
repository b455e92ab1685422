/** `node:sqlite` as a host. */
import { DatabaseSync, type StatementSync } from "node:sqlite"
import type { SqliteHost } from "./SqliteHost.ts"

export interface NodeHost extends SqliteHost {
  close(): void
}

/**
 * A commit is on disk before it returns. our choice: 64 MiB of pages in memory, and as much of log before it goes into the
 * database: so that the pages at the end of a thousand histories, which are written again and again, are read and moved
 * once in that time. What is deleted is overwritten where it stood, which costs next to nothing: it may have been a secret.
 */
const settings = [
  "journal_mode = wal",
  "synchronous = full",
  "cache_size = -65536",
  "wal_autocheckpoint = 16000",
  "secure_delete = fast"
]

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
    insert: (sql, ...parameters) => {
      const { changes, lastInsertRowid } = prepared(sql).run(...parameters)
      return changes === 0 ? undefined : Number(lastInsertRowid)
    },
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
