/** A model of one owner: the data that its own token has to show, no more and no less, after what the owner did. */
import { assert } from "@effect/vitest"
import { type Caller, cardChanged, feedbackUpdated } from "../Caller.ts"
import type { Subscriptions } from "./Step.ts"

export const subscriptionsOf = {
  cards: [cardChanged],
  feedback: [feedbackUpdated],
  both: [cardChanged, feedbackUpdated],
  none: []
} as const satisfies Record<Subscriptions, ReadonlyArray<typeof cardChanged | typeof feedbackUpdated>>

interface Webhook {
  readonly enabled: boolean
  readonly name: string
  readonly subscriptions: Subscriptions
}

interface Entry {
  readonly action: string
  readonly requested?: string
  readonly worked?: string
}

const byText = (entries: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  entries.map((entry) => JSON.stringify(entry)).toSorted()

export class OwnerModel {
  readonly webhooks = new Map<string, Webhook>()
  /** Deleted webhooks too. */
  readonly everOwned = new Set<string>()
  readonly events = new Set<string>()
  readonly deliveries = new Set<string>()
  readonly entries = new Set<string>()
  private readonly done: Array<Entry> = []
  private readonly caller: Caller

  constructor(caller: Caller) {
    this.caller = caller
  }

  put(id: string, webhook: Webhook): void {
    this.webhooks.set(id, webhook)
    this.everOwned.add(id)
  }

  /** Kept in the change history: an operation that worked on a webhook, or failed and has none. */
  record(action: string, requested: string | undefined, worked: string | undefined): void {
    this.done.push({
      action,
      ...(requested === undefined ? undefined : { requested }),
      ...(worked === undefined ? undefined : { worked })
    })
  }

  isSubscribed(type: "cards" | "feedback"): boolean {
    return [...this.webhooks.values()].some(({ subscriptions }) => subscriptions === type || subscriptions === "both")
  }

  enabledFor(type: "cards" | "feedback"): number {
    return [...this.webhooks.values()].filter(
      ({ enabled, subscriptions }) => enabled && (subscriptions === type || subscriptions === "both")
    ).length
  }

  /** Compares everything that the owner sees, and notes the ids that the service made. */
  async verify(): Promise<void> {
    const { body: listed } = await this.caller.get("/api/v1/webhooks")
    assert.deepStrictEqual(
      byText(listed.webhooks.map(({ enabled, id, name, subscriptions }: any) => [id, enabled, name, subscriptions])),
      byText(
        [...this.webhooks].map(([id, { enabled, name, subscriptions }]) => [
          id,
          enabled,
          name,
          subscriptionsOf[subscriptions]
        ])
      )
    )
    const { body: seen } = await this.caller.get("/api/v1/events?limit=1000")
    assert.sameMembers(
      seen.events.map(({ id }: any) => id),
      [...this.events]
    )
    const { body: tried } = await this.caller.get("/api/v1/deliveries?limit=1000")
    for (const { id, webhookId } of tried.deliveries) {
      assert.isTrue(this.everOwned.has(webhookId))
      this.deliveries.add(id)
    }
    await this.verifyHistory()
  }

  private async verifyHistory(): Promise<void> {
    const { body } = await this.caller.get("/api/v1/history?limit=1000")
    const shown = body.history.map(({ action, request, response }: any): Entry => ({
      action,
      ...(request.webhookId === undefined ? undefined : { requested: request.webhookId }),
      ...(response.webhookId === undefined ? undefined : { worked: response.webhookId })
    }))
    assert.deepStrictEqual(byText(shown), byText(this.done))
    for (const { id } of body.history) this.entries.add(id)
  }
}
