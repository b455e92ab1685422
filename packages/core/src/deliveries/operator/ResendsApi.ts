/** Operations that send events again: jobs with progress, which can be cancelled. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { DeliveryId } from "../../delivery/queue/Delivery.ts"
import { EventsPerSecond, ResendId, ResendView } from "../../delivery/resend/Resend.ts"
import { declared } from "../../http/operation/Problem.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { WebhookId } from "../../webhooks/Webhook.ts"
import { described } from "../../operator/described.ts"
import { viewerQuery } from "../../operator/viewerQuery.ts"

const Period = Schema.Struct({
  since: Timestamp,
  until: Schema.optionalKey(Timestamp),
  onlyFailed: Schema.optionalKey(Schema.Boolean),
  eventsPerSecond: Schema.optionalKey(EventsPerSecond)
}).annotate({ identifier: "ResendPeriod" })

/** The history names the user, where one is given, beside the operator. */
const query = { ...viewerQuery, userId: Schema.optionalKey(NumericId) }

const begun = ResendView.pipe(HttpApiSchema.status(202))

export class ResendsApi extends HttpApiGroup.make("resends")
  .add(
    HttpApiEndpoint.post("ofPeriod", "/sellers/:sellerId/webhooks/:id/resend", {
      params: { sellerId: SellerId, id: WebhookId },
      query,
      payload: Period,
      success: begun,
      error: [declared.BadRequest, declared.NotFound, declared.Conflict]
    }).annotateMerge(
      described(
        "Send a webhook's events again",
        "Begins a job that puts events of a period back among what waits, oldest first. Events keep their ids and idempotency keys; test events are never sent again. Answers 409 while the webhook is disabled."
      )
    ),
    HttpApiEndpoint.post("ofDelivery", "/sellers/:sellerId/deliveries/:id/resend", {
      params: { sellerId: SellerId, id: DeliveryId },
      query,
      success: begun,
      error: [declared.NotFound, declared.Conflict]
    }).annotateMerge(
      described("Send a delivery again", "Begins a job that sends the events of one delivery to its webhook again.")
    ),
    HttpApiEndpoint.get("get", "/sellers/:sellerId/resends/:id", {
      params: { sellerId: SellerId, id: ResendId },
      query: viewerQuery,
      success: ResendView,
      error: declared.NotFound
    }).annotateMerge(
      described("Progress of a resend", "How far the job is. Jobs are kept for 30 days after their end.")
    ),
    HttpApiEndpoint.post("cancel", "/sellers/:sellerId/resends/:id/cancel", {
      params: { sellerId: SellerId, id: ResendId },
      query,
      success: ResendView,
      error: declared.NotFound
    }).annotateMerge(
      described(
        "Cancel a resend",
        "Ends the job; one that has ended stays as it is. What was put back until then is sent."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Resends", description: "Sending events again." })) {}
