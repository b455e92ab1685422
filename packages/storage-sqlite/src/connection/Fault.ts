/** Faults for which a database cannot be trusted with anything: what is written to it would not be found again. */
import * as Predicate from "effect/Predicate"

/** The faults in words. What to do about each of them is in docs/operations.md (Not ready). */
export const faults = {
  replaced: "The file of the database was deleted or replaced while it is open",
  logReplaced: "The write-ahead log of the database was deleted or replaced while it is open",
  logCut: "The write-ahead log of the database was cut or overwritten while it is open",
  overwritten: "The file of the database was written into by another program while it is open",
  unlocked: "The lock file of the database was deleted or replaced: another process may use the database",
  damaged: "The database is damaged",
  writerEnded: "The thread that writes to the database has ended"
} as const

export type Fault = keyof typeof faults

/**
 * Faults that end when the files are back in their place: no write was acknowledged meanwhile, and it is the very same file.
 * After any other fault the database has to be opened again before it can be known to be intact.
 */
const passing: ReadonlySet<Fault> = new Set(["replaced", "logReplaced"])

export const mayPass = (fault: Fault): boolean => passing.has(fault)

/** A fault because of which nothing is read or written. */
export class DatabaseFault extends Error {
  override readonly name = "DatabaseFault"
  readonly fault: Fault

  constructor(fault: Fault, cause?: unknown) {
    const said = cause instanceof Error ? ` (${cause.message})` : ""
    super(`${faults[fault]}${said}. Nothing is read or written any more`, { cause })
    this.fault = fault
  }
}

/** SQLite's codes for content that cannot be right, and for a log that ends too soon. */
const damages = new Map([
  [11, "CORRUPT"],
  [26, "NOTADB"],
  // Extended codes of SQLITE_IOERR.
  [522, "IOERR_SHORT_READ"],
  [8202, "IOERR_DATA"],
  [8458, "IOERR_CORRUPTFS"]
])

const damageName = new RegExp(`: SQLITE_(${[...damages.values()].join("|")})`)

/** Whether a statement has found damage. Node.js says so by a number, a Durable Object by a name in its message. */
export const isDamage = (cause: unknown): boolean => {
  if (!Predicate.hasProperty(cause, "errcode") || typeof cause.errcode !== "number") {
    return cause instanceof Error && damageName.test(cause.message)
  }
  return damages.has(cause.errcode) || damages.has(cause.errcode & 0xff)
}
