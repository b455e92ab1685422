/** The request a receiver gets (Seller Webhooks Service, Notification request). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Layer, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { DeliveryId } from "../../../src/delivery/queue/Delivery.ts"
import type { Batch } from "../../../src/delivery/queue/DeliveryQueue.ts"
import { makeNotification, notificationBody } from "../../../src/delivery/request/Notification.ts"
import { Signer } from "../../../src/delivery/request/Signer.ts"
import { SecretVault } from "../../../src/webhooks/SecretVault.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { at, event, owner, pending, sealedSecret, sellerId, uuid } from "../../fixtures.ts"

const requestId = DeliveryId.make(uuid(0xd1))

const body = (...events: ReadonlyArray<ReturnType<typeof event>>): string =>
  notificationBody(sellerId, requestId, events)

const batch: Batch = {
  lease: { owner: owner(), webhookId: WebhookId.make(uuid(1)), fence: 1 },
  url: "https://receiver.example/hook",
  secret: sealedSecret(),
  events: [pending(1), pending(2)],
  failures: 0,
  announced: false,
  batchSize: 64,
  claimedAt: 5000
}

/** Made with nothing of what is under test: HMAC-SHA256 with the key that the constant says, as version 8 of RFC 9562. */
const notificationId = (...ids: ReadonlyArray<string>): string => {
  const digits = Array.from(createHmac("sha256", "webhook-id").update(ids.join()).digest("hex").slice(0, 32))
  digits[12] = "8"
  digits[16] = ((Number.parseInt(digits[16]!, 16) & 3) | 8).toString(16)
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** Of events: few ones, so that some sets are the same. */
const Numbers = Schema.NonEmptyArray(Schema.Literals([1, 2, 3, 4]))

const cryptoLayer = Layer.merge(Mac.layerWebCrypto, SecretVault.layer([])).pipe(
  Layer.provide(SecureRandom.layerWebCrypto)
)

describe("the body of a notification", () => {
  it("is this text, to the letter", () => {
    const one = event(1, { time: at(1_768_469_400_125), payload: '{"nmID":1}' })
    const expected = [
      `{"sellerId":"01980000-0000-7000-8000-000000acc001","requestId":"01980000-0000-7000-8000-0000000000d1","events":[`,
      `{"id":"01980000-0000-7000-8000-000000000001","idempotencyKey":"key-1","time":"2026-01-15T09:30:00.125Z",`,
      `"type":"card_changed","scope":"content","test":false,"payload":{"nmID":1}}]}`
    ].join("")
    assert.strictEqual(body(one), expected)
  })

  it("carries several events in their order", () => {
    const { events } = JSON.parse(body(event(3), event(1), event(2)))
    assert.deepStrictEqual(
      events.map(({ id }: { id: string }) => id),
      [uuid(3), uuid(1), uuid(2)]
    )
  })

  it("marks test events", () => {
    assert.isTrue(JSON.parse(body(event(1, { test: true }))).events[0].test)
  })

  it.each(['{ "a" : 1 ,\n "b":[ ] }', '{"n":12345678901234567890,"d":1.10}', '{"a":1,"a":2}', '{"t":"\\u00e9\\/"}'])(
    "has the payload as it was accepted: %s",
    (payload) => {
      assert.include(body(event(1, { payload })), `"payload":${payload}}`)
    }
  )

  it.prop(
    "is JSON that says what the event says, whatever its key and its texts",
    [Schema.String, Schema.String, Schema.String],
    ([idempotencyKey, type, text]) => {
      const { payload } = event(1, { payload: JSON.stringify({ text }) })
      const [read] = JSON.parse(body(event(1, { idempotencyKey, type, payload }))).events
      assert.deepStrictEqual([read.idempotencyKey, read.type, read.payload.text], [idempotencyKey, type, text])
    }
  )

  it.prop(
    "has the fields of the document and no other",
    [Arbitrary.array(Arbitrary.schema(Schema.Boolean), { minLength: 1, maxLength: 5 })],
    ([tests]) => {
      const read = JSON.parse(body(...tests.map((test, index) => event(index, { test }))))
      assert.deepStrictEqual(Object.keys(read), ["sellerId", "requestId", "events"])
      for (const one of read.events) {
        assert.deepStrictEqual(Object.keys(one), ["id", "idempotencyKey", "time", "type", "scope", "test", "payload"])
      }
    }
  )
})

describe("the request of a notification", () => {
  it.effect("goes to the webhook's URL with the events of the batch", () =>
    Effect.gen(function* () {
      const request = yield* (yield* makeNotification)(batch, requestId)
      assert.strictEqual(request.url, batch.url)
      assert.strictEqual(request.body, body(event(1), event(2)))
    }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect("carries the secret, the signature and what it is, and nothing else", () =>
    Effect.gen(function* () {
      // The clock of this process is wrong: the storage's counts.
      yield* TestClock.setTime(1_768_473_000_000)
      const request = yield* (yield* makeNotification)({ ...batch, claimedAt: 1_768_469_400_999 }, requestId)
      const key = Buffer.from("MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", "base64")
      const id = notificationId(uuid(1), uuid(2))
      const signed = `${id}.1768469400.${request.body}`
      assert.deepStrictEqual(request.headers, {
        "content-type": "application/json",
        "user-agent": "Sellerkit-Webhooks/1",
        authorization: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
        "webhook-id": id,
        "webhook-timestamp": "1768469400",
        "webhook-signature": `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
      })
    }).pipe(Effect.provide(cryptoLayer))
  )
})

describe("the signature of a notification", () => {
  it.effect("is made by the host's signer where there is one, which is asked once for each key", () =>
    Effect.gen(function* () {
      const keys: Array<string> = []
      const signer: Signer = (key) => {
        keys.push(new TextDecoder().decode(key))
        return (text) => `${text.length}`
      }
      const notification = yield* Effect.provideService(makeNotification, Signer, signer)
      for (let time = 0; time < 2; time++) {
        const { body, headers } = yield* notification({ ...batch, events: [pending(1)] }, requestId)
        assert.strictEqual(headers["webhook-signature"], `v1,${`${uuid(1)}.5.${body}`.length}`)
      }
      assert.deepStrictEqual(keys, ["01234567890123456789012345678901"])
    }).pipe(Effect.provide(cryptoLayer))
  )
})

describe("the webhook-id of a notification", () => {
  const idOf = Effect.fnUntraced(function* (change: Partial<Batch>, number = 0xd1) {
    const { headers } = yield* (yield* makeNotification)({ ...batch, ...change }, DeliveryId.make(uuid(number)))
    return headers["webhook-id"]!
  })

  it.effect("is that of its events, whatever the request, the attempt, the webhook and the order", () =>
    Effect.gen(function* () {
      const id = notificationId(uuid(1), uuid(2), uuid(3))
      const events = [pending(1), pending(2), pending(3)]
      const lease = { ...batch.lease, webhookId: WebhookId.make(uuid(9)), fence: 7 }
      assert.strictEqual(yield* idOf({ events }), id)
      assert.strictEqual(yield* idOf({ events: events.toReversed() }, 0xd2), id)
      assert.strictEqual(yield* idOf({ events: [pending(2, 4), pending(1), pending(3, 1)], failures: 4 }), id)
      assert.strictEqual(yield* idOf({ events, lease, claimedAt: 99_000, url: "https://other.example/" }), id)
    }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect("is the event's own where it travels alone", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* idOf({ events: [pending(1)] }), uuid(1))
      assert.strictEqual(yield* idOf({ events: [pending(1, 3)] }, 0xd2), uuid(1))
    }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect.prop("is another one for any other events, and a UUID", [Numbers, Numbers], (drawn) =>
    Effect.gen(function* () {
      const sets = drawn.map((numbers) => [...new Set(numbers)])
      const ids = yield* Effect.forEach(sets, (numbers) => idOf({ events: numbers.map((number) => pending(number)) }))
      const [one, other] = sets.map((numbers) => numbers.toSorted().join())
      assert.strictEqual(ids[0] === ids[1], one === other)
      for (const id of ids) assert.match(id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    }).pipe(Effect.provide(cryptoLayer))
  )
})
