/** Why something failed, in the words of the server or the operating system, which know best; and what to do about it. */
import { Predicate } from "effect"
import { readOnly } from "./readOnlySessions.ts"

interface Fault {
  readonly advice: string
  /** Whether the same can succeed later. */
  readonly passes: boolean
  /** Whether no server answers. A server that is just starting does not answer at first, and then says that it is starting. */
  readonly isAway?: true
}

const wrongUser = "Check the user and the password in the database's URL"
const noRight = "Grant this user what it lacks (docs/storage-drivers.md, Rights), or let another one do it"
const starting = { advice: "The server starts or stops; try again in a moment", passes: true, isAway: true } as const
const lost = { advice: "Check that the server runs and can be reached", passes: true, isAway: true } as const

/** The state by which a server says that its disk is full. */
export const diskFull = "53100"

/** By the state that the server gives (SQLSTATE), or the code of the operating system. */
const faults: Readonly<Record<string, Fault>> = {
  "28P01": { advice: wrongUser, passes: false },
  "28000": {
    advice: `${wrongUser}, and that the server lets it in from here (pg_hba.conf), with ?sslmode=require in the URL where it wants encryption`,
    passes: false
  },
  "3D000": { advice: "Create the database, or name another in the URL", passes: false },
  "3F000": { advice: "Run sellerkit migrate", passes: false },
  "42P01": { advice: "Run sellerkit migrate", passes: false },
  "42501": { advice: noRight, passes: false },
  [readOnly]: {
    advice: "It is a replica, or set to be read only: give the address of the primary",
    passes: true
  },
  [diskFull]: { advice: "Make room on the server's disk", passes: true },
  "53200": { advice: "The server is out of memory", passes: true },
  "53300": {
    advice: "Let the server take more connections (max_connections), or start fewer processes",
    passes: true
  },
  "57P01": starting,
  "57P02": starting,
  "57P03": starting,
  ECONNREFUSED: lost,
  ECONNRESET: lost,
  ETIMEDOUT: lost,
  EHOSTUNREACH: lost,
  EAI_AGAIN: lost,
  ENOTFOUND: { advice: "Check the name of the host in the database's URL", passes: false }
}

const innermost = (cause: unknown): unknown => {
  if (!(cause instanceof Error)) return cause
  const inner = cause.cause instanceof AggregateError ? cause.cause.errors[0] : cause.cause
  return inner instanceof Error ? innermost(inner) : cause
}

/** What the server or the operating system calls the failure. */
export const stateOf = (cause: unknown): string | undefined => {
  const found = innermost(cause)
  return Predicate.hasProperty(found, "code") && typeof found.code === "string" ? found.code : undefined
}

/** The client's own words, which have no code: nothing answers, or a proxy has nobody to pass the connection on to. */
const noAnswer: ReadonlySet<string> = new Set(["Connection timed out", "Connection closed unexpectedly"])

const faultOf = (cause: unknown): Fault | undefined => {
  const state = stateOf(cause)
  if (state !== undefined) return faults[state]
  const found = innermost(cause)
  return found instanceof Error && noAnswer.has(found.message) ? lost : undefined
}

/** Whether the same can succeed later. The client knows fewer states, and cannot always tell. */
export const passes = (cause: unknown): boolean => faultOf(cause)?.passes === true

export const isAway = (cause: unknown): boolean => faultOf(cause)?.isAway === true

/** An error whose message says what failed, and what to do about it. */
export const explained = (cause: unknown): Error => {
  const found = innermost(cause)
  const message = found instanceof Error && found.message !== "" ? found.message : String(found)
  const advice = faultOf(cause)?.advice
  return new Error(advice === undefined ? message : `${message}. ${advice}`, { cause })
}
