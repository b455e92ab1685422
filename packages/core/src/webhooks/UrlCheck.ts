/** Tries a URL before a webhook is made for it (Seller Webhooks Service, Check URL and URL check result). */
import { Context, Effect, Layer, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Owner } from "../access/Account.ts"
import { orNotSent, Transport, unacceptedStatus, userAgent } from "../transport/Transport.ts"

export interface UrlCheckResult {
  /** Whether a notification sent there would count as delivered: status 200 in time. */
  readonly success: boolean
  /** The status that the URL answered; absent when it did not answer. */
  readonly checkStatus?: number
  readonly error?: string
}

export class UrlCheck extends Context.Service<
  UrlCheck,
  {
    /** Sends one notification without events, marked as a test. The rules for addresses are those of deliveries. */
    check(owner: Owner, url: string): Effect.Effect<UrlCheckResult>
  }
>()("@sellerkit/core/webhooks/UrlCheck") {
  static readonly layer: Layer.Layer<UrlCheck, never, SecureRandom.SecureRandom | Transport> = Layer.effect(
    UrlCheck,
    Effect.gen(function* () {
      const transport = yield* Transport
      const random = yield* SecureRandom.SecureRandom
      return UrlCheck.of({
        check: Effect.fnUntraced(function* ({ sellerId }, url) {
          const requestId = yield* random.uuidV7()
          const body = JSON.stringify({ sellerId, requestId, events: [], test: true })
          const headers = { "content-type": "application/json", "user-agent": userAgent, "x-sellerkit-check": "true" }
          const sent = Effect.suspend(() => transport.post({ url, headers, body }))
          const reply = yield* Effect.result(orNotSent(sent, { sellerId }))
          if (Result.isFailure(reply)) return { success: false, error: reply.failure.message }
          const { status } = reply.success
          const error = unacceptedStatus(reply.success)
          return error === undefined
            ? { success: true, checkStatus: status }
            : { success: false, checkStatus: status, error }
        })
      })
    })
  )
}
