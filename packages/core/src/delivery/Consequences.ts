/**
 * What follows from how requests ended, once that is written: it is counted, and webhooks whose URL has accepted nothing for too
 * long, or is gone, are disabled.
 */
import { Effect, Metric } from "effect"
import { onBehalfOf } from "../access/Actor.ts"
import { Metrics } from "../observability/Metrics.ts"
import { OperationalEvents } from "../webhooks/OperationalEvents.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { AutoDisableRule, isGone, isUnreachable } from "./AutoDisable.ts"
import type { LaneHealth, Outcome } from "./DeliveryQueue.ts"
import { makeOperationalEvents } from "./announcement.ts"
import { recordDropped } from "./recordDropped.ts"

const explanations = {
  unreachable: "Disabled a webhook whose URL accepted nothing for the grace period",
  gone: "Disabled a webhook whose receiver answered 410 Gone"
} as const

const countVerdicts = (outcomes: ReadonlyArray<Outcome>, tag: "Delivered" | "Dropped"): number =>
  outcomes.reduce((sum, { events }) => sum + events.filter(({ verdict }) => verdict._tag === tag).length, 0)

/** Counts what became of events. Outcomes that came too late changed nothing. */
const count = (outcomes: ReadonlyArray<Outcome>, lanes: ReadonlyArray<LaneHealth | undefined>) => {
  const counted = outcomes.filter((_, index) => lanes[index] !== undefined)
  return Effect.andThen(
    Metric.update(Metrics.eventsDelivered(), countVerdicts(counted, "Delivered")),
    recordDropped([{ reason: "attemptsSpent", events: countVerdicts(counted, "Dropped") }])
  )
}

export const makeConsequences = Effect.gen(function* () {
  const webhooks = yield* Webhooks
  const operationalEvents = yield* OperationalEvents
  const operationalEvent = yield* makeOperationalEvents
  const rule = yield* AutoDisableRule

  const disable = Effect.fnUntraced(
    function* ({ lease: { owner, webhookId } }: Outcome, reason: "gone" | "unreachable") {
      const event = yield* operationalEvent(owner, webhookId, { type: "webhook_disabled", reason } as const)
      yield* webhooks.disableFailing(onBehalfOf(owner, "system"), event)
      yield* operationalEvents.announce(event)
      yield* Metric.update(Metrics.webhooksDisabled(reason), 1)
      yield* Effect.logWarning(explanations[reason]).pipe(Effect.annotateLogs({ sellerId: owner.sellerId, webhookId }))
      // It may have been deleted or disabled meanwhile, which serves as well.
    },
    Effect.catchTag(["TransitionRefused", "WebhookNotFound"], () => Effect.void)
  )

  const act = Effect.fnUntraced(function* (outcome: Outcome, lane: LaneHealth) {
    if (outcome.event !== undefined) yield* operationalEvents.announce(outcome.event)
    const { responseCode: status } = outcome.delivery
    if (status !== undefined && isGone({ status })) yield* disable(outcome, "gone")
    else if (isUnreachable(lane, rule)) yield* disable(outcome, "unreachable")
  })

  return Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>, lanes: ReadonlyArray<LaneHealth | undefined>) {
    yield* count(outcomes, lanes)
    for (const [index, lane] of lanes.entries()) {
      if (lane !== undefined) yield* act(outcomes[index]!, lane)
    }
  })
})
