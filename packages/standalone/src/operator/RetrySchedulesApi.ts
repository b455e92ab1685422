/** Operations on when a seller's failed deliveries are tried again. */
import { DurationText, RetryScheduleJson, SellerId } from "@sellerkit/core"
import { declared, RequestValidation } from "@sellerkit/core/http"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described } from "./described.ts"

const AccountRetrySchedule = Schema.Struct({
  schedule: RetryScheduleJson,
  isOwn: Schema.Boolean.annotate({
    description: "Whether it was set for this seller; otherwise it is the one of the service's settings"
  }),
  attempts: Schema.Int.annotate({ description: "How often an event is tried before it is dropped" }),
  lastAttemptAfter: DurationText.annotate({
    description: "How long after the first attempt the last one is made, where each fails at once"
  })
}).annotate({ identifier: "AccountRetrySchedule" })

const path = "/sellers/:sellerId/retry-schedule"
const params = { sellerId: SellerId }
const query = { sandbox: Schema.optionalKey(Schema.Boolean) }

export class RetrySchedulesApi extends HttpApiGroup.make("retrySchedules")
  .add(
    HttpApiEndpoint.get("get", path, { params, query, success: AccountRetrySchedule }).annotateMerge(
      described("Retry schedule of a seller", "When failed deliveries to the seller's webhooks are tried again.")
    ),
    HttpApiEndpoint.put("set", path, {
      params,
      query,
      payload: RetryScheduleJson,
      success: AccountRetrySchedule,
      error: declared.BadRequest
    }).annotateMerge(
      described(
        "Set a seller's retry schedule",
        "Counts from the next failure on, for events that wait already as well, in place of the schedule of the settings."
      )
    ),
    HttpApiEndpoint.delete("remove", path, { params, query, success: AccountRetrySchedule }).annotateMerge(
      described("Remove a seller's retry schedule", "The schedule of the settings counts again, and is the answer.")
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(
    OpenApi.annotations({ title: "Retry schedules", description: "When failed deliveries are tried again." })
  ) {}
