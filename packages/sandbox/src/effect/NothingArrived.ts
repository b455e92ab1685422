/** Why an awaited notification did not reach its receiver, as far as the service knows. */
import type { DeliveryRecord } from "@sellerkit/core"
import { Data, Duration } from "effect"
import type { Receiver } from "../receiver/Receiver.ts"
import type { WebhookView } from "./views.ts"

/** The awaited notification has not arrived in time. */
export class NothingArrived extends Data.TaggedError("NothingArrived")<{
  readonly within: Duration.Duration
  readonly reason: string
}> {
  override get message() {
    return `Nothing arrived within ${Duration.format(this.within)}: ${this.reason}`
  }
}

const whyDisabled: Readonly<Record<WebhookView["status"], string>> = {
  enabled: "",
  disabled: "by an edit",
  serviceDisabled: "because its service was disabled",
  unreachable: "because its URL accepted nothing for a day after ten failures in a row",
  gone: "because its receiver answered 410"
}

export interface Circumstances {
  readonly now: Date
  readonly receiver: Receiver
  readonly webhooks: ReadonlyArray<WebhookView>
  /** All attempts at the receiver, the oldest first. */
  readonly deliveries: ReadonlyArray<DeliveryRecord>
  /** The types of the published events, each once. */
  readonly published: ReadonlyArray<string>
}

const listed = (texts: ReadonlyArray<string>): string => texts.join(", ")

const subscribedTo = ({ subscriptions }: WebhookView): ReadonlyArray<string> =>
  subscriptions.map(({ event, scope }) => `${scope}/${event}`)

const aboutWebhooks = ({ receiver, webhooks }: Circumstances): string | undefined => {
  if (webhooks.length === 0) return `no webhook has the URL ${receiver.url}; create one, with createWebhook()`
  const [disabled] = webhooks
  return webhooks.some(({ enabled }) => enabled)
    ? undefined
    : `the webhook "${disabled!.name}" is disabled, ${whyDisabled[disabled!.status]}; enable it with an edit`
}

const aboutEvents = ({ published, webhooks }: Circumstances): string | undefined => {
  if (published.length === 0) return "nothing was published; publish something, with publish()"
  const wanted = webhooks.filter(({ enabled }) => enabled).flatMap(subscribedTo)
  return published.some((type) => wanted.includes(type))
    ? undefined
    : `its webhook is subscribed to ${wanted.length === 0 ? "nothing" : listed(wanted)}, and what was published is ${listed(published)}`
}

const aboutRule = ({ receiver }: Circumstances): string | undefined => {
  const broken = receiver.notifications.findLast(({ error }) => error !== undefined)
  return broken && `what the receiver should answer was not said, because its rule has thrown: ${String(broken.error)}`
}

const aboutWaiting = ({ deliveries, now, webhooks }: Circumstances): string | undefined => {
  const failing = webhooks.find(({ backingOffUntil, waiting }) => waiting > 0 && backingOffUntil !== undefined)
  if (failing === undefined) return undefined
  const last = deliveries.findLast(({ webhookId }) => webhookId === failing.id)
  const wait = Duration.format(Duration.millis(Math.max(0, failing.backingOffUntil!.getTime() - now.getTime())))
  return `the webhook "${failing.name}" waits after ${failing.failures} failures in a row, and is tried again in ${wait}. The last one: ${last?.error ?? "unknown"}`
}

const aboutReceived = ({ receiver }: Circumstances): string => {
  const { length } = receiver.notifications
  return length === 0
    ? "what was published has not been sent to this receiver"
    : `${length} notifications have arrived until now, and either were given before or are not what is looked for`
}

export const whyNothing = (circumstances: Circumstances): string =>
  aboutWebhooks(circumstances) ??
  aboutEvents(circumstances) ??
  aboutRule(circumstances) ??
  aboutWaiting(circumstances) ??
  aboutReceived(circumstances)
