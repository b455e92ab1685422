/** The request a receiver gets: one POST with the events of a batch (Seller Webhooks Service, Notification request). */
import { DateTime, Effect, Redacted } from "effect"
import type { Event } from "../../events/Event.ts"
import { isoText } from "../../time/isoText.ts"
import { type PostRequest, userAgent } from "../../transport/Transport.ts"
import type { SecretUnreadable } from "../../webhooks/SecretVault.ts"
import type { DeliveryId } from "../queue/Delivery.ts"
import type { Batch } from "../queue/DeliveryQueue.ts"
import { makeOpenSecret } from "./OpenedSecrets.ts"
import { makeStandardHeaders } from "./standardWebhooks.ts"

/** The payload goes out as the text that was accepted. */
const eventJson = ({ id, idempotencyKey, payload, scope, test, time, type }: Event): string =>
  `{"id":"${id}","idempotencyKey":${JSON.stringify(idempotencyKey)},"time":"${isoText(DateTime.toEpochMillis(time))}",` +
  `"type":${JSON.stringify(type)},"scope":${JSON.stringify(scope)},"test":${test},"payload":${payload}}`

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
    Effect.flatMapEager(openSecret(batch.secret, batch.lease), (secret) => {
      const events = batch.events.map(({ event }) => event)
      const body = notificationBody(batch.lease.owner.sellerId, requestId, events)
      return Effect.mapEager(standardHeaders(secret, batch, body), (signed) => {
        const headers = {
          "content-type": "application/json",
          "user-agent": userAgent,
          authorization: Redacted.value(secret),
          ...signed
        }
        return { url: batch.url, headers: traceparent === undefined ? headers : { ...headers, traceparent }, body }
      })
    })
})
