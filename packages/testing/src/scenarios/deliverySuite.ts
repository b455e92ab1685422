/** How delivery behaves, whatever stores and whatever sends: every rule of delivery as a scenario with real receivers. */
import { assert, describe, it } from "@effect/vitest"
import {
  Deliveries,
  type Delivery,
  DeliveryQueue,
  type EventInput,
  Events,
  History,
  onBehalfOf,
  PayloadText,
  UrlCheck,
  type WebhookId,
  Webhooks
} from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { Clock, DateTime, Duration, Effect, Logger, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type AddressInfo, createServer } from "node:net"
import { Webhook as Verifier } from "standardwebhooks"
import type { StorageTarget } from "../conformance/Ports.ts"
import { account, actor, cardChanged, feedbackUpdated, owner } from "../fixtures.ts"
import { selfSigned } from "./certificate.ts"
import { makeReceiver, type Received, type Receiver } from "./Receiver.ts"
import { restingLayer, type TransportTarget, World, worldLayer, type WorldServices } from "./World.ts"

const seconds = ({ at }: Received): number => at / 1000
const numberOf = (event: { readonly payload: unknown }): number => (event.payload as { readonly nmID: number }).nmID
const numbersIn = ({ body }: Received): ReadonlyArray<number> => body.events.map(numberOf)
const allNumbers = ({ received }: Receiver): ReadonlyArray<number> => received.flatMap(numbersIn)

const card = (number: number, change: Partial<EventInput> = {}): EventInput => ({
  ...cardChanged,
  type: cardChanged.event,
  payload: { nmID: number, vendorCode: `card-${number}`, updatedAt: "2026-01-15T09:30:00Z" },
  ...change
})

const publish = Effect.fnUntraced(function* (...numbers: ReadonlyArray<number>) {
  return yield* (yield* Events).publish(
    account(),
    numbers.map((number) => card(number))
  )
})

interface Target {
  readonly url: string
}

const createWebhook = Effect.fnUntraced(function* ({ url }: Target, of = owner()) {
  const { secret, webhook } = yield* (yield* Webhooks).create(actor(of), {
    enabled: true,
    name: "Scenario",
    url,
    subscriptions: [cardChanged]
  })
  return { id: webhook.id, secret: Redacted.value(secret) }
})

const edit = Effect.fnUntraced(function* (id: WebhookId, enabled: boolean) {
  return yield* (yield* Webhooks).edit(actor(), id, { enabled, name: "Scenario", subscriptions: [cardChanged] })
})

const allDeliveries = Effect.fnUntraced(function* () {
  const page = yield* (yield* Deliveries).page(owner(), {}, { limit: 1000, direction: "older" })
  return page.items.toReversed()
})

const deliveriesOf = Effect.fnUntraced(function* (webhookId: WebhookId, of = owner()) {
  const page = yield* (yield* Deliveries).page(of, { webhookId }, { limit: 1000, direction: "older" })
  return page.items as ReadonlyArray<Delivery>
})

const historyActions = Effect.fnUntraced(function* () {
  const page = yield* (yield* History).page(owner(), { limit: 100, direction: "older" })
  return page.items.map(({ action, source }) => `${source} ${action}`).toReversed()
})

const fateOf = Effect.fnUntraced(function* (id: string) {
  const fates = yield* (yield* DeliveryQueue).fates(account(), id as never)
  return Option.getOrThrow(fates).webhooks[0]!
})

/** A port that nothing listens on. */
const closedPort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

const settled = Effect.flatMap(World, (world) => world.settled)
const advance = (duration: Duration.Input) => Effect.flatMap(World, (world) => world.advance(duration))
const newReceiver = Effect.flatMap(World, (world) => world.receiver())

/** Failures are what these scenarios are about: they need no log. */
const quietLogger = Logger.layer([])

/** The attempts of an event that is sent at once and fails each time, in seconds. */
const attemptTimes = [0, 10, 30, 70, 150, 310, 630, 1270, 2170]

export const deliverySuite = (storage: StorageTarget, transport: TransportTarget): void => {
  describe(`Delivery: ${storage.name}, ${transport.name}`, () => {
    const scenario = (title: string, body: Effect.Effect<void, unknown, WorldServices>) =>
      it.effect(title, () =>
        Effect.provide(body, worldLayer(storage, transport)).pipe(Effect.provide(quietLogger), Effect.scoped)
      )

    scenario(
      "delivers at once, as the document shows a notification",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        const { id, secret } = yield* createWebhook(receiver)
        yield* TestClock.adjust("1 hour")
        const text =
          '{ "nmID": 1, "vendorCode": "ü", "updatedAt": "2026-01-15T09:30:00Z", "x": [1.50, 12345678901234567890] }'
        const [published] = yield* (yield* Events).publish(account(), [
          card(1, { payload: new PayloadText(text), time: DateTime.makeUnsafe("2026-01-15T09:30:00.125Z") })
        ])
        yield* settled
        const [received, ...more] = receiver.received
        assert.strictEqual(more.length, 0)
        const [delivery] = yield* allDeliveries()
        const event =
          `{"id":"${published!.id}","idempotencyKey":"${published!.id}","time":"2026-01-15T09:30:00.125Z",` +
          `"type":"card_changed","scope":"content","test":false,"payload":${text}}`
        assert.strictEqual(
          received!.raw,
          `{"sellerId":"${account().sellerId}","requestId":"${delivery!.id}","events":[${event}]}`
        )
        assert.strictEqual(received!.headers["authorization"], secret)
        assert.strictEqual(received!.headers["content-type"], "application/json")
        assert.deepStrictEqual(delivery, {
          id: delivery!.id,
          time: DateTime.makeUnsafe(3_600_000),
          webhookId: id,
          success: true,
          responseCode: 200
        })
        assert.strictEqual((yield* fateOf(published!.id)).fate, "delivered")
      })
    )

    scenario(
      "signs notifications so that a Standard Webhooks library verifies them",
      Effect.gen(function* () {
        // The library compares with the real time.
        yield* TestClock.setTime(yield* TestClock.withLive(Clock.currentTimeMillis))
        const receiver = yield* newReceiver
        const { secret } = yield* createWebhook(receiver)
        yield* publish(1)
        yield* settled
        const { headers, raw } = receiver.received[0]!
        const verifier = new Verifier(secret)
        assert.deepStrictEqual(verifier.verify(raw, { ...headers }), JSON.parse(raw))
        assert.throws(() => verifier.verify(raw.replace("card-1", "card-2"), { ...headers }))
      })
    )

    scenario(
      "sends events that happen at the same time in one request",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        yield* createWebhook(receiver)
        yield* publish(1, 2, 3)
        yield* settled
        assert.deepStrictEqual(receiver.received.map(numbersIn), [[1, 2, 3]])
      })
    )

    scenario(
      "keeps one request per webhook in flight, and sends what gathered meanwhile together",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 200, after: "5 seconds" })
        yield* createWebhook(receiver)
        yield* publish(1)
        yield* settled
        yield* publish(2)
        yield* publish(3)
        yield* advance("4 seconds")
        assert.deepStrictEqual(receiver.received.map(numbersIn), [[1]])
        yield* advance("10 seconds")
        assert.deepStrictEqual(receiver.received.map(numbersIn), [[1], [2, 3]])
        assert.deepStrictEqual(receiver.received.map(seconds), [0, 5])
      })
    )

    scenario(
      "accepts an answer after 10 s, and none after 10.001 s",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        const slow = (after: Duration.Input) => receiver.answer({ status: 200, after })
        slow("10 seconds")
        yield* createWebhook(receiver)
        yield* publish(1)
        yield* advance("11 seconds")
        slow(10_001)
        yield* publish(2)
        yield* advance("11 seconds")
        const [inTime, late] = yield* allDeliveries()
        assert.deepStrictEqual([inTime!.success, inTime!.responseCode], [true, 200])
        assert.deepStrictEqual(
          [late!.success, late!.responseCode, late!.error],
          [false, undefined, "No answer within 10 seconds"]
        )
      })
    )

    for (const status of [201, 202, 204, 301, 302, 400, 404, 410, 429, 500, 503]) {
      scenario(
        `takes the status ${status} for a failure, and says so`,
        Effect.gen(function* () {
          const receiver = yield* newReceiver
          const headers = { location: receiver.url, "retry-after": "1" }
          receiver.answer({ status, headers })
          yield* createWebhook(receiver)
          yield* publish(1)
          yield* settled
          const [delivery] = yield* allDeliveries()
          assert.deepStrictEqual(
            [delivery!.success, delivery!.responseCode, delivery!.error],
            [false, status, `The receiver answered ${status} instead of 200`]
          )
          assert.strictEqual(receiver.received.length, 1, "redirects are not followed")
        })
      )
    }

    const failsWith = (title: string, target: Effect.Effect<Target, unknown, WorldServices>, error: RegExp): void =>
      scenario(
        `fails with a telling error: ${title}`,
        Effect.gen(function* () {
          yield* createWebhook(yield* target)
          yield* publish(1)
          yield* settled
          const [delivery] = yield* allDeliveries()
          assert.isFalse(delivery!.success)
          assert.isUndefined(delivery!.responseCode)
          assert.match(delivery!.error!, error)
          yield* advance("10 seconds")
          assert.strictEqual((yield* allDeliveries()).length, 2, "it is tried again")
        })
      )

    failsWith(
      "nothing listens",
      Effect.map(closedPort, (port) => ({ url: `http://127.0.0.1:${port}/` })),
      /^The connection was refused$/
    )
    failsWith(
      "no such name",
      Effect.succeed({ url: "http://receiver.invalid/" }),
      /^The host name could not be resolved$/
    )
    failsWith(
      "the connection is closed",
      Effect.tap(newReceiver, (receiver) => Effect.sync(() => receiver.answer("reset"))),
      /^The connection was closed before the answer was complete$/
    )
    failsWith(
      "a self-signed certificate",
      Effect.flatMap(World, (world) => world.receiver({ tls: selfSigned })),
      /^The TLS connection could not be established: the certificate is self-signed$/
    )
    failsWith(
      "TLS to a port that speaks none",
      Effect.map(newReceiver, ({ url }) => ({ url: url.replace("http:", "https:") })),
      /^The TLS connection could not be established$/
    )
    failsWith(
      "a private address",
      Effect.succeed({ url: "http://10.1.2.3/hook" }),
      /^The address may not be called: private$/
    )
    failsWith(
      "a metadata service, in another spelling",
      Effect.succeed({ url: "http://0xA9FEA9FE/latest" }),
      /^The address may not be called: a cloud metadata service$/
    )

    scenario(
      "repeats after 10 s, then after twice as long each time up to 15 min, then drops the event",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        yield* createWebhook(receiver)
        const [published] = yield* publish(1)
        yield* advance("10 minutes")
        const fate = yield* fateOf(published!.id)
        assert.deepStrictEqual([fate.fate, fate.attempts], ["pending", 6])
        assert.deepStrictEqual(fate.nextAttemptAt, DateTime.makeUnsafe(630_000))
        yield* advance("6 hours")
        assert.deepStrictEqual(receiver.received.map(seconds), attemptTimes)
        const keys = receiver.received.map(({ body }) => body.events[0]!.idempotencyKey)
        assert.deepStrictEqual(new Set(keys), new Set([published!.idempotencyKey]))
        const requests = receiver.received.map(({ body }) => body.requestId)
        assert.strictEqual(new Set(requests).size, attemptTimes.length)
        const dropped = yield* fateOf(published!.id)
        assert.deepStrictEqual([dropped.fate, dropped.dropReason, dropped.attempts], ["dropped", "attemptsSpent", 9])
        const ofEvent = yield* (yield* Deliveries).ofEvent(owner(), published!.id)
        assert.strictEqual(ofEvent.length, attemptTimes.length)
      })
    )

    scenario(
      "counts the waits from the end of an attempt that timed out",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer("hang")
        yield* createWebhook(receiver)
        yield* publish(1)
        yield* advance("1 minute")
        assert.deepStrictEqual(receiver.received.map(seconds), [0, 20.001, 50.002])
      })
    )

    scenario(
      "delivers everything after an outage in few requests, with the keys it had before",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 503 })
        yield* createWebhook(receiver)
        const published: Array<string> = []
        for (let number = 1; number <= 60; number++) {
          const [event] = yield* publish(number)
          published.push(event!.idempotencyKey)
          yield* advance("10 seconds")
        }
        const during = receiver.received.length
        assert.isAtMost(during, 7, "a dead URL costs one request per interval")
        receiver.answer({ status: 200 })
        yield* advance("15 minutes")
        const after = receiver.received.slice(during)
        assert.isAtMost(after.length, 8)
        const keys = after.flatMap(({ body }) => body.events.map(({ idempotencyKey }) => idempotencyKey))
        assert.sameMembers(keys, published)
        assert.strictEqual(new Set(keys).size, keys.length)
      })
    )

    scenario(
      "loses only the one event of a batch that the receiver always rejects",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer(({ body }) => ({ status: body.events.some((event) => numberOf(event) === 13) ? 500 : 200 }))
        yield* createWebhook(receiver)
        const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
        const published = yield* publish(...numbers)
        yield* advance("6 hours")
        const delivered = new Set(
          receiver.received.filter((request) => !numbersIn(request).includes(13)).flatMap(numbersIn)
        )
        assert.sameMembers(
          [...delivered],
          numbers.filter((number) => number !== 13)
        )
        const fates = yield* Effect.forEach(published, ({ id }) => fateOf(id))
        assert.deepStrictEqual(
          fates.map(({ fate }) => fate),
          numbers.map((number) => (number === 13 ? "dropped" : "delivered"))
        )
      })
    )

    scenario(
      "does not slow other webhooks down when 100,000 events are stuck at one",
      Effect.gen(function* () {
        const dead = yield* createWebhook({ url: `http://127.0.0.1:${yield* closedPort}/` }, owner("dead"))
        const realTime = TestClock.withLive(Clock.currentTimeMillis)
        for (let batch = 0; batch < 100; batch++) {
          yield* publish(...Array.from({ length: 1000 }, (_, index) => 1000 + batch * 1000 + index))
        }
        yield* advance("1 minute")
        assert.isAtMost((yield* deliveriesOf(dead.id, owner("dead"))).length, 4)
        const receiver = yield* newReceiver
        yield* createWebhook(receiver)
        const before = yield* Clock.currentTimeMillis
        const started = yield* realTime
        for (let number = 1; number <= 20; number++) {
          yield* publish(number)
          yield* settled
        }
        assert.deepStrictEqual(
          allNumbers(receiver),
          Array.from({ length: 20 }, (_, index) => index + 1)
        )
        assert.deepStrictEqual(new Set(receiver.received.map(({ at }) => at)), new Set([before]))
        assert.isBelow(((yield* realTime) - started) / 20, 100, "milliseconds of real time per event")
      })
    )

    scenario(
      "stops sending at once when a webhook is disabled, and resumes with what was pending",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        const { id } = yield* createWebhook(receiver)
        const [first] = yield* publish(1)
        yield* settled
        yield* edit(id, false)
        assert.strictEqual((yield* publish(2))[0]!.deliveries, 0)
        yield* advance("1 hour")
        assert.strictEqual(receiver.received.length, 1)
        const held = yield* fateOf(first!.id)
        assert.deepStrictEqual([held.fate, held.heldUntil], ["held", DateTime.makeUnsafe(24 * 3_600_000)])
        receiver.answer({ status: 200 })
        yield* edit(id, true)
        yield* settled
        assert.deepStrictEqual(receiver.received.map(seconds), [0, 3600])
        assert.strictEqual((yield* fateOf(first!.id)).fate, "delivered")
        yield* publish(3)
        yield* settled
        assert.deepStrictEqual(allNumbers(receiver), [1, 1, 3])
      })
    )

    scenario(
      "drops what was pending when a webhook stays disabled for longer than a day",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        const { id } = yield* createWebhook(receiver)
        const [event] = yield* publish(1)
        yield* settled
        yield* edit(id, false)
        yield* advance("24 hours")
        const fate = yield* fateOf(event!.id)
        assert.deepStrictEqual([fate.fate, fate.dropReason], ["dropped", "heldTooLong"])
        yield* edit(id, true)
        yield* advance("1 hour")
        assert.strictEqual(receiver.received.length, 1)
      })
    )

    scenario(
      "stops sending at once when a webhook is deleted, and drops what was pending",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        const { id } = yield* createWebhook(receiver)
        const [event] = yield* publish(1)
        yield* settled
        yield* (yield* Webhooks).remove(actor(), id)
        yield* publish(2)
        yield* advance("1 hour")
        assert.strictEqual(receiver.received.length, 1)
        assert.strictEqual((yield* fateOf(event!.id)).dropReason, "webhookDeleted")
        assert.strictEqual((yield* allDeliveries()).length, 1, "its history stays")
      })
    )

    scenario(
      "stops sending when the seller disables the service, and resumes when it is enabled again",
      Effect.gen(function* () {
        const webhooks = yield* Webhooks
        const service = owner("reports")
        const receiver = yield* newReceiver
        const other = yield* newReceiver
        receiver.answer({ status: 500 })
        const { id } = yield* createWebhook(receiver, service)
        yield* createWebhook(other)
        yield* publish(1)
        yield* settled
        assert.strictEqual(yield* webhooks.disableService(onBehalfOf(service, "operator")), 1)
        assert.isFalse((yield* webhooks.get({ owner: service, id })).enabled)
        yield* publish(2)
        yield* advance("1 hour")
        assert.strictEqual(receiver.received.length, 1)
        assert.deepStrictEqual(allNumbers(other), [1, 2], "other owners are not affected")
        receiver.answer({ status: 200 })
        assert.strictEqual(yield* webhooks.enableService(onBehalfOf(service, "operator")), 1)
        yield* settled
        assert.deepStrictEqual(allNumbers(receiver), [1, 1])
        assert.isTrue((yield* webhooks.get({ owner: service, id })).enabled)
      })
    )

    scenario(
      "disables a webhook whose URL accepts nothing for a day, and says so in the history",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        const { id } = yield* createWebhook(receiver)
        for (let hour = 0; hour < 24; hour++) {
          yield* publish(hour)
          yield* advance("1 hour")
          if (hour < 23) assert.isTrue((yield* (yield* Webhooks).get({ owner: owner(), id })).enabled)
        }
        yield* publish(24)
        yield* advance("1 hour")
        const stopped = yield* (yield* Webhooks).get({ owner: owner(), id })
        assert.deepStrictEqual([stopped.enabled, stopped.status], [false, "unreachable"])
        assert.deepStrictEqual(yield* historyActions(), ["api createWebhook", "system disableUnreachable"])
        const requests = receiver.received.length
        assert.strictEqual((yield* publish(100))[0]!.deliveries, 0)
        yield* advance("3 hours")
        assert.strictEqual(receiver.received.length, requests)
        receiver.answer({ status: 200 })
        yield* edit(id, true)
        yield* advance("1 minute")
        assert.isAbove(receiver.received.length, requests, "what was pending is sent when it is enabled again")
      })
    )

    scenario(
      "forgets failures with one success",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        const { id } = yield* createWebhook(receiver)
        for (let hour = 0; hour < 60; hour++) {
          yield* publish(hour)
          yield* advance("30 minutes")
          receiver.answer({ status: hour % 20 === 10 ? 200 : 500 })
        }
        assert.isTrue((yield* (yield* Webhooks).get({ owner: owner(), id })).enabled)
      })
    )

    scenario(
      "sends a refreshed secret with the next request",
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        receiver.answer({ status: 500 })
        const { id, secret } = yield* createWebhook(receiver)
        yield* publish(1)
        yield* settled
        const refreshed = Redacted.value(yield* (yield* Webhooks).refreshSecret(actor(), id))
        yield* advance("10 seconds")
        assert.deepStrictEqual(
          receiver.received.map(({ headers }) => headers["authorization"]),
          [secret, refreshed]
        )
        assert.notStrictEqual(refreshed, secret)
      })
    )

    scenario(
      "sends test events marked as such, for each subscription, to the one webhook",
      Effect.gen(function* () {
        const tested = yield* newReceiver
        const other = yield* newReceiver
        yield* createWebhook(other)
        const { webhook } = yield* (yield* Webhooks).create(actor(), {
          enabled: true,
          name: "Tested",
          url: tested.url,
          subscriptions: [cardChanged, feedbackUpdated]
        })
        const sent = yield* (yield* Events).sendTest(actor(), webhook.id)
        yield* settled
        const arrived = tested.received.flatMap(({ body }) => body.events)
        assert.deepStrictEqual(
          arrived.map(({ id, scope, test, type }) => [id, scope, type, test]),
          sent.map(({ id, scope, type }) => [id, scope, type, true])
        )
        assert.deepStrictEqual(
          arrived.map(({ type }) => type),
          ["card_changed", "feedback_updated"]
        )
        assert.strictEqual(other.received.length, 0)
      })
    )

    it.effect("sends again what a dispatcher that died had claimed, after its lease", () =>
      Effect.gen(function* () {
        const receiver = yield* makeReceiver()
        yield* createWebhook(receiver)
        const [event] = yield* publish(1)
        const lease = { lanes: 1, eventsPerLane: 10, bytesPerLane: 10_000, lease: Duration.seconds(30) }
        assert.strictEqual((yield* (yield* DeliveryQueue).claim(lease)).length, 1)
        yield* Dispatcher.drain
        assert.strictEqual(receiver.received.length, 0, "the lane is still leased")
        yield* TestClock.adjust("30 seconds")
        yield* Dispatcher.drain
        assert.deepStrictEqual(
          receiver.received.flatMap(({ body }) => body.events).map(({ idempotencyKey }) => idempotencyKey),
          [event!.idempotencyKey]
        )
        assert.strictEqual((yield* fateOf(event!.id)).fate, "delivered")
      }).pipe(Effect.provide(restingLayer(storage, transport)), Effect.scoped)
    )

    scenario(
      "checks a URL as a delivery would go, and tells nothing of the answer but its status",
      Effect.gen(function* () {
        const urlCheck = yield* UrlCheck
        const receiver = yield* newReceiver
        receiver.answer({ status: 200, body: "secret things" })
        assert.deepStrictEqual(yield* urlCheck.check(owner(), receiver.url), { success: true, checkStatus: 200 })
        const { body, headers } = receiver.received[0]!
        assert.deepStrictEqual([body.events, (body as { readonly test?: boolean }).test], [[], true])
        assert.isUndefined(headers["authorization"])
        receiver.answer({ status: 302, headers: { location: receiver.url } })
        assert.deepStrictEqual(yield* urlCheck.check(owner(), receiver.url), {
          success: false,
          checkStatus: 302,
          error: "The receiver answered 302 instead of 200"
        })
        assert.deepStrictEqual(yield* urlCheck.check(owner(), "http://192.168.0.1/"), {
          success: false,
          error: "The address may not be called: private"
        })
      })
    )
  })
}
