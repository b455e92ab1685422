/** A webhook: where an owner wants to be told about which events (Seller Webhooks Service, Webhook). */
import { DateTime, Schema } from "effect"
import { Owner } from "../access/Account.ts"
import { Category } from "../access/Category.ts"
import { Uuid } from "../access/Uuid.ts"
import { Subscription, Subscriptions } from "./Subscription.ts"
import { WebhookStatus } from "./WebhookState.ts"
import { WebhookUrl } from "./WebhookUrl.ts"

export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

/** 3 to 60 characters (Seller Webhooks Service, Limits). Control characters would garble every list it is shown in. */
export const WebhookName = Schema.String.check(
  Schema.isBetweenCodePoints(3, 60),
  Schema.makeFilter((name: string) =>
    name.isWellFormed() && !/\p{Cc}/u.test(name) ? undefined : "Expected a name without control characters"
  )
)

export class Webhook extends Schema.Class<Webhook>("@sellerkit/core/Webhook")({
  id: WebhookId,
  owner: Owner,
  name: WebhookName,
  /** Fixed for life; another URL needs another webhook. */
  url: WebhookUrl,
  subscriptions: Subscriptions,
  status: WebhookStatus,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** Until when events that were pending as it was disabled wait for it to be enabled again. */
  heldUntil: Schema.optionalKey(Schema.DateTimeUtc)
}) {
  get enabled(): boolean {
    return this.status === "enabled"
  }
}

/** Names one webhook of one owner. */
export interface WebhookKey {
  readonly owner: Owner
  readonly id: WebhookId
}

/** There is no such webhook among those of the owner; another owner's answers the same. */
export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { id: WebhookId }) {
  override get message() {
    return `There is no webhook ${this.id}`
  }
}

/** The owner has as many webhooks as it may. */
export class WebhookLimitReached extends Schema.TaggedError<WebhookLimitReached>()("WebhookLimitReached", {
  limit: Schema.Int
}) {
  override get message() {
    return `There are ${this.limit} webhooks already, which is the limit; delete one first`
  }
}

/** The token lacks the category of a subscribed event (Seller Webhooks Service, Authentication, rule 2). */
export class CategoryMissing extends Schema.TaggedError<CategoryMissing>()("CategoryMissing", {
  missing: Schema.Array(Schema.Struct({ subscription: Subscription, category: Category }))
}) {
  override get message() {
    const lines = this.missing.map(
      ({ category, subscription }) => `${subscription.scope}/${subscription.event} needs the category ${category}`
    )
    return `The token may not subscribe to these events: ${lines.join(", ")}`
  }
}

/** The seller disabled the integrated service: its webhooks cannot be enabled until the seller enables it again. */
export class ServiceDisabled extends Schema.TaggedError<ServiceDisabled>()("ServiceDisabled", {}) {
  override get message() {
    return "The seller disabled this service; its webhooks cannot be enabled"
  }
}

/** A test event needs a webhook that receives events. */
export class WebhookDisabled extends Schema.TaggedError<WebhookDisabled>()("WebhookDisabled", { id: WebhookId }) {
  override get message() {
    return `The webhook ${this.id} is disabled; enable it to receive test events`
  }
}

/** The webhook is subscribed to no events (Seller Webhooks Service, Errors, rule 3). */
export class NoSubscriptions extends Schema.TaggedError<NoSubscriptions>()("NoSubscriptions", { id: WebhookId }) {
  override get message() {
    return `The webhook ${this.id} is subscribed to no events`
  }
}

/** The six orders of a list; equal values fall back to the id, so that an order is total. */
export const WebhookOrder = Schema.Literals([
  "nameAsc",
  "nameDesc",
  "createdAtAsc",
  "createdAtDesc",
  "updatedAtAsc",
  "updatedAtDesc"
])
export type WebhookOrder = typeof WebhookOrder.Type

// our choice: the document names no default order.
export const defaultWebhookOrder: WebhookOrder = "createdAtAsc"

const compare = <A extends string | number>(left: A, right: A): number => (left < right ? -1 : left > right ? 1 : 0)

const fields = {
  name: (webhook: Webhook) => webhook.name,
  createdAt: (webhook: Webhook) => DateTime.toEpochMillis(webhook.createdAt),
  updatedAt: (webhook: Webhook) => DateTime.toEpochMillis(webhook.updatedAt)
}

export const sortWebhooks = (webhooks: ReadonlyArray<Webhook>, order: WebhookOrder): ReadonlyArray<Webhook> => {
  const descending = order.endsWith("Desc")
  const field = fields[order.replace(/(Asc|Desc)$/, "") as keyof typeof fields]
  const ascending = (left: Webhook, right: Webhook): number =>
    compare(field(left), field(right)) || compare(left.id, right.id)
  return webhooks.toSorted(descending ? (left, right) => ascending(right, left) : ascending)
}
