/** Keeps other processes away from a database file: a second dispatcher would not learn what the first one's callers publish. */
import { Predicate } from "effect"
import { closeSync, existsSync, openSync, realpathSync } from "node:fs"
import { DatabaseSync } from "../connection/nodeSqlite.ts"

/**
 * Makes a file before SQLite does, so that no other user can read it: it holds secrets. An existing file is left alone, because
 * closing it would release the locks of SQLite, if it is open in this process.
 */
const ensurePrivate = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600))
}

// our choice: how long to wait for a predecessor that is just ending, in milliseconds.
const patience = 5000

// SQLITE_BUSY
const busy = 5

const isBusy = (cause: unknown): boolean => Predicate.hasProperty(cause, "errcode") && cause.errcode === busy

/** The file beside a database that is locked in its place. */
export const lockOf = (file: string): string => `${realpathSync(file)}-lock`

/**
 * The file is this process's alone until the lock is closed or the process ends, however it ends. The lock is on a file
 * beside it, so that other programs can still read the database, such as the `sqlite3` shell.
 */
export const lockFile = (file: string): { close(): void } => {
  ensurePrivate(file)
  const beside = lockOf(file)
  ensurePrivate(beside)
  const lock = new DatabaseSync(beside, { timeout: patience })
  try {
    lock.exec("begin exclusive")
    return lock
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw cause
    throw new Error("another process uses it, and only one can at a time", { cause })
  }
}

/** Whether a process has the file. Looks without taking it, and makes nothing. */
export const isLocked = (file: string): boolean => {
  const beside = lockOf(file)
  if (!existsSync(beside)) return false
  const lock = new DatabaseSync(beside, { readOnly: true, timeout: 0 })
  try {
    lock.prepare("select 1 from sqlite_schema").all()
    return false
  } catch (cause) {
    if (isBusy(cause)) return true
    throw cause
  } finally {
    lock.close()
  }
}
