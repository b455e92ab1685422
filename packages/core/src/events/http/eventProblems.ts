/** The errors of events on the wire. */
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { BadRequest, Conflict, NotFound } from "../../http/operation/Problem.ts"

const eventProblems = {
  // Seller Webhooks Service, Endpoints, listed statuses: 404 wherever an id is in the path.
  EventNotFound: [NotFound, "Event not found"],
  // our choice: operations of the operator interface, which the document does not have.
  IdempotencyConflict: [Conflict, "Idempotency key belongs to another event"],
  EventsRejected: [BadRequest, "None of the events was taken"]
} as const

export const orProblem = orProblemOf(eventProblems)
