/** Writes how requests ended, and disables webhooks whose URL has accepted nothing for too long. */
import { Effect } from "effect"
import { onBehalfOf } from "../access/Actor.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { AutoDisableRule, isUnreachable } from "./AutoDisable.ts"
import { DeliveryQueue, type Outcome } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import type { Sending } from "./Sending.ts"

/** Settles everything that has ended. What cannot be written is kept for the next time. */
export const makeSettle = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const webhooks = yield* Webhooks
  const rule = yield* AutoDisableRule
  const { eventsPerWrite } = yield* DispatcherOptions

  const disable = Effect.fnUntraced(
    function* ({ lease: { owner, webhookId } }: Outcome) {
      yield* webhooks.disableUnreachable(onBehalfOf(owner, "system"), webhookId)
      yield* Effect.logWarning("Disabled a webhook whose URL accepted nothing for the grace period").pipe(
        Effect.annotateLogs({ sellerId: owner.sellerId, webhookId })
      )
      // It may have been deleted or disabled meanwhile, which serves as well.
    },
    Effect.catchTag(["TransitionRefused", "WebhookNotFound"], () => Effect.void)
  )

  const settle = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    const lanes = yield* Effect.onError(queue.settle(outcomes), () => Effect.sync(() => sending.putBack(outcomes)))
    for (const [index, lane] of lanes.entries()) {
      if (lane !== undefined && isUnreachable(lane, rule)) yield* disable(outcomes[index]!)
    }
  })

  return Effect.gen(function* () {
    for (;;) {
      const outcomes = sending.takeFinished(eventsPerWrite)
      if (outcomes.length === 0) return
      yield* settle(outcomes)
    }
    // An outcome is written once: a write must not be given up half-way and then repeated.
  }).pipe(Effect.uninterruptible)
})
