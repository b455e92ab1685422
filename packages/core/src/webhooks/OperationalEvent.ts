/**
 * What the operator is told about a webhook: that it fails and will be disabled, that it was disabled, that it works again.
 * The operator decides what to do about it; sellers see the change history.
 */
import { type DateTime, Schema } from "effect"
import type { Owner } from "../access/Account.ts"
import { operationsAccount } from "../access/operationsAccount.ts"
import type { WebhookId } from "./Webhook.ts"

export const OperationalEventType = Schema.Literals([
  /** Its requests fail; unless one succeeds, it is disabled at `disabledAt`. */
  "webhook_failing",
  /** The service disabled it. */
  "webhook_disabled",
  /** It had been announced as failing, and accepts notifications again. */
  "webhook_recovered"
])
export type OperationalEventType = typeof OperationalEventType.Type

export interface OperationalEvent {
  /** A UUID. */
  readonly id: string
  readonly type: OperationalEventType
  readonly time: DateTime.Utc
  readonly owner: Owner
  readonly webhookId: WebhookId
  /** Events that wait for it. */
  readonly waiting: number
  /** For `webhook_failing`. */
  readonly disabledAt?: DateTime.Utc
  /** For `webhook_disabled`. */
  readonly reason?: "gone" | "unreachable"
}

/** The scope of operational events; sellers cannot subscribe to it. */
export const operationsScope = "operations"

/** Where operational events are kept and delivered from. */
export const operationsOwner: Owner = { ...operationsAccount, serviceId: null }
