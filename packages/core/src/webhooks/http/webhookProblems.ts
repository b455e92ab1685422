/** The errors of webhooks on the wire. Statuses are those that Seller Webhooks Service lists for the operation (Endpoints). */
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { BadRequest, Conflict, Forbidden, NotFound } from "../../http/operation/Problem.ts"

export const webhookProblems = {
  // Endpoints, listed statuses: 404 wherever an id is in the path.
  WebhookNotFound: [NotFound, "Webhook not found"],
  // Authentication, rule 2; the status is our choice.
  CategoryMissing: [Forbidden, "Token category does not match the event category"],
  // What the service does, 4; the status is our choice.
  ServiceDisabled: [Forbidden, "Service disabled"],
  // Endpoints, rule 2, and Errors, 3.
  NoSubscriptions: [Conflict, "Webhook has no subscriptions"],
  // our choice: such a test would show nothing, like one without subscriptions.
  WebhookDisabled: [Conflict, "Webhook is disabled"],
  // our choice: the document has no such limit.
  WebhookLimitReached: [BadRequest, "Webhook limit reached"],
  // our choice: an operation of the operator interface, which the document does not have.
  NoSecretKey: [Conflict, "There is no key"]
} as const

export const orProblem = orProblemOf(webhookProblems)
