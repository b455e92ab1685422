/** The request a receiver gets: one POST with the events of a batch (Seller Webhooks Service, Notification request). */
import { DateTime, Effect, Redacted } from "effect"
import type { Event } from "../../events/Event.ts"
import { type PostRequest, userAgent } from "../../transport/Transport.ts"
import type { SecretUnreadable } from "../../webhooks/SecretVault.ts"
import type { DeliveryId } from "../queue/Delivery.ts"
import type { Batch } from "../queue/DeliveryQueue.ts"
import { makeOpenSecret } from "./OpenedSecrets.ts"
import { makeStandardHeaders } from "./standardWebhooks.ts"

/** The payload goes out as the text that was accepted. */
const eventJson = ({ id, idempotencyKey, payload, scope, test, time, type }: Event): string => {
  const fields = JSON.stringify({ id, idempotencyKey, time: DateTime.formatIso(time), type, scope, test })
  return `${fields.slice(0, -1)},"payload":${payload}}`
}

export const notificationBody = (sellerId: string, requestId: string, events: ReadonlyArray<Event>): string =>
  `{"sellerId":"${sellerId}","requestId":"${requestId}","events":[${events.map(eventJson).join(",")}]}`

/**
 * `Authorization` carries the webhook's secret (Seller Webhooks Service, Authentication, rule 4); `traceparent` is the
 * delivery's place in a trace, for receivers that continue it.
 */
export const makeNotification = Effect.gen(function* () {
  const standardHeaders = yield* makeStandardHeaders
  const openSecret = yield* makeOpenSecret

  return (batch: Batch, requestId: DeliveryId, traceparent?: string): Effect.Effect<PostRequest, SecretUnreadable> =>
    Effect.flatMap(openSecret(batch.secret, batch.lease), (secret) => {
      const body = notificationBody(
        batch.lease.owner.sellerId,
        requestId,
        batch.events.map(({ event }) => event)
      )
      return Effect.map(standardHeaders(secret, batch, body), (signed) => {
        const headers = {
          "content-type": "application/json",
          "user-agent": userAgent,
          authorization: Redacted.value(secret),
          ...(traceparent === undefined ? undefined : { traceparent }),
          ...signed
        }
        return { url: batch.url, headers, body }
      })
    })
})
