/** The service as an object with promises. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Layer, ManagedRuntime, Schema } from "effect"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expectTypeOf, vi } from "vitest"
import {
  createSellerkit,
  DeliveryNotFound,
  EventNotFound,
  eventScope,
  EventsRejected,
  eventType,
  type FateRecord,
  IdempotencyConflict,
  InputInvalid,
  type LogEntry,
  NoSecretKey,
  publishedCatalog,
  ResendNotFound,
  ResendToDisabled,
  SellerkitClosed,
  type SellerkitOptions,
  TokensMadeElsewhere,
  WebhookNotFound
} from "../src/index.ts"

const sellerId = "01980000-0000-7000-8000-000000000001"
const seller = { sellerId }
const unknownId = "019845e1-682f-4b02-a706-3b2422d13aec"
const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
const cardChanged = { scope: "content", type: "card_changed", payload } as const
const subscriptions = [{ scope: "content", event: "card_changed" }] as const

/** The catalog of a shop. */
const shopCatalog = publishedCatalog.with([
  eventScope({
    key: "orders",
    name: "Orders",
    category: "marketplace",
    eventTypes: [
      eventType({
        key: "order_placed",
        name: "Order placed",
        payload: Schema.Struct({ orderId: Schema.Int, items: Schema.Array(Schema.String) }),
        example: { orderId: 1, items: ["a"] }
      })
    ]
  })
])

const open: Array<{ close(): unknown }> = []
afterEach(async () => {
  vi.useRealTimers()
  for (const each of open.splice(0)) await each.close()
})

const start = async (options?: Omit<Partial<SellerkitOptions<any>>, "catalog">) => {
  const sellerkit = await createSellerkit({
    storage: MemoryStorage.layer,
    catalog: shopCatalog,
    tokens: { secret: "a secret of at least thirty-two characters" },
    allowedNetworks: ["127.0.0.0/8"],
    log: () => {},
    ...options
  })
  open.push(sellerkit)
  return sellerkit
}

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: any
}

const startReceiver = async () => {
  const received: Array<Received> = []
  let status = 200
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body: JSON.parse(body) })
      response.writeHead(status).end()
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  open.push(server)
  const answer = (given: number): void => void (status = given)
  return { received, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** A receiver that is gone for good. */
const startGone = async () => {
  const server = createServer((_request, response) => void response.writeHead(410).end()).listen(0, "127.0.0.1")
  await once(server, "listening")
  open.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** What a promise rejects with. */
const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => assert.fail("It did not fail"),
    (error) => error
  )

describe("createSellerkit", () => {
  it("delivers what is published to the webhooks that are subscribed", async () => {
    const sellerkit = await start()
    const { received, url } = await startReceiver()
    const created = await sellerkit.webhooks.create(seller, { name: "Cards", url, subscriptions })
    const [published] = await sellerkit.publish(seller, [
      { ...cardChanged, time: new Date(0), idempotencyKey: "card-1" }
    ])
    assert.deepStrictEqual([published!.deliveries, published!.idempotencyKey], [1, "card-1"])
    await vi.waitFor(() => assert.lengthOf(received, 1))
    assert.strictEqual(received[0]!.headers.authorization, created.secret)
    assert.deepStrictEqual(received[0]!.body.events, [
      {
        ...received[0]!.body.events[0],
        idempotencyKey: "card-1",
        time: "1970-01-01T00:00:00.000Z",
        scope: "content",
        type: "card_changed",
        payload
      }
    ])
  })

  it("leaves delivering to another process where it is told to", async () => {
    const sellerkit = await start({ dispatcher: false })
    const { received, url } = await startReceiver()
    await sellerkit.webhooks.create(seller, { name: "Cards", url, subscriptions })
    await sellerkit.publish(seller, [cardChanged])
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.isEmpty(received)
  })

  it("takes the events of the host's catalog, and says all that is wrong with others", async () => {
    const sellerkit = await start()
    await sellerkit.publish(seller, [
      { scope: "orders", type: "order_placed", payload: { orderId: 7, items: [] } },
      cardChanged
    ])
    const wrong: any = { scope: "orders", type: "order_placed", payload: { orderId: "7" } }
    const rejected = await failureOf(sellerkit.publish(seller, [wrong, { ...wrong, type: "order_lost" }]))
    assert.instanceOf(rejected, EventsRejected)
    assert.deepStrictEqual(
      rejected.fields.map(({ location }: any) => location),
      ["events.0.payload.orderId", "events.0.payload.items", "events.1.type"]
    )
    await sellerkit.webhooks.create(seller, { name: "Cards", url: "http://127.0.0.1:9/", subscriptions })
    await sellerkit.publish(seller, [{ ...cardChanged, idempotencyKey: "one" }])
    const other = { ...cardChanged, payload: { ...payload, nmID: 2 }, idempotencyKey: "one" }
    assert.instanceOf(await failureOf(sellerkit.publish(seller, [other])), IdempotencyConflict)
  })

  it("knows at compile time which events there are, and what they carry", async () => {
    const sellerkit = await start()
    const { webhooks } = sellerkit
    type Published = Parameters<typeof sellerkit.publish>[1][number]
    expectTypeOf<Extract<Published, { readonly type: "order_placed" }>["payload"]>().toEqualTypeOf<{
      readonly orderId: number
      readonly items: ReadonlyArray<string>
    }>()
    expectTypeOf<Published["scope"]>().toEqualTypeOf<
      "content" | "contentanalytics" | "orders" | "promotion" | "questionsandfeedback"
    >()
    const attempts = [
      // @ts-expect-error -- there is no such type in the scope
      () => sellerkit.publish(seller, [{ scope: "orders", type: "card_changed", payload }]),
      // @ts-expect-error -- the payload is another type's
      () => sellerkit.publish(seller, [{ scope: "orders", type: "order_placed", payload }])
    ]
    for (const attempt of attempts) assert.instanceOf(await failureOf(attempt()), EventsRejected)
    const webhook = { name: "Orders", url: "http://127.0.0.1:9/" }
    const created = await webhooks.create(seller, {
      ...webhook,
      subscriptions: [{ scope: "orders", event: "order_placed" }]
    })
    const subscribe = [
      // @ts-expect-error -- there is no such event in the scope
      () => webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "orders", event: "card_changed" }] }),
      // @ts-expect-error -- misspelt
      () => webhooks.edit(seller, created.id, { name: "a", subscriptions: [{ scope: "order", event: "x" }] })
    ]
    for (const attempt of subscribe) assert.instanceOf(await failureOf(attempt()), InputInvalid)
    const usual = await createSellerkit({ storage: MemoryStorage.layer, log: () => {} })
    open.push(usual)
    expectTypeOf<Parameters<typeof usual.publish>[1][number]["scope"]>().toEqualTypeOf<
      "content" | "contentanalytics" | "promotion" | "questionsandfeedback"
    >()
  })

  it("manages webhooks of sellers and of their services", async () => {
    const { webhooks } = await start()
    const service = { sellerId: sellerId.toUpperCase(), serviceId: "reports" }
    const { secret, ...created } = await webhooks.create(service, {
      name: "Cards",
      url: "https://receiver.example/",
      enabled: false,
      subscriptions
    })
    assert.match(secret, /^whsec_/)
    assert.deepStrictEqual([created.enabled, created.status], [false, "disabled"])
    assert.instanceOf(created.createdAt, Date)
    assert.deepStrictEqual(await webhooks.list(service), [created])
    assert.deepStrictEqual(await webhooks.list(seller), [])
    // A record can be given back, with what is to be another.
    const edited = await webhooks.edit(service, created.id, { ...created, name: "All cards", enabled: true })
    assert.deepStrictEqual([edited.name, edited.enabled], ["All cards", true])
    assert.deepStrictEqual(await webhooks.get(service, created.id), edited)
    assert.strictEqual(await webhooks.sendTest(service, created.id), 1)
    assert.notStrictEqual(await webhooks.refreshSecret(service, created.id), secret)
    assert.strictEqual(await webhooks.disableService(service), 1)
    assert.strictEqual(await webhooks.enableService(service), 1)
    assert.instanceOf(await failureOf(webhooks.get(seller, created.id)), WebhookNotFound)
    await webhooks.remove(service, created.id)
    assert.instanceOf(await failureOf(webhooks.remove(service, created.id)), WebhookNotFound)
  })

  it("shows what became of an event, and how webhooks fare", async () => {
    const { fates, health, publish, webhooks } = await start()
    const { received, url } = await startReceiver()
    const reached = await webhooks.create(seller, { name: "Cards", url, subscriptions })
    const service = { sellerId, serviceId: "reports" }
    const gone = await webhooks.create(service, { name: "Cards", url: await startGone(), subscriptions })
    const time = new Date("2026-01-15T09:30:00Z")
    const [event] = await publish(seller, [{ ...cardChanged, time, idempotencyKey: "card-1" }])
    await vi.waitFor(async () => {
      assert.deepStrictEqual(
        (await health(seller)).map(({ health: { lastSuccessAt, state } }) => [state, lastSuccessAt instanceof Date]),
        [
          ["healthy", true],
          ["disabled", false]
        ]
      )
    })
    const [, disabled] = await health(seller)
    assert.deepInclude(disabled, { id: gone.id, serviceId: "reports", url: gone.url, status: "gone" })
    assert.deepInclude(disabled!.health, { state: "disabled", failures: 1, waiting: 1 })
    assert.instanceOf(disabled!.health.heldUntil, Date)

    const { deliveries, webhooks: found, ...shown } = await fates(seller, event!.id)
    const { id, idempotencyKey } = event!
    assert.deepStrictEqual(shown, {
      id,
      idempotencyKey,
      time,
      scope: "content",
      type: "card_changed",
      test: false,
      payload
    })
    expectTypeOf<(typeof found)[number]>().toEqualTypeOf<FateRecord>()
    expectTypeOf<FateRecord>().toEqualTypeOf<{
      readonly webhookId: string
      readonly fate: "delivered" | "dropped" | "held" | "pending"
      readonly attempts: number
      readonly nextAttemptAt?: Date
      readonly heldUntil?: Date
      readonly dropReason?: "attemptsSpent" | "heldTooLong" | "webhookDeleted" | "webhookDisabled"
    }>()
    const byWebhook = new Map(found.map((fate) => [fate.webhookId, fate]))
    assert.deepStrictEqual(byWebhook.get(reached.id), { webhookId: reached.id, fate: "delivered", attempts: 1 })
    assert.deepInclude(byWebhook.get(gone.id), { fate: "held", heldUntil: disabled!.health.heldUntil })
    assert.sameMembers(
      deliveries.map(({ responseCode }) => responseCode),
      [200, 410]
    )
    const { time: attempted, ...delivered } = deliveries.find(({ success }) => success)!
    assert.instanceOf(attempted, Date)
    const requestId = received[0]!.body.requestId
    assert.deepStrictEqual(delivered, { id: requestId, webhookId: reached.id, success: true, responseCode: 200 })

    assert.instanceOf(await failureOf(fates(seller, unknownId)), EventNotFound)
    assert.instanceOf(await failureOf(fates({ sellerId: unknownId }, event!.id)), EventNotFound)
    assert.deepStrictEqual(await health({ ...seller, sandbox: true }), [])
  })

  it("sends events again, tells how far that is, and ends it", async () => {
    const { fates, publish, resends, webhooks } = await start()
    const { received, url } = await startReceiver()
    const { id } = await webhooks.create(seller, { name: "Cards", url, subscriptions })
    const time = new Date("2026-01-15T09:30:00Z")
    const [event] = await publish(seller, [{ ...cardChanged, time, idempotencyKey: "card-1" }])
    await vi.waitFor(() => assert.lengthOf(received, 1))
    const { deliveries } = await vi.waitFor(async () => {
      const found = await fates(seller, event!.id)
      assert.lengthOf(found.deliveries, 1)
      return found
    })

    const asked = await resends.ofDelivery(seller, deliveries[0]!.id)
    assert.deepInclude(asked, { webhookId: id, deliveryId: deliveries[0]!.id, state: "running", total: 1, examined: 0 })
    assert.instanceOf(asked.createdAt, Date)
    await vi.waitFor(() => assert.lengthOf(received, 2))
    assert.strictEqual(received[1]!.body.events[0].idempotencyKey, "card-1")
    assert.deepInclude(await resends.get(seller, asked.id), { state: "finished", examined: 1, resent: 1 })

    // It looks at nothing else, and ends before the runner comes to it.
    const period = { since: new Date(0), until: new Date(1), onlyFailed: true, eventsPerSecond: 7 }
    const begun = await resends.ofPeriod(seller, id, period)
    assert.deepInclude(begun, { ...period, total: 0 })
    assert.strictEqual((await resends.cancel(seller, begun.id)).state, "cancelled")
    assert.strictEqual((await resends.ofPeriod(seller, id, { since: new Date(0) })).onlyFailed, false)
    await vi.waitFor(() => assert.lengthOf(received, 3))

    await webhooks.edit(seller, id, { name: "Cards", subscriptions, enabled: false })
    assert.instanceOf(await failureOf(resends.ofPeriod(seller, id, { since: time })), ResendToDisabled)
    assert.instanceOf(await failureOf(resends.ofPeriod(seller, unknownId, { since: time })), WebhookNotFound)
    assert.instanceOf(await failureOf(resends.ofDelivery(seller, unknownId)), DeliveryNotFound)
    assert.instanceOf(await failureOf(resends.get({ sellerId: unknownId }, asked.id)), ResendNotFound)
    assert.instanceOf(await failureOf(resends.cancel(seller, unknownId)), ResendNotFound)
  })

  it("has schedules of its own and of sellers, and sends now what waits for a webhook that pauses", async () => {
    const { publish, retries, webhooks } = await start({ retries: { firstWait: "10 minutes" } })
    const { answer, received, url } = await startReceiver()
    answer(503)
    const { id } = await webhooks.create(seller, { name: "Cards", url, subscriptions })
    const usual = { firstWait: "10 minutes", factor: 2, longestWait: "15 minutes", longestWaitFor: "15 minutes" }
    assert.deepStrictEqual(await retries.schedule(seller), { ...usual, isOwn: false })
    const own = { ...usual, firstWait: "5 minutes", longestWaitFor: "1 day", isOwn: true }
    assert.deepStrictEqual(await retries.setSchedule(seller, { firstWait: 300_000, longestWaitFor: "1 day" }), own)
    await publish(seller, [cardChanged])
    const { health } = await vi.waitFor(async () => {
      const found = await retries.now(seller, id)
      assert.isAtLeast(found.health.failures, 1)
      return found
    })
    assert.strictEqual(health.waiting, 1)
    answer(200)
    await vi.waitFor(async () => assert.strictEqual((await retries.now(seller, id)).health.waiting, 0))
    assert.isAbove(received.length, 1)

    assert.deepStrictEqual(await retries.schedule(seller), own)
    assert.deepStrictEqual(await retries.removeSchedule(seller), { ...usual, isOwn: false })
    const wrong = await failureOf(retries.setSchedule(seller, { longestWait: "2 days" }))
    assert.match(String(wrong), /schedule\.longestWait/)
    assert.instanceOf(await failureOf(retries.now(seller, unknownId)), WebhookNotFound)
    await webhooks.edit(seller, id, { name: "Cards", subscriptions, enabled: false })
    assert.instanceOf(await failureOf(retries.now(seller, id)), ResendToDisabled)
  })

  it("checks what it is given as the API does, and names where it is wrong", async () => {
    const { fates, health, issueToken, publish, resends, webhooks } = await start()
    const period = { since: new Date(Number.NaN), eventsPerSecond: 0 }
    const failures = await Promise.all([
      failureOf(publish({ sellerId: "7" }, [])),
      failureOf(webhooks.list({ sellerId, serviceId: "a service" })),
      failureOf(webhooks.get(seller, "7")),
      // @ts-expect-error -- there is no such subscription
      failureOf(webhooks.create(seller, { name: "a", url: "ftp://x", subscriptions: [{ scope: "a", event: "b" }] })),
      failureOf(issueToken({ sellerId: "7" })),
      failureOf(webhooks.get(undefined as any, unknownId)),
      failureOf(fates(seller, "7")),
      failureOf(health({ sellerId: "7" })),
      failureOf(resends.ofPeriod(seller, "7", { since: new Date(0) })),
      failureOf(resends.ofPeriod(seller, unknownId, period)),
      failureOf(resends.ofDelivery(seller, "7")),
      failureOf(resends.get(seller, "7"))
    ])
    for (const failure of failures) assert.instanceOf(failure, InputInvalid)
    assert.deepStrictEqual(
      failures.map(({ problems }) => problems.map(({ location }: any) => location).toSorted()),
      [
        ["seller.sellerId"],
        ["owner.serviceId"],
        ["id"],
        ["webhook.name", "webhook.subscriptions.0", "webhook.url", "webhook.url"],
        ["token.sellerId"],
        ["owner"],
        ["eventId"],
        ["seller.sellerId"],
        ["webhookId"],
        ["period.eventsPerSecond", "period.since"],
        ["deliveryId"],
        ["id"]
      ]
    )
  })

  it("answers web requests, makes tokens for them and takes tokens back", async () => {
    const { handler, issueToken, revokeToken, route } = await start()
    const ask = async (path: string, token: string) =>
      (await handler(new Request(`https://shop.example${path}`, { headers: { authorization: token } }))).status
    const { token, tokenId } = await issueToken({ sellerId, serviceId: "reports", categories: ["content"] })
    assert.strictEqual(await ask("/api/v1/webhooks", token), 200)
    assert.strictEqual(await ask("/api/v1/webhooks", (await issueToken({ sellerId, type: "personal" })).token), 403)
    assert.strictEqual(await ask("/api/v1/nothing", token), 404)
    assert.isUndefined(await route(new Request("https://shop.example/api/v1/nothing")))
    await revokeToken(tokenId)
    assert.strictEqual(await ask("/api/v1/webhooks", token), 401)
  })

  it("checks tokens that somebody else makes", async () => {
    const issuer = await start()
    const { token } = await issuer.issueToken({ sellerId })
    const sellerkit = await start({ tokens: { keySet: async () => ({ keys: [] }) } })
    assert.instanceOf(await failureOf(sellerkit.issueToken({ sellerId })), TokensMadeElsewhere)
    const request = new Request("https://shop.example/api/v1/webhooks", { headers: { authorization: token } })
    assert.strictEqual((await sellerkit.handler(request)).status, 401)
  })

  it("encrypts the secrets of webhooks with the keys that it is given", async () => {
    const key = (fill: number) => ({ id: `key-${fill}`, key: new Uint8Array(32).fill(fill) })
    const { received, url } = await startReceiver()
    const sellerkit = await start({ secretKeys: [key(2), key(1)] })
    const { secret } = await sellerkit.webhooks.create(seller, { name: "Cards", url, subscriptions })
    await sellerkit.publish(seller, [cardChanged])
    await vi.waitFor(() => assert.strictEqual(received[0]?.headers.authorization, secret))
  })

  it("encrypts all secrets with the newest key, so that older ones can be retired", async () => {
    const key = (fill: number) => ({ id: `key-${fill}`, key: new Uint8Array(32).fill(fill) })
    const kept = ManagedRuntime.make(MemoryStorage.layer)
    open.push({ close: () => kept.dispose() })
    const storage = Layer.succeedContext(await kept.context())
    const { received, url } = await startReceiver()

    const unencrypted = await start({ storage })
    assert.instanceOf(await failureOf(unencrypted.reencryptSecrets()), NoSecretKey)
    const { secret } = await unencrypted.webhooks.create(seller, { name: "Cards", url, subscriptions })
    await unencrypted.close()
    for (const secretKeys of [[key(1)], [key(2), key(1)]]) {
      const sellerkit = await start({ storage, secretKeys })
      assert.deepStrictEqual(await sellerkit.reencryptSecrets(), { examined: 1, reencrypted: 1, unreadable: [] })
      assert.deepStrictEqual(await sellerkit.reencryptSecrets(), { examined: 1, reencrypted: 0, unreadable: [] })
      await sellerkit.close()
    }
    const withoutOld = await start({ storage, secretKeys: [key(2)] })
    await withoutOld.publish(seller, [cardChanged])
    await vi.waitFor(() => assert.strictEqual(received[0]?.headers.authorization, secret))
    await withoutOld.close()

    const withAnother = await start({ storage, secretKeys: [key(3)] })
    const { examined, reencrypted, unreadable } = await withAnother.reencryptSecrets()
    assert.deepStrictEqual([examined, reencrypted], [1, 0])
    assert.deepInclude(unreadable[0], { sellerId })
    assert.match(unreadable[0]!.error, /sealed with the key key-2/)
  })

  it("tells the host's own receiver what becomes of webhooks", async () => {
    const { received, url } = await startReceiver()
    const secret = "a secret of the host's of at least thirty-two characters"
    const sellerkit = await start({ operations: { url, secret } })
    const { id } = await sellerkit.webhooks.create(seller, { name: "Cards", url: await startGone(), subscriptions })
    await sellerkit.publish(seller, [cardChanged])
    await vi.waitFor(() => assert.lengthOf(received, 1))
    const [{ body, headers }] = received as [Received]
    assert.strictEqual(headers.authorization, secret)
    assert.deepInclude(body.events[0], { scope: "operations", type: "webhook_disabled" })
    assert.deepInclude(body.events[0].payload, { sellerId, webhookId: id, reason: "gone" })
  })

  it("says in the host's log why keys could not be loaded", async () => {
    const entries: Array<LogEntry> = []
    const keySet = () => Promise.reject(new Error("getaddrinfo ENOTFOUND issuer.example"))
    const { handler } = await start({ tokens: { keySet }, log: (entry) => entries.push(entry) })
    const request = new Request("https://shop.example/api/v1/webhooks", { headers: { authorization: "a.b.c" } })
    const answer = await handler(request)
    // Not 401: callers throw away a token that they are told is no good.
    assert.strictEqual(answer.status, 503)
    assert.match((await answer.json()).detail, /token cannot be checked/)
    assert.deepStrictEqual(
      entries.map(({ level, message }) => [level, message]),
      [
        ["Error", "The token keys could not be loaded"],
        ["Warn", "A request was answered 503: tokens cannot be checked"]
      ]
    )
    assert.match(entries[0]!.cause!, /^KeySetUnavailable: getaddrinfo ENOTFOUND issuer\.example/)
  })

  it("keeps to budgets of the host's", async () => {
    const { handler, issueToken } = await start({ limits: { webhookReads: { permits: 1, window: "1 hour" } } })
    const { token } = await issueToken({ sellerId })
    const statuses = []
    for (let call = 0; call < 2; call++) {
      const request = new Request("https://shop.example/api/v1/webhooks", { headers: { authorization: token } })
      statuses.push((await handler(request)).status)
    }
    assert.deepStrictEqual(statuses, [200, 429])
    const description: any = await (await handler(new Request("https://shop.example/openapi.json"))).json()
    assert.include(JSON.stringify(description.paths["/api/v1/webhooks"].get), '"window":"1 hour"')
  })

  it("gives its log to the host", async () => {
    const entries: Array<LogEntry> = []
    const { handler } = await start({ log: (entry) => entries.push(entry) })
    const broken = () => {
      throw new Error("No sessions today")
    }
    const answer = await handler(new Request("https://shop.example/api/v1/webhooks"), { authenticate: broken })
    assert.strictEqual(answer.status, 500)
    assert.deepStrictEqual(
      entries.map(({ level, message }) => [level, message]),
      [["Error", "A request failed unexpectedly"]]
    )
    assert.strictEqual(entries[0]!.annotations["requestId"], answer.headers.get("x-request-id"))
    assert.match(entries[0]!.cause!, /No sessions today/)
  })

  it("answers where the host never says who calls", async () => {
    const entries: Array<LogEntry> = []
    const { handler } = await start({ log: (entry) => entries.push(entry) })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const asked = Promise.withResolvers<void>()
    const answering = handler(new Request("https://shop.example/api/v1/webhooks"), {
      authenticate: () => {
        asked.resolve()
        return new Promise(() => {})
      }
    })
    await asked.promise
    await vi.advanceTimersByTimeAsync(10_000)
    assert.strictEqual((await answering).status, 500)
    assert.deepStrictEqual(
      entries.map(({ level, message }) => [level, message]),
      [["Error", "A request failed unexpectedly"]]
    )
    assert.match(entries[0]!.cause!, /authenticate did not settle within 10 seconds/)
  })

  it("closes more than once without harm", async () => {
    const sellerkit = await start()
    await Promise.all([sellerkit.close(), sellerkit.close()])
    await sellerkit.close()
    assert.instanceOf(await failureOf(sellerkit.publish(seller, [cardChanged])), SellerkitClosed)
    const request = () => new Request("https://shop.example/api/v1/webhooks")
    assert.instanceOf(await failureOf(sellerkit.handler(request())), SellerkitClosed)
    assert.instanceOf(await failureOf(sellerkit.route(request())), SellerkitClosed)
  })
})
