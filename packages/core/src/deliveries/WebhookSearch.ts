/** The webhooks of all sellers, as the operator looks for those that need help. */
import { Context, Effect, Layer } from "effect"
import type { WebhookHealth } from "../delivery/queue/WebhookHealth.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { Webhook, WebhookId } from "../webhooks/Webhook.ts"
import { WebhookStore } from "../webhooks/WebhookStore.ts"
import { DeliveryQueue } from "../delivery/queue/DeliveryQueue.ts"
import { type MonitoredWebhook, monitoredEach } from "./MonitoredWebhook.ts"

export interface WebhookSelection {
  /** A part of the name or of the URL, or of the id of the webhook, its seller or its service. Small and capital letters are one. */
  readonly text: string | undefined
  readonly state: WebhookHealth["state"] | undefined
}

export interface WebhookPage {
  readonly webhooks: ReadonlyArray<MonitoredWebhook>
  /** After which the next page begins; undefined: there are no more. */
  readonly next: WebhookId | undefined
}

// our choice: no answer takes longer than looking at so many webhooks.
const mostSeen = 5000

// our choice: how many are read at once where not every webhook is wanted.
const readAtOnce = 500

const holds = (text: string | undefined) => {
  const wanted = text?.toLowerCase()
  return ({ id, name, owner: { sellerId, serviceId }, url }: Webhook): boolean =>
    wanted === undefined ||
    [name, url, id, sellerId, serviceId ?? ""].some((value) => value.toLowerCase().includes(wanted))
}

/** Whether it may be in that state, as far as that can be known without its lane. */
const mayBe =
  (state: WebhookHealth["state"] | undefined) =>
  ({ enabled }: Webhook): boolean =>
    state === undefined || enabled === (state !== "disabled")

export class WebhookSearch extends Context.Service<
  WebhookSearch,
  {
    /**
     * Webhooks of all accounts that are selected, in the order of their ids: those after `after`, at most `limit`. A page may have
     * fewer, or none, and still lead on: looking through many webhooks takes several pages.
     */
    page(
      selection: WebhookSelection,
      after: WebhookId | undefined,
      limit: number
    ): Effect.Effect<WebhookPage, StorageError>
  }
>()("@sellerkit/core/deliveries/WebhookSearch") {
  static readonly layer: Layer.Layer<WebhookSearch, never, DeliveryQueue | WebhookStore> = Layer.effect(
    WebhookSearch,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const queue = yield* DeliveryQueue

      const select = Effect.fnUntraced(function* ({ state, text }: WebhookSelection, read: ReadonlyArray<Webhook>) {
        const possible = read.filter(holds(text)).filter(mayBe(state))
        const lanes = yield* queue.lanes(possible)
        return monitoredEach(possible, lanes).filter(({ health }) => state === undefined || health.state === state)
      })

      return WebhookSearch.of({
        page: Effect.fn("WebhookSearch.page")(function* (selection, after, limit) {
          const found: Array<MonitoredWebhook> = []
          let reached = after
          for (let seen = 0; seen < mostSeen; seen += readAtOnce) {
            const read = yield* store.everywhere(reached, readAtOnce)
            found.push(...(yield* select(selection, read)))
            if (found.length > limit) return { webhooks: found.slice(0, limit), next: found[limit - 1]!.webhook.id }
            if (read.length < readAtOnce) return { webhooks: found, next: undefined }
            reached = read.at(-1)!.id
          }
          return { webhooks: found, next: reached }
        })
      })
    })
  )
}
