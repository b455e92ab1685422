/** Webhooks of a seller in a real browser, and what stands beside them: what it shows is what the API says. */
import { assert, describe, it } from "@effect/vitest"
import { expect } from "vitest"
import { button, confirm, fact, rowsOf } from "./looking.ts"
import { useScene } from "./Scene.ts"
import { consoleTargets } from "./targets.ts"
import { useBrowser } from "./useBrowser.ts"

const browser = useBrowser()

describe.each(consoleTargets)("webhooks in the console of $name", (target) => {
  const { isWhole } = target
  const { createWebhook, delivered, operator, publish, scene, seller } = useScene(target, browser)

  it("opens the pages of a seller whose id is given", async () => {
    const { open, page } = scene.visitor
    await open("/")
    await page.getByLabel("Id of the seller").fill("nobody")
    await button(page, "Open").click()
    await page.getByText("An id has 32 hexadecimal digits in five groups.").waitFor()
    await page.getByLabel("Id of the seller").fill(scene.sellerId)
    await button(page, "Open").click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks`)
    await page.getByText("There are no webhooks").waitFor()
    assert.strictEqual(await page.title(), "Webhooks – Sellerkit")
    await page.getByRole("link", { name: "Sellers" }).click()
    await page.getByRole("link", { name: scene.sellerId }).click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks`)
  })

  it("leads to the pages that it has", async () => {
    const { open, page } = scene.visitor
    await open("/")
    const pages = page.getByRole("navigation", { name: "Pages", exact: true })
    await pages.waitFor()
    assert.deepStrictEqual(await pages.getByRole("link").allInnerTexts(), [
      ...(isWhole ? ["Overview", "All webhooks"] : []),
      "Sellers",
      "Tokens"
    ])
    await open("/clock")
    await page.getByRole("heading", { name: "There is no such page" }).waitFor()
  })

  it("creates a webhook, whose secret it shows once", async () => {
    const { open, page } = scene.visitor
    await open(`/sellers/${scene.sellerId}/webhooks/new`)
    await page.getByLabel("Name", { exact: true }).fill("Orders")
    await page.getByLabel("URL", { exact: true }).fill(scene.receiver.url)
    await page.getByLabel("Product card changed").check()
    await button(page, "Create webhook").click()
    const secret = await page.locator("code.secret").innerText()
    const { webhooks } = await seller("GET", "/api/v1/webhooks")
    assert.lengthOf(webhooks, 1)
    assert.deepInclude(webhooks[0], { name: "Orders", url: scene.receiver.url, enabled: true })
    assert.deepStrictEqual(webhooks[0].subscriptions, [{ scope: "content", event: "card_changed" }])
    assert.match(secret, /^whsec_/)
    await button(page, "I have kept it").click()
    await expect.poll(() => page.content()).not.toContain(secret)
  })

  it("names the fields that the service refuses, and changes nothing", async () => {
    const { open, page } = scene.visitor
    await open(`/sellers/${scene.sellerId}/webhooks/new`)
    await page.getByLabel("Name", { exact: true }).fill("n".repeat(500))
    await page.getByLabel("URL", { exact: true }).fill(scene.receiver.url)
    await page.getByLabel("Product card changed").check()
    await button(page, "Create webhook").click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    assert.deepStrictEqual((await seller("GET", "/api/v1/webhooks")).webhooks, [])
  })

  it("shows webhooks as the API does, and finds them by name and state", async () => {
    const { open, page } = scene.visitor
    await createWebhook({ name: "First" })
    const { id } = await createWebhook({ name: "Second", url: `${scene.receiver.url}/2` })
    await open(`/sellers/${scene.sellerId}/webhooks`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(2)
    await page.getByLabel("Name, URL or id").fill("econd")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    assert.include((await rowsOf(page))[0], `${scene.receiver.url}/2`)
    await page.getByLabel("State").selectOption("disabled")
    await page.getByText("No webhook matches").waitFor()
    await page.reload()
    assert.strictEqual(await page.getByLabel("Name, URL or id").inputValue(), "econd")
    await page.getByLabel("State").selectOption("")
    await page.getByRole("link", { name: "Second" }).click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks/${id}`)
    assert.strictEqual(await fact(page, "Id").innerText(), id)
  })

  it("shows the attempts of a webhook by hours", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await page.getByText("Nothing was sent in this time").waitFor()
    await publish()
    await delivered(1)
    scene.receiver.answer = { status: 500 }
    await publish()
    await delivered(2)
    await expect.poll(async () => (await operator(`/sellers/${scene.sellerId}/deliveries`)).deliveries.length).toBe(2)
    await page.reload()
    const hours = page.getByRole("region", { name: "Attempts by hours, the last 30 days" })
    await hours.locator(".chart canvas").first().waitFor()
    await hours.getByText("As a table").click()
    const shown = (await hours.locator("tbody tr").allInnerTexts()).map((row) => row.split("\t").slice(1).map(Number))
    const told = (await operator(`/sellers/${scene.sellerId}/webhooks/${id}/hours`)).hours
    assert.deepStrictEqual(
      shown,
      told.toReversed().map(({ failed, succeeded }: Record<string, number>) => [succeeded, failed])
    )
    // Otherwise the failed event comes again, while another story counts what comes.
    await seller("DELETE", `/api/v1/webhooks/${id}`)
  })

  it("edits a webhook, disables and enables it", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await page.getByRole("link", { name: "Edit" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Renamed")
    await button(page, "Save").click()
    await page.getByRole("heading", { name: "Renamed" }).waitFor()
    await button(page, "Disable").click()
    await button(page, "Enable").waitFor()
    assert.deepInclude((await seller("GET", "/api/v1/webhooks")).webhooks[0], { name: "Renamed", enabled: false })
    await button(page, "Enable").click()
    await button(page, "Disable").waitFor()
    assert.isTrue((await seller("GET", "/api/v1/webhooks")).webhooks[0].enabled)
  })

  it("asks before it saves over what was changed meanwhile, and disables no more than the webhook", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    const rename = (to: string) => seller("PUT", `/api/v1/webhooks/${id}`, { enabled: true, name: to, subscriptions })
    const stored = async () => (await seller("GET", "/api/v1/webhooks")).webhooks[0].name
    await open(`/sellers/${scene.sellerId}/webhooks/${id}/edit`)
    await page.getByLabel("Name", { exact: true }).fill("Of the page")
    await rename("Of another")
    await button(page, "Save").click()
    await confirm(page, "Cancel")
    assert.strictEqual(await stored(), "Of another")
    await button(page, "Save").click()
    await confirm(page, "Save")
    await page.getByRole("heading", { name: "Of the page" }).waitFor()
    await rename("Meanwhile")
    await button(page, "Disable").click()
    await button(page, "Enable").waitFor()
    assert.strictEqual(await stored(), "Meanwhile")
  })

  it("deletes a webhook, but asks before", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await button(page, "Delete").click()
    await confirm(page, "Cancel")
    assert.lengthOf((await seller("GET", "/api/v1/webhooks")).webhooks, 1)
    await button(page, "Delete").click()
    await confirm(page, "Delete")
    await page.getByText("There are no webhooks").waitFor()
    assert.lengthOf((await seller("GET", "/api/v1/webhooks")).webhooks, 0)
  })

  it("refreshes a secret, and checks a URL", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await button(page, "Refresh secret").click()
    await confirm(page, "Refresh secret")
    assert.match(await page.locator("code.secret").innerText(), /^whsec_/)
    await button(page, "Check URL").click()
    await page.getByText("The URL accepts notifications.").waitFor()
    scene.receiver.answer = { status: 500 }
    await button(page, "Check URL").click()
    await page.getByText("The URL does not accept notifications.").waitFor()
    await page.getByText("It answered 500.").waitFor()
  })

  it("sends a test event", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await button(page, "Send test event").click()
    await page.getByText("1 event sent for a test").waitFor()
    await delivered(1)
    assert.include(scene.receiver.events[0], '"test":true')
  })

  it("shows who changed what", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/history`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    const [row] = await rowsOf(page)
    assert.include(row, "Webhook created")
    assert.include(row, id)
  })

  it("makes tokens and revokes them", async () => {
    const { open, page } = scene.visitor
    await open("/tokens")
    const form = page.getByRole("form", { name: "Make a token" })
    await form.getByLabel("Id of the seller").fill(scene.sellerId)
    await form.getByRole("button", { name: "Make a token" }).click()
    scene.token = await page.locator("code.secret").innerText()
    assert.deepStrictEqual((await seller("GET", "/api/v1/webhooks")).webhooks, [])
    const tokenId = await fact(page, "Id of the token").innerText()
    const revoke = page.getByRole("form", { name: "Revoke a token" })
    const ofSeller = revoke.getByLabel("Id of the seller")
    // Where each seller has a place of its own, it has to be said whose it is.
    assert.strictEqual(await ofSeller.count(), isWhole ? 0 : 1)
    if (!isWhole) await ofSeller.fill(scene.sellerId)
    await revoke.getByLabel("Id of the token").fill(tokenId)
    await revoke.getByRole("button").click()
    await confirm(page, "Revoke a token")
    await page.getByText("Revoked", { exact: true }).waitFor()
    assert.strictEqual((await seller("GET", "/api/v1/webhooks")).title, "Unauthorized")
  })

  it("shows limits and the retry schedule, and gives a seller one of its own", async () => {
    const { open, page } = scene.visitor
    await open(`/sellers/${scene.sellerId}/limits`)
    const created = page.getByRole("row", { name: /POST \/api\/v1\/webhooks /u })
    await page.getByRole("cell", { name: "GET /ping" }).waitFor()
    assert.strictEqual(await created.count(), 1)
    assert.strictEqual(await fact(page, "Whose it is").innerText(), "that of everybody")
    await page.getByLabel("First wait").fill("soon")
    await button(page, "Save").click()
    await page.getByRole("alert").waitFor()
    await page.getByLabel("First wait").fill("20 seconds")
    await button(page, "Save").click()
    await expect.poll(() => fact(page, "Whose it is").innerText()).toBe("the seller's own")
    const path = `/sellers/${scene.sellerId}/retry-schedule`
    const found = await operator(path)
    assert.isTrue(found.isOwn)
    assert.strictEqual(await fact(page, "First wait").innerText(), found.schedule.firstWait)
    assert.strictEqual(await fact(page, "Attempts").innerText(), String(found.attempts))
    await button(page, "Remove the own schedule").click()
    await confirm(page, "Remove the own schedule")
    await expect.poll(() => fact(page, "Whose it is").innerText()).toBe("that of everybody")
    assert.isFalse((await operator(path)).isOwn)
  })
})
