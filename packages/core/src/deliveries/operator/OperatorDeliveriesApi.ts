/** Operations on deliveries: the attempts to reach any of a seller's webhooks, and what waits for one. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { DeliveryView } from "../http/DeliveriesApi.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { timePageQuery } from "../../pagination/TimePage.ts"
import { WebhookId } from "../../webhooks/Webhook.ts"
import { described } from "../../operator/described.ts"
import { viewerQuery } from "../../operator/viewerQuery.ts"
import { Count } from "../../validation/WholeNumber.ts"

// our choice: as many seconds as fit into 32 bits, which are 68 years.
const Seconds = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }))

const BacklogView = Schema.Struct({
  waiting: Count,
  overdueFor: Seconds,
  backingOff: Count
}).annotate({ identifier: "Backlog" })

export class OperatorDeliveriesApi extends HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/sellers/:sellerId/deliveries", {
      params: { sellerId: SellerId },
      query: {
        ...timePageQuery,
        webhookId: Schema.optionalKey(WebhookId),
        success: Schema.optionalKey(Schema.Boolean),
        ...viewerQuery
      },
      success: Schema.Struct({ deliveries: Schema.Array(DeliveryView), next: Schema.String, prev: Schema.String })
    }).annotateMerge(
      described(
        "Deliveries of a seller",
        "Attempts to deliver to the webhooks of the seller and its services, newest first; success=false gives those that failed. prev leads to newer ones."
      )
    )
  )
  .middleware(RequestValidation)
  // It has no input that could be wrong.
  .add(
    HttpApiEndpoint.get("backlog", "/backlog", { success: BacklogView }).annotateMerge(
      described(
        "What waits",
        "Of all sellers together: events that wait for their delivery (waiting), for how many seconds the oldest that is due has been (overdueFor), and webhooks with such events that pause after a failure (backingOff). Counting takes the longer the more there is: for a hundred times as long the same answer is given."
      )
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Deliveries", description: "Every attempt to deliver." })) {}
