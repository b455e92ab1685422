/** Makes the operational events that deliveries lead to. None is made about the webhook that operational events themselves go to. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Owner } from "../access/Account.ts"
import { accountKey } from "../access/accountKey.ts"
import { operationsAccount } from "../access/operationsAccount.ts"
import type { OperationalEvent } from "../webhooks/OperationalEvent.ts"
import type { WebhookId } from "../webhooks/Webhook.ts"
import { AutoDisableRule } from "./AutoDisable.ts"
import { type Batch, DeliveryQueue, type Outcome } from "./DeliveryQueue.ts"

type Said = Pick<OperationalEvent, "disabledAt" | "reason" | "type">

const isAboutSeller = (owner: Owner): boolean => accountKey(owner) !== accountKey(operationsAccount)

export const makeOperationalEvents = Effect.gen(function* () {
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

/** What the operator is told when an outcome shows that a lane has failed for long enough, or has recovered. */
export const makeAnnouncement = Effect.gen(function* () {
  const operationalEvent = yield* makeOperationalEvents
  const { gracePeriod } = yield* AutoDisableRule

  return Effect.fnUntraced(function* ({ lease: { owner, webhookId } }: Batch, { announced }: Outcome) {
    if (!isAboutSeller(owner)) return undefined
    if (!announced) return yield* operationalEvent(owner, webhookId, { type: "webhook_recovered" })
    const disabledAt = DateTime.addDuration(yield* DateTime.now, gracePeriod)
    return yield* operationalEvent(owner, webhookId, { type: "webhook_failing", disabledAt })
  })
})
