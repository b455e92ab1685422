/** Creates a webhook. */
import { WebhookName, WebhookUrl } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { checked } from "../checked.ts"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { withScheme } from "../flags/typedUrl.ts"
import { print } from "../output/Output.ts"
import { subscriptionsFor } from "./subscriptions.ts"
import { webhookView } from "./webhookView.ts"

interface Own {
  /** Where notifications go. */
  readonly receiver: string
  readonly name: Option.Option<string>
  /** Patterns of event types, with commas between them. */
  readonly events: Option.Option<string>
  readonly disabled: boolean
}

// our choice: the default name has what distinguishes webhooks best, and is as long as a name may be.
const nameFor = (url: string): string => `Webhook at ${URL.parse(url)?.host ?? url}`.slice(0, 60)

export const createWebhook = Effect.fn("webhooks create")(function* ({
  disabled,
  events,
  name,
  receiver,
  ...input
}: Own & SellerInput) {
  const access = yield* sellerAccess(input)
  const url = yield* checked(WebhookUrl, "The URL", withScheme(receiver))
  const chosen = yield* checked(
    WebhookName,
    "--name",
    Option.getOrElse(name, () => nameFor(url))
  )
  const owner = yield* access.as(null)
  const payload = {
    enabled: !disabled,
    name: chosen,
    url,
    subscriptions: yield* subscriptionsFor(access, owner, events)
  }
  const created = yield* owner((api) => api.webhooks.create({ payload }))
  yield* print(input.json, created, webhookView)
})
