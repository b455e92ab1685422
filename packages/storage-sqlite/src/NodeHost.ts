/** `node:sqlite` as a host. */
import { DatabaseSync, type StatementSync } from "node:sqlite"
import type { SqliteHost } from "./SqliteHost.ts"

export interface NodeHost extends SqliteHost {
  close(): void
}

/** Opens a database file, or one in memory. A commit is on disk before it returns (write-ahead log, full sync). */
export const openNodeHost = (file: string): NodeHost => {
  const database = new DatabaseSync(file)
  database.exec("pragma journal_mode = wal; pragma synchronous = full")
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
