/** Sellers of a running service, for tests of the operator interface. */
import { afterAll, assert } from "@effect/vitest"
import { type Answer, type RunningService, startService } from "./runningService.ts"

/** A URL where nothing listens: connections are refused, and events wait. */
export const webhook = {
  enabled: true,
  name: "Orders",
  url: "http://127.0.0.1:9/hook",
  subscriptions: [{ scope: "content", event: "card_changed" }]
}

export const card = (change: Record<string, unknown> = {}) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" },
  ...change
})

/** What is wrong with a request, by the places that its answer names. */
export const locations = ({ body }: Answer): ReadonlyArray<string> => body.errors.map((error: any) => error.location)

export interface Sellers {
  /** An API token with all categories. */
  token(options: Readonly<Record<string, unknown>>): Promise<string>
  /** A new seller with a webhook. */
  subscribed(
    options?: Readonly<Record<string, unknown>>
  ): Promise<{ readonly sellerId: string; readonly authorization: string; readonly webhookId: string }>
  publish(sellerId: string, ...events: ReadonlyArray<unknown>): Promise<Answer>
}

const sellersOf = (service: RunningService): Sellers => {
  const token: Sellers["token"] = async (options) => {
    const { body, status } = await service.operator("POST", "/tokens", {
      type: "base",
      categories: ["content", "analytics", "feedbacksAndQuestions"],
      ...options
    })
    assert.strictEqual(status, 200, JSON.stringify(body))
    return body.token
  }
  return {
    token,
    subscribed: async (options = {}) => {
      const sellerId = crypto.randomUUID()
      const authorization = await token({ sellerId, ...options })
      const created = await service.call("POST", "/api/v1/webhooks", webhook, { authorization })
      assert.strictEqual(created.status, 200, JSON.stringify(created.body))
      return { sellerId, authorization, webhookId: created.body.id }
    },
    publish: (sellerId, ...events) => service.operator("POST", "/events", { sellerId, events })
  }
}

/** For the tests of one file: the service, which stops when they have ended, and its sellers. */
export const serviceWithSellers = async (change: Parameters<typeof startService>[0] = {}) => {
  const service = await startService(change)
  afterAll(() => service.stop())
  return { service, sellers: sellersOf(service) }
}
