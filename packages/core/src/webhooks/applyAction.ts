/** What an action does to a webhook as a whole. */
import { DateTime, Duration, Result } from "effect"
import { Webhook } from "./Webhook.ts"
import { transition, type TransitionRefused, type WebhookAction } from "./WebhookState.ts"

// our choice: how long events that were pending wait for a disabled webhook to be enabled again.
const holdingPeriod = Duration.hours(24)

/** The webhook after an action; a failure where the action does not apply to its status. */
export const applyAction = (
  webhook: Webhook,
  action: WebhookAction,
  now: DateTime.Utc
): Result.Result<Webhook, TransitionRefused> =>
  Result.map(transition(webhook.status, action), (status) => {
    const { heldUntil = DateTime.addDuration(now, holdingPeriod), ...others } = webhook
    return new Webhook({ ...others, status, updatedAt: now, ...(status === "enabled" ? undefined : { heldUntil }) })
  })
