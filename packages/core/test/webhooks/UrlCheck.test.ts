/** Trying a URL before a webhook is made for it (Seller Webhooks Service, Check URL). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { type PostRequest, Transport, TransportFailure } from "../../src/transport/Transport.ts"
import { UrlCheck } from "../../src/webhooks/UrlCheck.ts"
import { owner, sellerId } from "../fixtures.ts"

const url = "https://receiver.example/hook"

const check = Effect.flatMap(UrlCheck, (service) => service.check(owner(), url))

const over = (post: Transport["Service"]["post"]) =>
  UrlCheck.layer.pipe(
    Layer.provide(Layer.mock(Transport)({ judges: "host", post })),
    Layer.provide(SecureRandom.layerWebCrypto)
  )

const answering = (status: number) => over(() => Effect.succeed({ status }))

describe("checking a URL", () => {
  it.effect("succeeds when the receiver answers 200", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check, { success: true, checkStatus: 200 })
    }).pipe(Effect.provide(answering(200)))
  )

  it.effect.each([201, 204, 301, 404, 500])("fails with the status %i that the receiver answered", (status) =>
    Effect.gen(function* () {
      const error = `The receiver answered ${status} instead of 200`
      assert.deepStrictEqual(yield* check, { success: false, checkStatus: status, error })
    }).pipe(Effect.provide(answering(status)))
  )

  it.effect("fails without a status when there is no answer", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check, { success: false, error: "No answer within 10 seconds" })
    }).pipe(Effect.provide(over(() => Effect.fail(new TransportFailure({ kind: "timeout" })))))
  )

  it.effect("fails when the address may not be called, as a delivery would", () => {
    const refused = new TransportFailure({ kind: "addressRefused", detail: "loopback" })
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* check, { success: false, error: "The address may not be called: loopback" })
    }).pipe(Effect.provide(over(() => Effect.fail(refused))))
  })

  it.effect("sends one notification without events, marked as a test, and without any secret", () => {
    const requests: Array<PostRequest> = []
    const record = (request: PostRequest) =>
      Effect.sync(() => {
        requests.push(request)
        return { status: 200 }
      })
    return Effect.gen(function* () {
      yield* check
      assert.lengthOf(requests, 1)
      const [{ body, headers, url: called }] = requests as [PostRequest]
      assert.strictEqual(called, url)
      const { requestId, ...rest } = JSON.parse(body)
      assert.deepStrictEqual(rest, { sellerId, events: [], test: true })
      assert.match(requestId, /^[0-9a-f-]{36}$/)
      assert.sameMembers(Object.keys(headers), ["content-type", "user-agent", "x-sellerkit-check"])
    }).pipe(Effect.provide(over(record)))
  })
})
