/**
 * The events that are published. Everything about one follows from its number, so that whoever receives it can tell
 * whether it is as it was accepted.
 */

/** The body of a notification with one event, in bytes. */
export const bodyBytes = 1024

export const scope = "content" as const
export const type = "card_changed" as const
export const eventTime = "2026-01-15T09:30:00.000Z"

export const keyOf = (number: number): string => `bench-${String(number).padStart(9, "0")}`

const sentence = "Soft cotton shirt with long sleeves, a straight cut and five buttons. "

const payloadWith = (number: number, description: string) => ({
  nmID: 100_000_000 + number,
  vendorCode: "shirt-blue-42",
  updatedAt: eventTime,
  title: "Blue shirt",
  description
})

/** The event as a notification carries it, `payload` being its JSON. */
const eventText = (key: string, id: string, payload: object): string =>
  `{"id":"${id}","idempotencyKey":"${key}","time":"${eventTime}","type":"${type}","scope":"${scope}",` +
  `"test":false,"payload":${JSON.stringify(payload)}}`

const bodyText = (sellerId: string, requestId: string, events: ReadonlyArray<string>): string =>
  `{"sellerId":"${sellerId}","requestId":"${requestId}","events":[${events.join(",")}]}`

const anyId = "00000000-0000-0000-0000-000000000000"
const bare = bodyText(anyId, anyId, [eventText(keyOf(0), anyId, payloadWith(0, ""))])
const description = sentence.repeat(bodyBytes).slice(0, bodyBytes - bare.length)

export const payloadOf = (number: number): object => payloadWith(number, description)

/** An event that was accepted: its number, the id it was given, and the place of the webhook that it goes to. */
export interface AcceptedEvent {
  readonly number: number
  readonly id: string
  readonly webhook: number
  /** Its id is its key. */
  readonly isKeyless: boolean
}

/** The body of a notification, as the contract writes it. */
export const notificationOf = (sellerId: string, requestId: string, events: ReadonlyArray<AcceptedEvent>): string =>
  bodyText(
    sellerId,
    requestId,
    events.map(({ id, isKeyless, number }) => eventText(isKeyless ? id : keyOf(number), id, payloadOf(number)))
  )
