/** Domain values for the tests of this package, made with as little as a test has to say. */
import { DateTime, Effect, Redacted, Result, Schema } from "effect"
import { type Owner, SellerId, ServiceId } from "../src/access/Account.ts"
import { EventId } from "../src/catalog/NewEvent.ts"
import type { PendingEvent } from "../src/delivery/queue/DeliveryQueue.ts"
import type { Event } from "../src/events/Event.ts"
import { SealedSecret } from "../src/webhooks/SealedSecret.ts"
import { makeSecretKey, type SecretKey, SecretKeyId, secretKeyLength } from "../src/webhooks/SecretKey.ts"
import { Webhook, WebhookId } from "../src/webhooks/Webhook.ts"

/** `uuid(7)` is the seventh UUID: ids in a test can be told apart, and sort as they are numbered. */
export const uuid = (number: number): string => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

export const at = (milliseconds: number): DateTime.Utc => DateTime.makeUnsafe(milliseconds)

export const sellerId = SellerId.make(uuid(0xacc001))

/** The seller itself, or one of its services. */
export const owner = (service?: string, sandbox = false): Owner => ({
  sellerId,
  sandbox,
  serviceId: service === undefined ? null : ServiceId.make(service)
})

export const webhook = (number: number, change: Partial<ConstructorParameters<typeof Webhook>[0]> = {}): Webhook =>
  new Webhook({
    id: WebhookId.make(uuid(number)),
    owner: owner(),
    name: `Webhook ${number}`,
    url: `https://receiver.example/${number}`,
    subscriptions: [{ scope: "content", event: "card_changed" }],
    status: "enabled",
    createdAt: at(1000),
    updatedAt: at(1000),
    ...change
  })

export const event = (number: number, change: Partial<Event> = {}): Event => ({
  id: EventId.make(uuid(number)),
  idempotencyKey: `key-${number}`,
  time: at(1000 + number),
  scope: "content",
  type: "card_changed",
  test: false,
  payload: `{"number":${number}}`,
  ...change
})

export const pending = (number: number, attempts = 0): PendingEvent => ({
  event: event(number),
  attempts,
  waitingSince: 1000
})

const secretText = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="

export const secret = (text = secretText) => Redacted.make(text)

/** As it is stored where there is no key. */
export const sealedSecret = (text = secretText) => SealedSecret(`plain.${text}`)

/** The same for the same name. */
export const secretKey = (name: string): SecretKey =>
  Effect.runSync(makeSecretKey(SecretKeyId.make(name), new TextEncoder().encode(name.padEnd(secretKeyLength))))

/** Whether a schema takes a value as it arrives. */
export const accepts = (schema: Schema.Codec<any, any>, value: unknown): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(schema)(value))
