/** What is done about webhooks whose URL accepts nothing: the operator is told before they are disabled, and after. */
import { DateTime, Effect, Metric } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Owner } from "../../access/Account.ts"
import { accountKey } from "../../access/accountKey.ts"
import { onBehalfOf } from "../../access/Actor.ts"
import { operationsAccount } from "../../access/operationsAccount.ts"
import { Metrics } from "../../observability/Metrics.ts"
import type { OperationalEvent } from "../../webhooks/OperationalEvent.ts"
import { OperationalEvents } from "../../webhooks/OperationalEvents.ts"
import type { WebhookId } from "../../webhooks/Webhook.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { type Batch, DeliveryQueue, type LaneHealth, type Outcome } from "../queue/DeliveryQueue.ts"
import { AutoDisableRule, isGone, isUnreachable } from "./AutoDisable.ts"

type Said = Pick<OperationalEvent, "disabledAt" | "reason" | "type">

const makeOperationalEvent = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* <S extends Said>(owner: Owner, webhookId: WebhookId, said: S) {
    const [lane] = yield* queue.lanes([{ owner, id: webhookId }])
    const { sandbox, sellerId, serviceId } = owner
    return {
      id: yield* random.uuidV7(),
      time: yield* DateTime.now,
      owner: { sellerId, sandbox, serviceId },
      webhookId,
      waiting: lane?.waiting ?? 0,
      ...said
    }
  })
})

/** Nothing is said about the webhook that operational events themselves go to. */
const isAboutSeller = (owner: Owner): boolean => accountKey(owner) !== accountKey(operationsAccount)

/** What the operator is told when an outcome shows that a lane has failed for long enough, or has recovered. */
export const makeAnnouncement = Effect.gen(function* () {
  const operationalEvent = yield* makeOperationalEvent
  const { gracePeriod } = yield* AutoDisableRule

  return Effect.fnUntraced(function* ({ lease: { owner, webhookId } }: Batch, { announced }: Outcome) {
    if (!isAboutSeller(owner)) return undefined
    if (!announced) return yield* operationalEvent(owner, webhookId, { type: "webhook_recovered" })
    const disabledAt = DateTime.addDuration(yield* DateTime.now, gracePeriod)
    return yield* operationalEvent(owner, webhookId, { type: "webhook_failing", disabledAt })
  })
})

const explanations = {
  unreachable: "Disabled a webhook whose URL accepted nothing for the grace period",
  gone: "Disabled a webhook whose receiver answered 410 Gone"
} as const
type Reason = keyof typeof explanations

/**
 * What follows from an outcome once it is written: what the operator is told is announced, and a webhook whose URL has accepted
 * nothing for too long, or is gone, is disabled.
 */
export const makeAutoDisable = Effect.gen(function* () {
  const webhooks = yield* Webhooks
  const operationalEvents = yield* OperationalEvents
  const operationalEvent = yield* makeOperationalEvent
  const rule = yield* AutoDisableRule

  const disable = Effect.fnUntraced(
    function* ({ lease: { owner, webhookId } }: Outcome, reason: Reason) {
      const event = yield* operationalEvent(owner, webhookId, { type: "webhook_disabled", reason } as const)
      yield* webhooks.disableFailing(onBehalfOf(owner, "system"), event)
      yield* operationalEvents.announce(event)
      yield* Metric.update(Metrics.webhooksDisabled(reason), 1)
      yield* Effect.logWarning(explanations[reason]).pipe(Effect.annotateLogs({ sellerId: owner.sellerId, webhookId }))
      // It may have been deleted or disabled meanwhile, which serves as well.
    },
    Effect.catchTag(["TransitionRefused", "WebhookNotFound"], () => Effect.void)
  )

  const reasonToDisable = ({ delivery }: Outcome, lane: LaneHealth): Reason | undefined => {
    if (delivery.success) return undefined
    const { responseCode: status } = delivery
    if (status !== undefined && isGone({ status })) return "gone"
    return isUnreachable(lane, rule) ? "unreachable" : undefined
  }

  const follow = Effect.fnUntraced(function* (outcome: Outcome, reason: Reason | undefined) {
    if (outcome.event !== undefined) yield* operationalEvents.announce(outcome.event)
    if (reason !== undefined) yield* disable(outcome, reason)
  })

  /** Undefined where nothing follows, as from nearly all outcomes. */
  return (outcome: Outcome, lane: LaneHealth) => {
    const reason = reasonToDisable(outcome, lane)
    return outcome.event === undefined && reason === undefined ? undefined : follow(outcome, reason)
  }
})
