/** Operations on when a seller's failed deliveries are tried again. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { RetryScheduleJson } from "../../delivery/policy/RetrySchedule.ts"
import { declared } from "../../http/operation/Problem.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { DurationText } from "../../time/DurationInput.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { described } from "../../operator/described.ts"

const AccountRetrySchedule = Schema.Struct({
  schedule: RetryScheduleJson,
  isOwn: Schema.Boolean,
  attempts: Count,
  lastAttemptAfter: DurationText
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
