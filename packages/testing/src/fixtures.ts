/** Domain values for tests: made with as little as a test has to say. */
import {
  type Account,
  type Actor,
  type Category,
  categories,
  EventId,
  HistoryEntryId,
  historyEntries,
  type HistoryEntry,
  type NewEvent,
  type Owner,
  makeSecretKey,
  SealedSecret,
  type SecretKey,
  SecretKeyId,
  secretKeyLength,
  SellerId,
  ServiceId,
  type StoredRecord,
  Webhook,
  WebhookId
} from "@sellerkit/core"
import { DateTime, Effect } from "effect"

/** `uuid(7)` is the seventh UUID: ids in a test can be told apart, and sort as they are numbered. */
export const uuid = (number: number): string => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

export const at = (milliseconds: number): DateTime.Utc => DateTime.makeUnsafe(milliseconds)

export const account = (seller = 1, sandbox = false): Account => ({
  sellerId: SellerId.make(uuid(0xacc000 + seller)),
  sandbox
})

/** The seller itself, or one of its services. */
export const owner = (service?: string, of: Account = account()): Owner => ({
  ...of,
  serviceId: service === undefined ? null : ServiceId.make(service)
})

export const actor = (of: Owner = owner(), granted = Object.keys(categories) as ReadonlyArray<Category>): Actor => ({
  owner: of,
  source: "api",
  categories: granted,
  userId: 7,
  ip: "198.51.100.4"
})

export const cardChanged = { scope: "content", event: "card_changed" } as const
export const feedbackUpdated = { scope: "questionsandfeedback", event: "feedback_updated" } as const

export const webhook = (number: number, change: Partial<ConstructorParameters<typeof Webhook>[0]> = {}): Webhook =>
  new Webhook({
    id: WebhookId.make(uuid(number)),
    owner: owner(),
    name: `Webhook ${number}`,
    url: `https://receiver.example/${number}`,
    subscriptions: [cardChanged],
    status: "enabled",
    createdAt: at(1000),
    updatedAt: at(1000),
    ...change
  })

/** A secret as it is stored where there is no key. */
export const sealedSecret = (text = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=") =>
  SealedSecret(`plain.${text}`)

/** The same for the same name. */
export const secretKeyBytes = (name: string): Uint8Array => new TextEncoder().encode(name.padEnd(secretKeyLength))

export const secretKey = (name: string): SecretKey =>
  Effect.runSync(makeSecretKey(SecretKeyId.make(name), secretKeyBytes(name)))

export const historyEntry = (number: number, change: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: HistoryEntryId.make(uuid(number)),
  owner: owner(),
  time: at(1000 + number),
  source: "api",
  action: "createWebhook",
  ip: "198.51.100.4",
  userId: 7,
  request: {},
  response: { webhookId: uuid(1) },
  ...change
})

/** The same entry as it is kept. */
export const entry = (...args: Parameters<typeof historyEntry>): StoredRecord =>
  historyEntries.encode(historyEntry(...args))

export const newEvent = (number: number, change: Partial<NewEvent> = {}): NewEvent => ({
  id: EventId.make(uuid(number)),
  time: at(1000 + number),
  timeGiven: false,
  scope: cardChanged.scope,
  type: cardChanged.event,
  payload: `{"number":${number}}`,
  ...change
})
