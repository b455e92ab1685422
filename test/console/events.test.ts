/** Events of a seller in a real browser, and what became of each. */
import { assert, describe, it } from "@effect/vitest"
import { expect } from "vitest"
import { button, fact, rowsOf, shown } from "./looking.ts"
import { useScene, webhook } from "./Scene.ts"
import { consoleTargets } from "./targets.ts"
import { useBrowser } from "./useBrowser.ts"

const browser = useBrowser()

describe.each(consoleTargets)("events in the console of $name", (target) => {
  const { createWebhook, delivered, operator, publish, recorded, scene, seller } = useScene(target, browser)

  it("finds events by type, by what became of them, and by key", async () => {
    const { open, page } = scene.visitor
    const subscriptions = [
      { scope: "content", event: "card_changed" },
      { scope: "content", event: "card_creation_error" }
    ]
    const { id } = await createWebhook({ subscriptions })
    const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }
    await scene.service.publish(scene.sellerId, [
      { type: "card_changed", scope: "content", payload, idempotencyKey: "the key" }
    ])
    await recorded(1)
    await seller("PUT", `/api/v1/webhooks/${id}`, { ...webhook, subscriptions, enabled: false })
    await publish()
    await open(`/sellers/${scene.sellerId}/events`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(2)
    assert.deepStrictEqual(
      (await rowsOf(page)).map((row) => /dropped: 1|delivered: 1/.exec(row)?.[0]),
      ["dropped: 1", "delivered: 1"]
    )
    await page.getByLabel("What became of it").selectOption("delivered")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    assert.include((await rowsOf(page))[0], "the key")
    await page.getByLabel("Type", { exact: true }).selectOption("content/card_creation_error")
    await page.getByText("No event matches").waitFor()
    await page.getByLabel("Idempotency key or id of an event").fill("no such key")
    await button(page, "Open").click()
    await page.getByText("There is no such thing, or not any more").waitFor()
    await page.getByLabel("Idempotency key or id of an event").fill(" the key ")
    await button(page, "Open").click()
    await page.getByText("the key", { exact: true }).first().waitFor()
    assert.match(page.url(), /\/events\/[\da-f-]{36}$/)
  })

  it("shows the schema of each type of event, and an example", async () => {
    const { open, page } = scene.visitor
    const document = JSON.parse(await (await scene.service.fetch("/openapi.json")).text())
    const described: ReadonlyArray<any> = document.components.schemas.Notification.properties.events.items.anyOf
    await open(`/sellers/${scene.sellerId}/event-types`)
    const cards = page.locator("ul.cards > li")
    await cards.first().waitFor()
    assert.strictEqual(await cards.count(), described.length)
    const { properties } = described.find((event) => event.properties.type.const === "card_changed")
    const card = cards.filter({ hasText: "content/card_changed" })
    for (const summary of ["Example", "Schema"]) await card.getByText(summary, { exact: true }).click()
    const { examples, ...schema } = properties.payload
    const shown = (await card.locator("pre").allInnerTexts()).map((text) => JSON.parse(text))
    assert.deepStrictEqual(shown, [examples[0], schema])
  })

  it("publishes an event, and shows what became of it", async () => {
    const { open, page } = scene.visitor
    await createWebhook()
    await open(`/sellers/${scene.sellerId}/event-types`)
    await page.getByLabel("Type", { exact: true }).selectOption("content/card_changed")
    await page.getByLabel("Payload", { exact: true }).fill("[1]")
    const send = page.getByRole("form", { name: "Publish an event" }).getByRole("button")
    await send.click()
    await page.getByText("This is not an object in JSON.").waitFor()
    const payload = '{"nmID":123456789012345,"vendorCode":"a-1","updatedAt":"2026-01-15T09:00:00.000Z"}'
    await page.getByLabel("Payload", { exact: true }).fill(payload)
    await page.getByLabel("Idempotency key").fill("once")
    await send.click()
    await page.getByText("Published, for 1 webhook").waitFor()
    await delivered(1)
    await page.getByText("delivered", { exact: true }).first().waitFor()
    const id = page.url().split("/").at(-1)!
    const { deliveries, idempotencyKey } = await operator(`/sellers/${scene.sellerId}/events/${id}`)
    assert.strictEqual(idempotencyKey, "once")
    assert.lengthOf(deliveries, 1)
    await page.getByText("123456789012345").first().waitFor()
    await page.getByText(`As it is sent: ${payload.length} bytes`).click()
    await page.getByText(payload, { exact: true }).waitFor()
    assert.include(scene.receiver.events[0], '"nmID":123456789012345')
  })

  it("shows attempts that failed, and retries what waits", async () => {
    const { open, page } = scene.visitor
    const { id: webhookId } = await createWebhook()
    scene.receiver.answer = { status: 503, body: "<b>busy</b>" }
    const event = await publish()
    await delivered(1)
    await open(`/sellers/${scene.sellerId}/events/${event.id}`)
    await page.getByText("waiting", { exact: true }).waitFor()
    await page.getByText("503").first().waitFor()
    const { deliveries } = await operator(`/sellers/${scene.sellerId}/events/${event.id}`)
    await page.getByText(deliveries[0].error).first().waitFor()
    scene.receiver.answer = { status: 200 }
    await open(`/sellers/${scene.sellerId}/webhooks/${webhookId}`)
    const { health } = await operator(`/sellers/${scene.sellerId}/webhooks/${webhookId}`)
    assert.strictEqual(await fact(page, "Waiting events").innerText(), String(health.waiting))
    const nextAttempt = fact(page, "Next attempt").locator("time")
    assert.strictEqual(await nextAttempt.getAttribute("title"), health.backingOffUntil)
    await button(page, "Retry now").click()
    await delivered(2)
    await open(`/sellers/${scene.sellerId}/events/${event.id}`)
    await page.getByText("2 attempts").waitFor()
    await page.getByText("delivered", { exact: true }).first().waitFor()
    const { webhooks } = await operator(`/sellers/${scene.sellerId}/events/${event.id}`)
    assert.deepInclude(webhooks[0], { fate: "delivered", attempts: 2 })
  })

  it("lists events and deliveries as the API does, and follows deliveries", async () => {
    const { open, page } = scene.visitor
    await createWebhook()
    // One by one: events that wait together are sent together.
    for (let event = 1; event <= 3; event++) {
      await publish()
      await delivered(event)
    }
    await open(`/sellers/${scene.sellerId}/events`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(3)
    const { events } = await seller("GET", "/api/v1/events")
    for (const [index, row] of (await rowsOf(page)).entries()) assert.include(row, events[index].id)
    await open(`/sellers/${scene.sellerId}/deliveries`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(3)
    const { deliveries } = await operator(`/sellers/${scene.sellerId}/deliveries`)
    for (const [index, row] of (await rowsOf(page)).entries()) assert.include(row, deliveries[index].id)
    // Names come with a request of their own.
    await page.getByRole("cell", { name: "Warehouse", exact: true }).nth(2).waitFor()
    await page.getByLabel("Follow").check()
    await publish()
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4)
    await page.getByLabel("Outcome").selectOption("false")
    await page.getByText("No delivery matches").waitFor()
  })

  it("sends the events of a period again, and one delivery", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await publish()
    await delivered(1)
    await publish()
    await delivered(2)
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await shown(page, "webhook")
    await page.getByLabel("Only events that were not delivered").uncheck()
    await page.getByRole("region", { name: "Send events again" }).getByRole("button", { name: "Send again" }).click()
    await page.waitForURL(/\/resends\//)
    await page.getByText("finished").waitFor()
    assert.strictEqual(await fact(page, "Sent again").innerText(), "2")
    await delivered(4)
    await open(`/sellers/${scene.sellerId}/deliveries`)
    await page
      .getByRole("button", { name: /^Send again: delivery / })
      .last()
      .click()
    await delivered(5)
  })

  it("cancels a resend, which is as slow as it was told to be", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    const events = Array.from({ length: 100 }, (_, nmID) => ({
      type: "card_changed",
      scope: "content",
      payload: { nmID, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }
    }))
    await scene.service.publish(scene.sellerId, events)
    await delivered(100)
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await shown(page, "webhook")
    const form = page.getByRole("region", { name: "Send events again" })
    await form.getByLabel("Only events that were not delivered").uncheck()
    await form.getByLabel("Events per second at most").fill("1")
    await form.getByRole("button", { name: "Send again" }).click()
    await page.waitForURL(/\/resends\//)
    await button(page, "Cancel the resend").click()
    await expect.poll(() => fact(page, "State").innerText()).toBe("cancelled")
    const told = await operator(`/sellers/${scene.sellerId}/resends/${page.url().split("/").at(-1)}`)
    assert.deepInclude(told, { state: "cancelled", eventsPerSecond: 1, onlyFailed: false })
    assert.isBelow(told.resent, 100)
    assert.strictEqual(await fact(page, "Sent again").innerText(), String(told.resent))
    assert.strictEqual(await page.getByRole("button", { name: "Cancel the resend" }).count(), 0)
  })

  it("leads from one page of events to another, and to those of a period", async () => {
    const { open, page } = scene.visitor
    await createWebhook()
    const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }
    const event = { type: "card_changed", scope: "content", payload }
    await scene.service.publish(
      scene.sellerId,
      Array.from({ length: 60 }, () => event)
    )
    await recorded(1)
    const idsOfRows = async () =>
      (await rowsOf(page)).map((row) => /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(row)?.[0])
    const told = await operator(`/sellers/${scene.sellerId}/events?limit=60`)
    const ids: ReadonlyArray<string> = told.events.map(({ id }: { readonly id: string }) => id)
    await open(`/sellers/${scene.sellerId}/events`)
    await expect.poll(idsOfRows).toEqual(ids.slice(0, 50))
    await button(page, "Older").click()
    await expect.poll(idsOfRows).toEqual(ids.slice(50))
    await page.reload()
    await expect.poll(idsOfRows).toEqual(ids.slice(50))
    await button(page, "Newer").click()
    await expect.poll(idsOfRows).toEqual(ids.slice(0, 50))

    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 19)
    for (const [list, none] of [
      ["events", "No event matches"],
      ["deliveries", "No delivery matches"],
      ["history", "Nothing was changed in this time"]
    ] as const) {
      await open(`/sellers/${scene.sellerId}/${list}`)
      await page.locator("tbody tr").first().waitFor()
      await page.getByLabel("To", { exact: true }).fill(tomorrow)
      await page.locator("tbody tr").first().waitFor()
      await page.getByLabel("From", { exact: true }).fill(tomorrow)
      await page.getByText(none).waitFor()
    }
  })

  it("copies an event as a command that sends it to its webhook", async () => {
    const { open, page } = scene.visitor
    await createWebhook()
    const { id } = await publish()
    await delivered(1)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await open(`/sellers/${scene.sellerId}/events/${id}`)
    await button(page, "Copy as curl").click()
    await page.getByText("Copied").waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    assert.include(command, `--url '${scene.receiver.url}'`)
    const [, body] = /--data-raw '(.*)'/.exec(command)!
    const notified = JSON.parse(body!)
    assert.strictEqual(notified.sellerId, scene.sellerId)
    const [first] = scene.receiver.events
    assert.strictEqual(notified.events[0].id, id)
    assert.include(first, JSON.stringify(notified.events[0].payload))
  })
})
