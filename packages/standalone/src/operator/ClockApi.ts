/** Operations on the time of a sandbox, which passes only when it is told to. */
import { Timestamp } from "@sellerkit/core"
import { declared, RequestValidation } from "@sellerkit/core/http"
import { described } from "@sellerkit/core/operator"
import { Duration, Option, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

/** The text as it was given is at hand where it is a duration of simulated time. */
export const durationOf = (text: string): Duration.Duration | undefined =>
  Option.getOrUndefined(Duration.fromInput(text as Duration.Input))

// our choice: a year takes seconds, and nobody waits for a thousand years by mistake.
const longest = Duration.days(366)

const isPossible = (text: string): boolean => {
  const duration = durationOf(text)
  return duration !== undefined && Duration.isLessThanOrEqualTo(duration, longest) && !Duration.isNegative(duration)
}

const DurationText = Schema.String.check(
  Schema.makeFilter(
    (text) => isPossible(text) || "Expected a duration of at most 366 days, such as 15 minutes, 2 hours or 1 day"
  )
)

const Clock = Schema.Struct({ now: Timestamp }).annotate({ identifier: "Clock" })

export class ClockApi extends HttpApiGroup.make("clock")
  .add(
    HttpApiEndpoint.get("get", "/clock", { success: Clock }).annotateMerge(
      described("Time", "What time it is in the sandbox. It passes only by `advance`.")
    ),
    HttpApiEndpoint.post("advance", "/clock/advance", {
      payload: Schema.Struct({ duration: DurationText }),
      success: Clock,
      error: declared.BadRequest
    })
      .annotateMerge(
        described(
          "Let time pass",
          "Everything that happens on the way (retries, slow answers, budgets that refill, what expires) happens in order and is finished when this is answered. Calls at the same time let it pass one after the other."
        )
      )
      // The other one has no input.
      .middleware(RequestValidation)
  )
  .annotateMerge(OpenApi.annotations({ title: "Clock", description: "The time of a sandbox." })) {}
