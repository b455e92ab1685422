/** Why an operation on a webhook is refused. */
import { Schema } from "effect"
import { Category } from "../access/Category.ts"
import { Subscription } from "./Subscription.ts"
import { WebhookId } from "./Webhook.ts"

/** The owner has no such webhook. The error is the same for a webhook of another owner. */
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
