/** Sandboxes beside each other, the same one again, and the end of one. */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { Sandbox } from "../src/index.ts"

const startsAt = "2026-01-15T09:00:00Z"

const play = async (seller: Sandbox): Promise<void> => {
  await seller.createWebhook()
  seller.receiver.fail({ times: 1 })
  await seller.publish("card_changed", ...seller.events.many(3))
  await seller.advance("1 minute")
}

const assertRejects = (promise: Promise<unknown>, saying: string): Promise<void> =>
  promise.then(
    () => assert.fail("It did not fail"),
    (error) => assert.include(String(error), saying)
  )

describe("sandboxes", () => {
  it("are the same for the same seed, and others for others", async () => {
    const seen = await Promise.all(
      ["a", "a", "b"].map(async (seed) => {
        await using seller = await Sandbox.start({ startsAt, seed })
        await play(seller)
        const ids = seller.receiver.events.map(({ id }) => id)
        return { ids, seller: seller.sellerId, token: await seller.token(), snapshot: await seller.snapshot() }
      })
    )
    assert.deepStrictEqual(seen[0], seen[1])
    assert.notDeepEqual(seen[0]!.snapshot, seen[2]!.snapshot)
    assert.notStrictEqual(seen[0]!.seller, seen[2]!.seller)
  })

  it("show what happened without what differs between two runs", async () => {
    const shots = await Promise.all(
      ["2026-01-15T09:00:00Z", "2026-07-01T12:00:00Z"].map(async (start) => {
        await using seller = await Sandbox.start({ startsAt: start })
        await seller.createWebhook({ subscriptions: ["card_changed"], name: "Cards" })
        seller.receiver.fail({ times: 1 })
        const payload = { nmID: 1, vendorCode: "one", updatedAt: startsAt }
        await seller.publish({ type: "card_changed", payload })
        await seller.advance("1 minute")
        return seller.snapshot()
      })
    )
    assert.deepStrictEqual(shots[0], shots[1])
    assert.deepStrictEqual(shots[0], {
      time: "1m",
      webhooks: [
        {
          id: "webhook 1",
          serviceId: null,
          name: "Cards",
          url: "receiver 1",
          subscriptions: ["content/card_changed"],
          enabled: true,
          status: "enabled",
          state: "healthy",
          failures: 0,
          waiting: 0
        }
      ],
      events: [
        {
          id: "event 1",
          time: "0",
          type: "content/card_changed",
          payload: { nmID: 1, vendorCode: "one", updatedAt: startsAt },
          webhooks: [{ webhookId: "webhook 1", fate: "delivered", attempts: 2 }]
        }
      ],
      deliveries: [
        { time: "0", webhook: "webhook 1", events: ["event 1"], result: "The receiver answered 500 instead of 200" },
        { time: "10s", webhook: "webhook 1", events: ["event 1"], result: "Answered 200" }
      ],
      history: [{ time: "0", source: "api", action: "createWebhook", webhook: "webhook 1" }]
    })
  })

  it("show what services have, also when their webhooks are deleted", async () => {
    await using seller = await Sandbox.start({ startsAt, seed: 1 })
    await seller.createWebhook({ serviceId: "crm" })
    await seller.publish("card_changed")
    const token = await seller.token({ serviceId: "crm" })
    const [webhook] = await seller.webhooks()
    await seller.call("DELETE", `/api/v1/webhooks/${webhook!.id}`, { token })
    const { events, history, webhooks } = await seller.snapshot()
    assert.deepStrictEqual([webhooks.length, events.length], [0, 1])
    const change = { time: "0", source: "api", webhook: "webhook 1" }
    assert.deepStrictEqual(history, [
      { ...change, action: "createWebhook" },
      { ...change, action: "deleteWebhook" }
    ])
  })

  it("do not disturb each other", async () => {
    const together = await Promise.all(
      Array.from({ length: 5 }, async (_, hours) => {
        await using seller = await Sandbox.start({ startsAt })
        await play(seller)
        await seller.advance(`${hours} hours`)
        return [seller.now.getUTCHours() - 9, seller.receiver.events.length, (await seller.webhooks()).length]
      })
    )
    assert.deepStrictEqual(
      together,
      Array.from({ length: 5 }, (_, hours) => [hours, 4, 1])
    )
  })

  it("make up events that the service takes, of all types", async () => {
    await using seller = await Sandbox.start({ startsAt })
    await seller.createWebhook()
    await seller.publish(...seller.events.many(500))
    assert.lengthOf(seller.receiver.events, 500)
    assert.lengthOf(new Set(seller.receiver.events.map(({ type }) => type)), 4)
  })

  it("answer over HTTP as they do without a socket", async () => {
    await using seller = await Sandbox.start({ startsAt, seed: 1 })
    const authorization = await seller.token({ serviceId: "crm", categories: ["content"] })
    const body = JSON.stringify({
      enabled: true,
      name: "Карточки",
      url: seller.receiver.url,
      subscriptions: [{ scope: "content", event: "card_changed" }]
    })
    const headers = { authorization, "content-type": "application/json" }
    const created = await fetch(`${seller.baseUrl}/api/v1/webhooks`, { method: "POST", headers, body })
    assert.strictEqual(created.status, 200)
    const { id } = (await created.json()) as { readonly id: string }
    const read = async (call: typeof fetch, path: string) => {
      const response = await call(`${seller.baseUrl}${path}`, { headers })
      return { status: response.status, body: await response.json() }
    }
    const listed = await read(fetch, "/api/v1/webhooks")
    assert.deepStrictEqual(await read(seller.fetch, "/api/v1/webhooks"), listed)
    assert.deepStrictEqual([listed.body.total, listed.body.webhooks[0].name], [1, "Карточки"])
    assert.strictEqual((await read(fetch, "/api/v1/none")).status, 404)
    const removed = await fetch(`${seller.baseUrl}/api/v1/webhooks/${id}`, { method: "DELETE", headers })
    assert.deepStrictEqual([removed.status, await removed.text()], [204, ""])
  })

  it("end at once, whatever is under way", async () => {
    const seller = await Sandbox.start({ startsAt })
    await seller.createWebhook()
    seller.receiver.hang()
    await seller.publish("card_changed")
    const checking = assertRejects(
      seller.call("POST", "/api/v1/webhooks/check", { body: { url: seller.receiver.url } }),
      "The sandbox is closed"
    )
    await seller.receiver.next()
    const before = performance.now()
    await seller.close()
    // A receiver that hangs is given ten seconds.
    assert.isBelow(performance.now() - before, 8000)
    await seller.close()
    await checking
    await assertRejects(fetch(seller.baseUrl), "fetch failed")
    await assertRejects(seller.publish("card_changed"), "The sandbox is closed")
  })

  it("keep no process from ending that forgets to close them", async () => {
    const program = `
      import { Sandbox } from "${join(import.meta.dirname, "../src/index.ts")}"
      const seller = await Sandbox.start()
      await seller.createWebhook()
      seller.receiver.hang({ times: 1 })
      await seller.publish("card_changed")
      await seller.advance("1 minute")
      console.log(seller.receiver.notifications.length)`
    const child = spawn(process.execPath, ["--input-type=module", "-e", program])
    let out = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    child.stderr.on("data", (chunk) => (out += chunk))
    const code = await new Promise((resolve) => child.once("close", resolve))
    assert.deepStrictEqual([out.trim(), code], ["2", 0])
  })
})
