/** Signatures are judged as the service makes them, whatever the secret looks like, and as the published library does. */
import { sign } from "@sellerkit/core/delivery"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Webhook } from "standardwebhooks"
import { memoryStore } from "../src/memoryStore.ts"
import { createReceiver } from "../src/Receiver.ts"
import { event, makePlatform, notification, now, request, secret, signed } from "./requests.ts"

const cryptoLayer = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))

const statusOf = async (secrets: string, body: string, headers: Readonly<Record<string, string>>) => {
  const receiver = createReceiver({
    secrets,
    store: memoryStore(),
    on: {},
    report: () => undefined,
    now: makePlatform().now
  })
  return (await receiver.receive(request(body, headers))).status
}

/** Texts that are no base64 at times, and nearly so. */
const Visible = Schema.String.check(Schema.isPattern(/[^\r\n]/))
const AnySecret = Schema.Union([
  Visible,
  Schema.TemplateLiteral(["whsec_", Visible]),
  Schema.TemplateLiteral([
    "whsec_",
    Schema.Literals(["YQ==", "YWI=", "YWJj", "Y", "YQ", "YQ=", "YWJj\n", "YW Jj", "===="])
  ])
])

describe("a signature", () => {
  it.effect.prop(
    "of the service is accepted, and of another body, id or time it is not",
    [AnySecret, Schema.String, Schema.String],
    ([secret, vendorCode, id]) =>
      Effect.gen(function* () {
        const body = notification(event({ payload: { vendorCode } }))
        const timestamp = String(now / 1000)
        const signature = yield* sign(Redacted.make(secret), { id, timestamp, body })
        const headers = {
          authorization: secret,
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signature
        }
        const judge = (change: object = {}, changed = body) =>
          Effect.promise(() => statusOf(secret, changed, { ...headers, ...change }))
        assert.strictEqual(yield* judge(), 200)
        assert.strictEqual(yield* judge({}, `${body} `), 401)
        assert.strictEqual(yield* judge({ "webhook-id": `${id}.` }), 401)
        assert.strictEqual(yield* judge({ "webhook-timestamp": String(now / 1000 - 1) }), 401)
      }).pipe(Effect.provide(cryptoLayer))
  )

  it.effect.prop(
    // But for the last, which says two bits more than there are, so that some of its spellings mean the same.
    "is refused when any of its characters is another one",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 44 })), Schema.Literals(["A", "z", "+", "=", ",", "é"])],
    ([index, character]) =>
      Effect.promise(async () => {
        const body = notification(event())
        const headers = signed(body)
        const signature = headers["webhook-signature"]!
        const changed = signature.slice(0, index) + character + signature.slice(index + 1)
        if (changed === signature) return
        assert.strictEqual(await statusOf(secret, body, { ...headers, "webhook-signature": changed }), 401)
      })
  )

  it("is one of several, as while somebody changes keys", async () => {
    const body = notification(event())
    const headers = signed(body)
    const several = `v1,${btoa("x".repeat(32))} v2,abc v1a,xyz ${headers["webhook-signature"]}`
    assert.strictEqual(await statusOf(secret, body, { ...headers, "webhook-signature": several }), 200)
    assert.strictEqual(await statusOf(secret, body, { ...headers, "webhook-signature": "v2,abc" }), 401)
  })

  it("of the published library is accepted", async () => {
    const body = notification(event())
    const signature = new Webhook(secret).sign("request-1", new Date(now), body)
    assert.strictEqual(await statusOf(secret, body, { ...signed(body), "webhook-signature": signature }), 200)
  })
})
