/** What the console shows of all sellers together, and of a process that lasts. */
import { assert, describe, it } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import { fact, rowsOf } from "./looking.ts"
import { useScene, webhook } from "./Scene.ts"
import { liveTargets, wholeTargets } from "./targets.ts"
import { useBrowser } from "./useBrowser.ts"

const browser = useBrowser()

describe.each(wholeTargets)("the console over all sellers, of $name", (target) => {
  const { isLive } = target
  const { createWebhook, delivered, operator, publish, scene } = useScene(target, browser)

  it("finds webhooks of all sellers, and the sellers", async () => {
    const { open, page } = scene.visitor
    const name = `Shared ${randomUUID().slice(0, 8)}`
    const { id } = await createWebhook({ name })
    const other = randomUUID()
    await scene.service.fetch("/api/v1/webhooks", {
      method: "POST",
      headers: { authorization: await scene.service.token({ sellerId: other }), "content-type": "application/json" },
      body: JSON.stringify({ ...webhook, name, url: scene.receiver.url, enabled: false })
    })
    await open("/webhooks")
    await page.getByLabel("Name, URL or id").fill(name.toLowerCase())
    await page.getByLabel("Name, URL or id").press("Enter")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(2)
    const all = await operator(`/webhooks?search=${encodeURIComponent(name)}`)
    for (const [index, row] of (await rowsOf(page)).entries()) {
      assert.include(row, all.webhooks[index].sellerId)
      assert.include(row, all.webhooks[index].health.state)
    }
    await page.getByLabel("State").selectOption("disabled")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    assert.include((await rowsOf(page))[0], other)
    await page.getByLabel("State").selectOption("healthy")
    await expect.poll(async () => (await rowsOf(page)).join()).toContain(scene.sellerId)
    await page.getByRole("link", { name }).click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks/${id}`)
    await page.getByRole("link", { name: "Sellers" }).click()
    const every = page.getByRole("region", { name: "All sellers" })
    await every.getByRole("link").first().waitFor()
    const { sellers } = await operator("/sellers?limit=50")
    assert.strictEqual(await every.getByRole("link").count(), sellers.length)
    assert.isTrue(sellers.some((one: { readonly sellerId: string }) => one.sellerId === scene.sellerId))
  })

  it("shows which dispatchers are alive, and what to do where none is", async () => {
    const { open, page } = scene.visitor
    const section = page.getByRole("region", { name: "Dispatchers" })
    await open("/overview")
    const isAsTold = async () => {
      const { dispatchers } = await operator("/dispatchers")
      assert.lengthOf(dispatchers, isLive ? 1 : 0)
      const names = await section.locator("tbody tr td:first-child").allInnerTexts()
      const times = await section
        .locator("time")
        .evaluateAll((found) => found.map((time) => time.getAttribute("datetime")))
      const told = [
        dispatchers.map(({ name }: any) => name),
        dispatchers.flatMap(({ seenAt, startedAt }: any) => [startedAt, seenAt])
      ]
      return JSON.stringify([names, times]) === JSON.stringify(told)
    }
    await expect.poll(isAsTold).toBe(true)
    await page.route("**/operator/v1/dispatchers", (route) => route.fulfill({ json: { dispatchers: [] } }))
    await section.getByText("No dispatcher is alive").waitFor()
    await section.getByText("Events are accepted, and wait.", { exact: false }).waitFor()
    await page.unroute("**/operator/v1/dispatchers")
    await expect.poll(isAsTold).toBe(true)
  })

  it("shows what waits, as it goes on", async () => {
    const { open, page } = scene.visitor
    await open("/overview")
    const section = page.getByRole("region", { name: "What waits" })
    const isAsTold = async () => {
      const { backingOff, overdueFor, waiting } = await operator("/backlog")
      const shown = await section.locator("dd").allInnerTexts()
      return shown.join() === [waiting, `${Math.round(overdueFor)} seconds`, backingOff].join()
    }
    await expect.poll(isAsTold).toBe(true)
    const before = await operator("/backlog")
    scene.receiver.answer = { status: 503, body: "busy" }
    await createWebhook()
    await publish()
    await delivered(1)
    await expect
      .poll(() => operator("/backlog"))
      .toMatchObject({
        waiting: before.waiting + 1,
        backingOff: before.backingOff + 1
      })
    await expect.poll(isAsTold).toBe(true)
  })
})

describe.each(liveTargets)("the console of a process that lasts, of $name", (target) => {
  const { createWebhook, delivered, publish, scene } = useScene(target, browser)

  it("shows how the process fares, as it goes on", async () => {
    const { open, page } = scene.visitor
    await open("/overview")
    const section = page.getByRole("region", { name: "This process in the last hour" })
    await section.waitFor()
    scene.receiver.answer = { status: 503, body: "busy" }
    await createWebhook()
    await publish()
    await delivered(1)
    await section.getByRole("row", { name: /^5xx/ }).waitFor()
    await expect.poll(() => fact(page, "Requests on their way").innerText()).toBe("0")
    await section.locator(".chart canvas").first().waitFor()
  })
})
