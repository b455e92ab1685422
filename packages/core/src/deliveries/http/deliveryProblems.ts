/** The errors of deliveries and resends on the wire. */
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { Conflict, NotFound } from "../../http/operation/Problem.ts"
import { webhookProblems } from "../../webhooks/http/webhookProblems.ts"

export const deliveryProblems = {
  WebhookNotFound: webhookProblems.WebhookNotFound,
  // Seller Webhooks Service, Endpoints, listed statuses: 404 wherever an id is in the path.
  DeliveryNotFound: [NotFound, "Delivery not found"],
  // our choice: operations of the operator interface, which the document does not have.
  ResendNotFound: [NotFound, "Resend not found"],
  ResendToDisabled: [Conflict, "Webhook is disabled"]
} as const

export const orProblem = orProblemOf(deliveryProblems)
