/** Changes that arrive together share one commit: a commit waits for the disk, the changes in it cost next to nothing. */
import * as Predicate from "effect/Predicate"
import { DatabaseFault, isDamage } from "../connection/Fault.ts"
import type { CarryingHost } from "../lanes/CarriedLanes.ts"

/** A change, and who waits for its commit. */
export interface Change<A = unknown> {
  /** Decides before it writes, and may run again when another change of its commit fails. */
  readonly apply: (host: CarryingHost) => A
  /** It does not depend on what is carried. */
  readonly isApart?: boolean
  readonly committed: (result: A) => void
  readonly failed: (cause: unknown) => void
}

/** Codes for failures of the database or its disk, not of the statement. */
const passing = new Map([
  [5, "BUSY"],
  [6, "LOCKED"],
  [10, "IOERR"],
  [13, "FULL"]
])

const passingName = new RegExp(`: SQLITE_(${[...passing.values()].join("|")})\\b`)

/** Whether the failure may pass by itself. Node.js says so by a number, a Durable Object by a name in its message. */
export const isPassing = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number"
    ? passing.has(cause.errcode & 0xff)
    : cause instanceof Error && passingName.test(cause.message)

/** Whether a commit failed for none of its changes, so that none of them would succeed alone. */
const concernsAll = (cause: unknown): boolean => cause instanceof DatabaseFault || isDamage(cause) || isPassing(cause)

/** Tells who waits for a change what became of it. They may go on at once, and ask the database. */
type Answer = () => void

const commitAlone = (host: CarryingHost, { apply, committed, failed }: Change): Answer => {
  let result: unknown
  try {
    result = host.transaction(() => apply(host))
  } catch (cause) {
    return () => failed(cause)
  }
  return () => committed(result)
}

/**
 * One of them failed and undid all: each gets a commit of its own, so that only that one fails. What makes room gets one even where
 * there is none for the others.
 */
const commitEach = (host: CarryingHost, group: ReadonlyArray<Change>, cause: unknown): ReadonlyArray<Answer> => {
  const isForAll = concernsAll(cause)
  return group.map((change) =>
    isForAll && change.isApart !== true ? () => change.failed(cause) : commitAlone(host, change)
  )
}

/** Nobody goes on before all are committed: what is asked in between would be remembered as what the last one has left. */
export const commitTogether = (host: CarryingHost, group: ReadonlyArray<Change>): void => {
  let answers: ReadonlyArray<Answer>
  try {
    const results = host.transaction(() => group.map(({ apply }) => apply(host)))
    answers = group.map(
      ({ committed }, index) =>
        () =>
          committed(results[index])
    )
  } catch (cause) {
    answers = commitEach(host, group, cause)
  }
  for (const answer of answers) answer()
}
