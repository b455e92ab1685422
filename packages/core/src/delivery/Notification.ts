/** The request a receiver gets: one POST with the events of a batch (Seller Webhooks Service, Notification request). */
import { DateTime, Effect, Redacted } from "effect"
import type { Event } from "../events/Event.ts"
import { type PostRequest, userAgent } from "../transport/Transport.ts"
import type { Secret } from "../webhooks/Secret.ts"
import type { SecretUnreadable } from "../webhooks/SecretVault.ts"
import type { DeliveryId } from "./Delivery.ts"
import type { Batch } from "./DeliveryQueue.ts"
import { makeNotificationId } from "./NotificationId.ts"
import { makeOpenSecret } from "./OpenedSecrets.ts"
import { makeSignatureHeaders } from "./Signature.ts"

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
  const signatureHeaders = yield* makeSignatureHeaders
  const openSecret = yield* makeOpenSecret
  const notificationId = yield* makeNotificationId

  const signed = (secret: Secret, { claimedAt, events }: Batch, body: string) =>
    Effect.flatMap(notificationId(events.map(({ event }) => event.id)), (id) => {
      // By the storage's clock: receivers refuse what is signed by one that is wrong.
      const timestamp = Math.floor(claimedAt / 1000).toString()
      return signatureHeaders(secret, { id, timestamp, body })
    })

  return (batch: Batch, requestId: DeliveryId, traceparent?: string): Effect.Effect<PostRequest, SecretUnreadable> =>
    Effect.flatMap(openSecret(batch.secret, batch.lease), (secret) => {
      const body = notificationBody(
        batch.lease.owner.sellerId,
        requestId,
        batch.events.map(({ event }) => event)
      )
      return Effect.map(signed(secret, batch, body), (signature) => {
        const headers = {
          "content-type": "application/json",
          "user-agent": userAgent,
          authorization: Redacted.value(secret),
          ...(traceparent === undefined ? undefined : { traceparent }),
          ...signature
        }
        return { url: batch.url, headers, body }
      })
    })
})
