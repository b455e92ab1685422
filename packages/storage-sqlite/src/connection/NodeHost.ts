/** `node:sqlite` as a host. */
import type { StatementSync } from "node:sqlite"
import { DatabaseSync } from "./nodeSqlite.ts"
import type { SqliteHost } from "./SqliteHost.ts"

export interface NodeHost extends SqliteHost {
  close(): void
}

/**
 * A commit is on disk before it returns. our choice: 64 MiB of log before it goes into the database, so that the pages at the end
 * of a thousand histories, which are written again and again, are moved once in that time. Deleted content is overwritten in its
 * place, which costs next to nothing: it may have been a secret.
 */
const settings = ["journal_mode = wal", "synchronous = full", "wal_autocheckpoint = 16000", "secure_delete = fast"]

/**
 * Pages in memory, in KiB. our choice: the writing connection has as many as the log, so that it reads those pages once. The
 * reading connection drops its pages with each commit of the other, and has few: reading into recently used memory costs less
 * than reading into new memory.
 */
export const pageCache = { writing: 65_536, reading: 8192 } as const

export interface NodeHostOptions {
  /** How many milliseconds to wait for a lock, which blocks the thread; none, when absent. */
  readonly patience?: number
  /** As for writing, when absent. */
  readonly cache?: number
}

/** Opens a database file, or one in memory. */
export const openNodeHost = (
  file: string,
  { cache = pageCache.writing, patience = 0 }: NodeHostOptions = {}
): NodeHost => {
  const database = new DatabaseSync(file, { timeout: patience })
  for (const setting of [...settings, `cache_size = -${cache}`]) database.exec(`pragma ${setting}`)
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
    change: (sql, ...parameters) => Number(prepared(sql).run(...parameters).changes),
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
    snapshot: (read) => {
      database.exec("begin")
      try {
        return read()
      } finally {
        if (database.isTransaction) database.exec("commit")
      }
    },
    close: () => database.close()
  }
}
