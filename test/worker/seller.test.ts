/** What a host does with a Worker: it publishes from other Workers and through queues, and objects deliver by themselves. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { assertLateReaderIsAnswered, assertReadsWithBodiesAreAnswered } from "./oddCallers.ts"
import { type Receiver, startReceiver } from "./seller/receiver.ts"
import { type Sellers, startSellers } from "./seller/sellers.ts"

const card = (number: number, idempotencyKey?: string) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: number, vendorCode: `card-${number}`, updatedAt: "2026-01-15T09:30:00Z" },
  ...(idempotencyKey === undefined ? undefined : { idempotencyKey })
})

let sellersMade = 0
const newSeller = () => ({ sellerId: `01980000-0000-7000-8000-${String(++sellersMade).padStart(12, "0")}` })

const subscriptions = [{ scope: "content", event: "card_changed" }]

describe("a Worker with an object per seller", () => {
  let data: string
  let sellers: Sellers
  let receiver: Receiver
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "sellerkit-worker-"))
    receiver = await startReceiver()
    sellers = await startSellers({ data, requestsPerAlarm: 3 })
  })
  afterAll(async () => {
    await sellers.stop()
    receiver.stop()
    await rm(data, { recursive: true })
  })

  const subscribe = (seller: { readonly sellerId: string }, url = receiver.url) =>
    sellers.operator("webhooks.create", seller, { name: "Cards", url, subscriptions })

  /** What the receiver got of these events. */
  const received = (keys: ReadonlyArray<string>) => receiver.keys.filter((key) => keys.includes(key))

  const objects = () =>
    readdirSync(data, { recursive: true, encoding: "utf8" }).filter((name) => /[0-9a-f]{64}\.sqlite$/.test(name))

  it("wakes no object for a caller whom nobody knows", async () => {
    for (const authorization of ["", "Bearer a.b.c", "eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0."]) {
      const answer = await sellers.fetch("/api/v1/webhooks", { headers: { authorization } })
      assert.strictEqual(answer.status, 401)
    }
    assert.strictEqual((await sellers.fetch("/nothing")).status, 404)
    await assertRejects(sellers.operator("publish", { sellerId: "a seller" }, [card(1)]), "InputInvalid")
    assert.deepStrictEqual(objects(), [])
  })

  it("takes events from another Worker, and says what is wrong with them", async () => {
    const seller = newSeller()
    await subscribe(seller)
    const published = await sellers.operator("publish", seller, [card(1), card(2, "second")])
    assert.deepStrictEqual(
      published.map(({ deliveries }: { deliveries: number }) => deliveries),
      [1, 1]
    )
    const keys = published.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey)
    await vi.waitFor(() => assert.sameMembers(received(keys), keys))
    assert.lengthOf(objects(), 1)

    const wrong = { ...card(3), payload: { nmID: "three" } }
    const error = await assertRejects(sellers.operator("publish", seller, [card(3), wrong]), "EventsRejected")
    assert.match(error.message, /payload\.nmID/)
    assert.lengthOf(error.problems as ReadonlyArray<unknown>, 1)
    const conflict = sellers.operator("publish", seller, [{ ...card(4), idempotencyKey: "second" }])
    assert.match((await assertRejects(conflict, "IdempotencyConflict")).message, /second/)
  })

  it("keeps sellers apart, in objects of their own", async () => {
    const [one, other] = [newSeller(), newSeller()]
    const before = objects().length
    const { id } = await subscribe(one)
    assert.deepStrictEqual(await sellers.operator("webhooks.list", other), [])
    await assertRejects(sellers.operator("webhooks.get", other, id), "WebhookNotFound")
    assert.strictEqual(objects().length, before + 2)
    // Two spellings of one id are one seller.
    const found = await sellers.operator("webhooks.list", { sellerId: one.sellerId.toUpperCase() })
    assert.lengthOf(found, 1)
    assert.strictEqual(objects().length, before + 2)
  })

  it("manages webhooks for the host", async () => {
    const seller = newSeller()
    const { id, secret } = await subscribe(seller)
    assert.match(secret, /^whsec_/)
    assert.strictEqual((await sellers.operator("webhooks.get", seller, id)).name, "Cards")
    const edited = await sellers.operator("webhooks.edit", seller, id, { name: "More cards", subscriptions })
    assert.strictEqual(edited.name, "More cards")
    assert.notStrictEqual(await sellers.operator("webhooks.refreshSecret", seller, id), secret)
    assert.strictEqual(await sellers.operator("webhooks.sendTest", seller, id), 1)
    assert.strictEqual(await sellers.operator("webhooks.disableService", seller), 1)
    assert.isFalse((await sellers.operator("webhooks.get", seller, id)).enabled)
    assert.strictEqual(await sellers.operator("webhooks.enableService", seller), 1)
    await sellers.operator("webhooks.remove", seller, id)
    assert.deepStrictEqual(await sellers.operator("webhooks.list", seller), [])
    await assertRejects(sellers.operator("reencryptSecrets", seller.sellerId), "NoSecretKey")
  })

  it("shows what became of an event, and how webhooks fare", async () => {
    const seller = newSeller()
    const { id } = await subscribe(seller)
    const [event] = await sellers.operator("publish", seller, [card(1, "looked at")])
    await vi.waitFor(async () => {
      const [webhook] = await sellers.operator("health", seller)
      assert.deepStrictEqual([webhook.id, webhook.health.state, webhook.health.waiting], [id, "healthy", 0])
      assert.isString(webhook.health.lastSuccessAt)
    })
    const { deliveries, idempotencyKey, payload, webhooks } = await sellers.operator("fates", seller, event.id)
    assert.deepStrictEqual([idempotencyKey, payload], ["looked at", card(1).payload])
    assert.deepStrictEqual(webhooks, [{ webhookId: id, fate: "delivered", attempts: 1 }])
    assert.deepStrictEqual([deliveries.length, deliveries[0].success], [1, true])
    await assertRejects(sellers.operator("fates", newSeller(), event.id), "EventNotFound")
  })

  it("sends events again by its alarm, a delivery's or those of a period, until all have been", async () => {
    const seller = newSeller()
    const { id } = await subscribe(seller)
    const keys = Array.from({ length: 12 }, (_, index) => `again-${index}`)
    const events = keys.map((key, index) => card(index, key))
    const [{ id: eventId }] = await sellers.operator("publish", seller, events)
    await vi.waitFor(() => assert.sameMembers(received(keys), keys))
    const [delivery] = await vi.waitFor(async () => {
      const { deliveries } = await sellers.operator("fates", seller, eventId)
      assert.lengthOf(deliveries, 1)
      return deliveries
    })
    const finished = (resendId: string) =>
      vi.waitFor(async () => {
        const resend = await sellers.operator("resends.get", seller, resendId)
        assert.strictEqual(resend.state, "finished")
        return resend
      })

    // It takes several seconds, and so several rings.
    const period = { since: new Date(0), eventsPerSecond: 5 }
    const ofPeriod = await sellers.operator("resends.ofPeriod", seller, id, period)
    assert.deepInclude(ofPeriod, { webhookId: id, state: "running", total: 12, onlyFailed: false, eventsPerSecond: 5 })
    assert.deepInclude(await finished(ofPeriod.id), { examined: 12, resent: 12 })
    await vi.waitFor(() => assert.sameMembers(received(keys), [...keys, ...keys]))

    const ofDelivery = await sellers.operator("resends.ofDelivery", seller, delivery.id)
    await finished(ofDelivery.id)
    await vi.waitFor(() => assert.isAbove(received(keys).length, 24))

    const cancelled = await sellers.operator("resends.ofPeriod", seller, id, { ...period, eventsPerSecond: 1 })
    assert.strictEqual((await sellers.operator("resends.cancel", seller, cancelled.id)).state, "cancelled")
    await assertRejects(sellers.operator("resends.get", newSeller(), ofPeriod.id), "ResendNotFound")
  })

  it("has a seller's own retry schedule, and sends what waits when it is told to", async () => {
    const seller = newSeller()
    const { id } = await subscribe(seller)
    const usual = await sellers.operator("retries.schedule", seller)
    assert.deepInclude(usual, { firstWait: "10 seconds", isOwn: false })
    const own = await sellers.operator("retries.setSchedule", seller, { firstWait: "1 minute" })
    assert.deepStrictEqual(own, { ...usual, firstWait: "1 minute", isOwn: true })
    assert.deepStrictEqual(await sellers.operator("retries.schedule", newSeller()), usual)
    assert.deepStrictEqual(await sellers.operator("retries.removeSchedule", seller), usual)
    assert.deepInclude(await sellers.operator("retries.now", seller, id), { id, enabled: true })
    await assertRejects(sellers.operator("retries.now", newSeller(), id), "WebhookNotFound")
  })

  it("has products and money of a seller's, which the operator puts in", async () => {
    const seller = newSeller()
    await sellers.operator("products.put", seller, [
      { nm: 101, title: "A shirt", subjectId: 192, subjectName: "Shirts" }
    ])
    const credit = { account: 5000, idempotencyKey: "first" }
    assert.deepInclude(await sellers.operator("funds.credit", seller, credit), { account: 5000 })
    await sellers.operator("funds.credit", seller, credit)
    const funds = { account: 5000, balance: 0, bonus: 0, budgets: 0 }
    assert.deepStrictEqual(await sellers.operator("funds.get", seller), funds)
    assert.deepInclude(await sellers.operator("funds.get", newSeller()), { account: 0 })
    await assertRejects(
      sellers.operator("funds.credit", seller, { account: -6000, idempotencyKey: "b" }),
      "FundsExceeded"
    )
    await sellers.operator("products.remove", seller, 101)
    await assertRejects(sellers.operator("products.remove", seller, 101), "ProductNotFound")
  })

  it("refuses a token from when it was revoked", async () => {
    const seller = newSeller()
    const { token, tokenId } = await sellers.operator("issueToken", seller)
    const ask = async () => {
      const answer = await sellers.fetch("/api/v1/webhooks", { headers: { authorization: token } })
      return [answer.status, ((await answer.json()) as any).detail]
    }
    assert.deepStrictEqual(await ask(), [200, undefined])
    await sellers.operator("revokeToken", seller.sellerId, tokenId)
    assert.deepStrictEqual(await ask(), [401, "The token was revoked"])
  })

  it("answers a caller that reads nothing before it has sent all, however much that is", async () => {
    const { token } = await sellers.operator("issueToken", newSeller())
    await assertLateReaderIsAnswered(sellers.origin(), token)
  })

  it("answers reads that come with a body, or announce one", async () => {
    const { token } = await sellers.operator("issueToken", newSeller())
    await assertReadsWithBodiesAreAnswered(sellers.origin(), token)
  })

  it("publishes what a queue brings, once, and leaves what it cannot take to the dead letters", async () => {
    const [seller, other] = [newSeller(), newSeller()]
    await subscribe(seller)
    await subscribe(other)
    await sellers.enqueue(
      { ...seller, events: [card(1, "queued-1"), { ...card(2, "queued-2"), time: "2026-01-15T09:30:00+03:00" }] },
      { ...seller, events: [{ ...card(3, "queued-3"), type: "unheard_of" }] },
      // The same again, as a queue may bring it.
      { ...seller, events: [card(1, "queued-1")] },
      { ...other, events: [card(4, "queued-4")] },
      { events: [card(5, "queued-5")] },
      "no publication"
    )
    const keys = ["queued-1", "queued-2", "queued-4"]
    await vi.waitFor(() => assert.sameMembers(received(keys), keys))
    await vi.waitFor(async () => assert.lengthOf(await sellers.deadLetters(), 3))
    const dead = await sellers.deadLetters()
    assert.includeDeepMembers([...dead], ["no publication", { events: [card(5, "queued-5")] }])
    assert.deepStrictEqual(received([...keys, "queued-3", "queued-5"]).toSorted(), keys)
  })

  it("delivers 10,000 events, each once, over as many rings of its alarm as it takes", async () => {
    const seller = newSeller()
    await subscribe(seller)
    const keys = Array.from({ length: 10_000 }, (_, index) => `many-${index}`)
    const started = receiver.notifications.length
    for (let first = 0; first < keys.length; first += 1000) {
      const events = keys.slice(first, first + 1000).map((key, index) => card(first + index, key))
      await sellers.operator("publish", seller, events)
    }
    const wanted = new Set(keys)
    const arrived = () => receiver.notifications.slice(started).flatMap(({ events }) => events)
    await vi.waitFor(() => assert.isAtLeast(arrived().length, keys.length))
    assert.strictEqual(arrived().length, keys.length)
    for (const { idempotencyKey } of arrived()) assert.isTrue(wanted.delete(idempotencyKey), idempotencyKey)
    // More than one ring of an alarm makes.
    assert.isAbove(receiver.notifications.length - started, 3)
    const { token } = await sellers.operator("issueToken", seller)
    const answer = await sellers.fetch("/api/v1/deliveries?limit=1000", { headers: { authorization: token } })
    const { deliveries } = (await answer.json()) as any
    assert.strictEqual(deliveries.length, receiver.notifications.length - started)
    assert.isTrue(deliveries.every(({ success }: { success: boolean }) => success))
  })

  it("does not let a receiver that hangs keep the seller's others waiting", async () => {
    const seller = newSeller()
    const hanging = await startReceiver(() => {})
    await subscribe(seller, hanging.url)
    await sellers.operator("publish", seller, [card(1, "hangs")])
    await vi.waitFor(() => assert.deepStrictEqual(hanging.keys, ["hangs"]))
    await subscribe(seller)
    const begun = performance.now()
    await sellers.operator("publish", seller, [card(2, "goes past")])
    await vi.waitFor(() => assert.deepStrictEqual(received(["goes past"]), ["goes past"]))
    // The one that hangs is given ten seconds.
    assert.isBelow(performance.now() - begun, 8000)
    hanging.stop()
  })

  it("serves the script of the description's page as its own", async () => {
    const page = await (await sellers.fetch("/docs")).text()
    const [, path, integrity] = /<script src="([^"]+)" integrity="([^"]+)">/.exec(page) ?? []
    assert.match(path!, /^\/docs\/[\w.-]+\.js$/)
    assert.match(integrity!, /^sha384-[A-Za-z0-9+/]{64}$/)
    assert.notMatch(page, /src="https?:/)
  })
})

const assertRejects = async (
  promise: Promise<unknown>,
  name: string
): Promise<Error & { readonly problems?: unknown }> => {
  const error = await promise.then(
    () => assert.fail(`Expected ${name}`),
    (cause: Error) => cause
  )
  assert.strictEqual(error.name, name, error.message)
  return error
}
