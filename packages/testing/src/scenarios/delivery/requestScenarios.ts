/** What a request to a receiver consists of, and which events travel in it. */
import { assert } from "@effect/vitest"
import { Events, PayloadText, UrlCheck, Webhooks } from "@sellerkit/core"
import { Clock, DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Webhook as Verifier } from "standardwebhooks"
import { account, actor, cardChanged, feedbackUpdated, owner } from "../../fixtures.ts"
import type { Received } from "../receivers/Receiver.ts"
import type { Scenario } from "../Scenario.ts"
import {
  advance,
  allDeliveries,
  card,
  createWebhook,
  fateOf,
  newReceiver,
  numbersIn,
  publish,
  seconds,
  settled
} from "../steps.ts"

/** The ids in the same order, whatever the order of the events. */
const eventIdsIn = ({ body }: Received): string =>
  body.events
    .map(({ id }) => id)
    .toSorted()
    .join()

const webhookId = ({ headers }: Received): string | undefined => headers["webhook-id"]

export const requestScenarios = (scenario: Scenario): void => {
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
    "names a notification by its events: a repetition keeps its webhook-id, other events have another one",
    Effect.gen(function* () {
      const receivers = [yield* newReceiver, yield* newReceiver]
      for (const receiver of receivers) {
        receiver.answer({ status: 500 })
        yield* createWebhook(receiver)
      }
      yield* publish(1)
      yield* advance("1 minute")
      yield* publish(2, 3, 4)
      for (const receiver of receivers) receiver.answer({ status: 200 })
      yield* advance("1 hour")
      yield* publish(5, 6)
      yield* settled
      // The same events have the same name wherever they go.
      const requests = receivers.flatMap(({ received }) => received)
      const named = requests.map((request) => ({ id: webhookId(request), events: eventIdsIn(request) }))
      for (const one of named) {
        for (const other of named) assert.strictEqual(one.id === other.id, one.events === other.events)
      }
      const [first, repeated, ...others] = receivers[0]!.received.map(numbersIn)
      assert.deepStrictEqual([first, repeated], [[1], [1]])
      assert.deepStrictEqual(others.at(-1), [5, 6])
      assert.strictEqual(named[0]!.id, named[0]!.events, "an event alone gives its own")
      assert.strictEqual(new Set(requests.map(({ body }) => body.requestId)).size, requests.length)
      for (const { id } of named) assert.match(id!, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
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
}
