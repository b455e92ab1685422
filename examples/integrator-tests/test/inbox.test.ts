/** With Vitest; notifications are handed to the inbox in this process, without a socket. */
import { Sandbox } from "@sellerkit/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Inbox } from "../inbox.ts"

const url = "https://crm.example/hooks/feedback"

describe("the inbox", () => {
  let seller: Sandbox
  let inbox: Inbox
  let webhookId: string
  let secrets: Array<string>
  beforeEach(async () => {
    seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z", seed: 1 })
    const webhook = await seller.createWebhook({ url, subscriptions: ["feedback_updated"] })
    webhookId = webhook.id
    secrets = [webhook.secret]
    inbox = new Inbox({ secrets, now: () => seller.now.getTime() })
    seller.connect(url, inbox.receive)
  })
  afterEach(() => seller.close())

  it("gets each feedback once, also after an outage of an hour", async () => {
    inbox.isUp = false
    for (let hour = 0; hour < 6; hour++) {
      await seller.publish("feedback_updated")
      await seller.advance("10 minutes")
    }
    expect(inbox.feedback).toHaveLength(0)
    inbox.isUp = true
    await seller.advance("15 minutes")
    expect(inbox.feedback).toHaveLength(6)
    expect(new Set(inbox.feedback.map(({ feedbackId }) => feedbackId)).size).toBe(6)
  })

  it("is switched off after a day without success, and gets what is held once it is switched on", async () => {
    inbox.isUp = false
    for (let hour = 0; hour < 36; hour++) {
      await seller.publish("feedback_updated")
      await seller.advance("1 hour")
    }
    expect(await seller.webhooks()).toMatchObject([{ enabled: false, status: "unreachable" }])
    inbox.isUp = true
    const { name, subscriptions } = await seller.call("GET", `/api/v1/webhooks/${webhookId}`)
    await seller.call("PUT", `/api/v1/webhooks/${webhookId}`, { body: { enabled: true, name, subscriptions } })
    await seller.advance("1 minute")
    expect(inbox.feedback.length).toBeGreaterThan(0)
    expect(await seller.webhooks()).toMatchObject([{ state: "healthy", waiting: 0 }])
  })

  it("loses nothing while its secret is replaced", async () => {
    const { secret } = await seller.call("POST", `/api/v1/webhooks/${webhookId}/secret/refresh`)
    await seller.publish("feedback_updated")
    expect(inbox.feedback).toHaveLength(0)
    secrets.push(secret)
    await seller.advance("10 seconds")
    expect(inbox.feedback).toHaveLength(1)
  })

  it("refuses what somebody else sends", async () => {
    const stranger = new Request(url, { method: "POST", body: JSON.stringify({ sellerId: "x", events: [] }) })
    const { status } = await inbox.receive(stranger)
    expect(status).toBe(401)
  })
})
