/** The request a receiver gets: one POST with the events of a batch (Seller Webhooks Service, Notification request). */
import { DateTime, Effect, Redacted } from "effect"
import type { Mac } from "effect/crypto"
import type { Event } from "../events/Event.ts"
import { type PostRequest, userAgent } from "../transport/Transport.ts"
import type { DeliveryId } from "./Delivery.ts"
import type { Batch } from "./DeliveryQueue.ts"
import { signatureHeaders } from "./Signature.ts"

/** The payload goes out as the text that was accepted. */
const eventJson = ({ id, idempotencyKey, payload, scope, test, time, type }: Event): string => {
  const fields = JSON.stringify({ id, idempotencyKey, time: DateTime.formatIso(time), type, scope, test })
  return `${fields.slice(0, -1)},"payload":${payload}}`
}

export const notificationBody = (sellerId: string, requestId: string, events: ReadonlyArray<Event>): string =>
  `{"sellerId":"${sellerId}","requestId":"${requestId}","events":[${events.map(eventJson).join(",")}]}`

/**
 * `Authorization` carries the webhook's secret (Seller Webhooks Service, Authentication, rule 4); `traceparent` is the
 * delivery's place in a trace, for receivers that go on with it.
 */
export const notification = Effect.fnUntraced(function* (
  batch: Batch,
  requestId: DeliveryId,
  traceparent?: string
): Effect.fn.Return<PostRequest, never, Mac.Mac> {
  const events = batch.events.map(({ event }) => event)
  const body = notificationBody(batch.lease.owner.sellerId, requestId, events)
  const headers = {
    "content-type": "application/json",
    "user-agent": userAgent,
    authorization: Redacted.value(batch.secret),
    ...(traceparent === undefined ? undefined : { traceparent }),
    ...(yield* signatureHeaders(batch.secret, requestId, body))
  }
  return { url: batch.url, headers, body }
})
