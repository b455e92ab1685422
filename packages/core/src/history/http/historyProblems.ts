/** The errors of the change history on the wire. */
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { NotFound } from "../../http/operation/Problem.ts"

export const orProblem = orProblemOf({
  // Seller Webhooks Service, Endpoints, listed statuses: 404 wherever an id is in the path.
  HistoryEntryNotFound: [NotFound, "History entry not found"]
})
