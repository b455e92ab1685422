/** Keeps other processes away from a database file: a second dispatcher would not learn what the first one's callers publish. */
import { Predicate } from "effect"
import { closeSync, openSync, realpathSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

/** Makes a file before SQLite does, because nobody else may read the database: it holds secrets. */
const ensurePrivate = (file: string): void => closeSync(openSync(file, "a", 0o600))

// our choice: so long a predecessor that is just ending is waited for, in milliseconds.
const patience = 5000

// SQLITE_BUSY
const busy = 5

/**
 * The file is this process's alone until the lock is closed or the process ends, however it ends. The lock is on a file
 * beside it, so that the database stays open to whoever only reads it, such as the `sqlite3` shell.
 */
export const lockFile = (file: string): { close(): void } => {
  ensurePrivate(file)
  const beside = `${realpathSync(file)}-lock`
  ensurePrivate(beside)
  const lock = new DatabaseSync(beside, { timeout: patience })
  try {
    lock.exec("begin exclusive")
    return lock
  } catch (cause) {
    lock.close()
    if (!Predicate.hasProperty(cause, "errcode") || cause.errcode !== busy) throw cause
    throw new Error("another process uses it, and only one can at a time", { cause })
  }
}
