/** What a list shows of what there is, and what is read of the published description. */
import { describe, expect, it } from "vitest"
import type { MonitoredWebhook } from "../src/app/api/http/answers.ts"
import { describedEvents } from "../src/app/api/describedEvents.ts"
import { eventKinds } from "../src/app/api/eventTypes.ts"
import { isSellerId } from "../src/app/sellers/sellers.ts"
import { selectWebhooks } from "../src/app/webhooks/list/selectWebhooks.ts"

const webhook = (id: string, name: string, state: MonitoredWebhook["health"]["state"]): MonitoredWebhook => ({
  id,
  name,
  url: `https://${id}.example/hook`,
  serviceId: null,
  subscriptions: [],
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:30:00.000Z",
  health: { state, status: state === "disabled" ? "disabled" : "enabled", failures: 0, waiting: 0 }
})

describe("webhooks", () => {
  const webhooks = [webhook("one", "Orders", "healthy"), webhook("two", "Stocks", "failing")]
  const namesOf = (wanted: Parameters<typeof selectWebhooks>[1]) => selectWebhooks(webhooks, wanted).map(({ id }) => id)

  it("are found by a part of what they are called, and by their state", () => {
    expect(namesOf({ search: "", state: undefined })).toEqual(["one", "two"])
    expect(namesOf({ search: " ORD ", state: undefined })).toEqual(["one"])
    expect(namesOf({ search: "two.example", state: undefined })).toEqual(["two"])
    expect(namesOf({ search: "o", state: "failing" })).toEqual(["two"])
  })
})

describe("sellers", () => {
  it("are known by the form of their ids", () => {
    expect(isSellerId("a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e")).toBe(true)
    for (const text of ["", "..", "a0d9e7f2", "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e/"])
      expect(isSellerId(text)).toBe(false)
  })
})

describe("types of events", () => {
  const event = {
    properties: {
      scope: { const: "content" },
      type: { const: "card_changed" },
      payload: { type: "object", examples: [{ nmID: 1 }] }
    }
  }
  const document = {
    components: { schemas: { Notification: { properties: { events: { items: { anyOf: [event, null, {}] } } } } } }
  }
  const scopes = [
    { key: "content", name: "Content", eventTypes: ["card_changed", "new"].map((key) => ({ key, name: key })) }
  ]

  it("have the schema and the example of the description where there are any", () => {
    expect(eventKinds(scopes, describedEvents(document))).toEqual([
      {
        scope: "content",
        scopeName: "Content",
        type: "card_changed",
        name: "card_changed",
        schema: { type: "object" },
        example: { nmID: 1 }
      },
      { scope: "content", scopeName: "Content", type: "new", name: "new" }
    ])
  })

  it("need no description", () => {
    for (const none of [undefined, null, 3, "x", [], {}]) expect(describedEvents(none)).toEqual([])
  })
})
