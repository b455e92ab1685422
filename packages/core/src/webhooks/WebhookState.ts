/**
 * Whether a webhook receives events, as a transition table (Seller Webhooks Service, States and transitions).
 *
 * The document shows one boolean. Why a webhook is disabled decides what may enable it again, so the reason is part of
 * the state; `enabled` is what callers see.
 */
import { Result, Schema } from "effect"

export const WebhookStatus = Schema.Literals([
  "enabled",
  /** By an edit with `enabled` false. */
  "disabled",
  /** The seller disabled the integrated service that owns the webhook. */
  "serviceDisabled",
  /** The service itself, because the URL accepted nothing for a long time. */
  "unreachable",
  /** The service itself, because the receiver answered 410 Gone. */
  "gone"
])
export type WebhookStatus = typeof WebhookStatus.Type

export const WebhookAction = Schema.Literals([
  "enable",
  "disable",
  "disableService",
  "enableService",
  "disableUnreachable",
  "disableGone"
])
export type WebhookAction = typeof WebhookAction.Type

/**
 * An action takes a webhook from one of `from` to `to`. Enabling a service brings back what disabling it stopped, and
 * nothing else: a webhook that its owner disabled meanwhile stays disabled.
 */
export const transitions = {
  enable: { from: ["disabled", "serviceDisabled", "unreachable", "gone"], to: "enabled" },
  disable: { from: ["enabled", "serviceDisabled", "unreachable", "gone"], to: "disabled" },
  disableService: { from: ["enabled"], to: "serviceDisabled" },
  enableService: { from: ["serviceDisabled"], to: "enabled" },
  disableUnreachable: { from: ["enabled"], to: "unreachable" },
  disableGone: { from: ["enabled"], to: "gone" }
} as const satisfies Record<WebhookAction, { readonly from: ReadonlyArray<WebhookStatus>; readonly to: WebhookStatus }>

/** The action does not apply to a webhook in this status. */
export class TransitionRefused extends Schema.TaggedError<TransitionRefused>()("TransitionRefused", {
  status: WebhookStatus,
  action: WebhookAction
}) {
  override get message() {
    return `A webhook that is ${this.status} does not take the action ${this.action}`
  }
}

export const transition = (
  status: WebhookStatus,
  action: WebhookAction
): Result.Result<WebhookStatus, TransitionRefused> => {
  const { from, to }: { readonly from: ReadonlyArray<WebhookStatus>; readonly to: WebhookStatus } = transitions[action]
  return from.includes(status) ? Result.succeed(to) : Result.fail(new TransitionRefused({ status, action }))
}
