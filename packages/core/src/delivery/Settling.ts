/** Writes how requests ended, and disables webhooks whose URL has accepted nothing for too long, or is gone. */
import { Effect, Metric } from "effect"
import { onBehalfOf } from "../access/Actor.ts"
import { Metrics } from "../observability/Metrics.ts"
import { endSpan, startSpan } from "../observability/Tracing.ts"
import { OperationalEvents } from "../webhooks/OperationalEvents.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { AutoDisableRule, isGone, isUnreachable } from "./AutoDisable.ts"
import { DeliveryQueue, type LaneHealth, type Outcome } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import { makeOperationalEvents } from "./operationalEvent.ts"
import { recordDropped } from "./recordDropped.ts"
import type { Ended } from "./EndedRequests.ts"
import type { Sending } from "./Sending.ts"

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

/** Settles everything that has ended, and lets lanes that are still leased go on. What cannot be written is kept for the next time. */
export const makeSettle = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const webhooks = yield* Webhooks
  const operationalEvents = yield* OperationalEvents
  const operationalEvent = yield* makeOperationalEvents
  const rule = yield* AutoDisableRule
  const { eventsPerWrite } = yield* DispatcherOptions

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

  /** What follows from an outcome once it is written. */
  const act = Effect.fnUntraced(function* (outcome: Outcome, lane: LaneHealth) {
    if (outcome.event !== undefined) yield* operationalEvents.announce(outcome.event)
    const { responseCode: status } = outcome.delivery
    if (status !== undefined && isGone({ status })) yield* disable(outcome, "gone")
    else if (isUnreachable(lane, rule)) yield* disable(outcome, "unreachable")
  })

  const settle = Effect.fnUntraced(function* (ended: ReadonlyArray<Ended>) {
    const outcomes = ended.map(({ outcome }) => outcome)
    const span = yield* startSpan("DeliveryQueue.settle", () => ({
      attributes: { "sellerkit.deliveries": outcomes.length }
    }))
    const lanes = yield* Effect.onError(queue.settle(outcomes), () =>
      Effect.sync(() => sending.endedRequests.putBack(ended))
    )
    if (span !== undefined) yield* endSpan(span)
    yield* sending.goOn(ended, lanes)
    yield* count(outcomes, lanes)
    for (const [index, lane] of lanes.entries()) {
      if (lane !== undefined) yield* act(outcomes[index]!, lane)
    }
  })

  return Effect.gen(function* () {
    for (;;) {
      const ended = sending.endedRequests.take(eventsPerWrite)
      if (ended.length === 0) break
      yield* settle(ended)
    }
    const unused = sending.takeUnused()
    if (unused.length > 0) yield* queue.release(unused)
    // An outcome is written once: a write must not be given up half-way and then repeated.
  }).pipe(Effect.uninterruptible)
})
