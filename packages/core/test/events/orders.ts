/** An installation with one event type, for the tests of intake. */
import { it } from "@effect/vitest"
import { ByteSize, type Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { EventCatalog } from "../../src/catalog/Catalog.ts"
import { eventScope, eventType } from "../../src/catalog/EventType.ts"
import { type EventInput, makeIntake } from "../../src/events/EventIntake.ts"

const Order = Schema.Struct({
  number: Schema.Int,
  lines: Schema.Array(Schema.Struct({ article: Schema.String, count: Schema.Int })),
  note: Schema.optionalKey(Schema.String)
})

const catalog = new EventCatalog([
  eventScope({
    key: "orders",
    name: "Orders",
    category: "marketplace",
    eventTypes: [eventType({ key: "placed", name: "Order placed", payload: Order, example: { number: 1, lines: [] } })]
  })
])

const random = SecureRandom.make((size) => crypto.getRandomValues(new Uint8Array(size)))

export const intake = makeIntake({ catalog, largestPayload: ByteSize.bytes(200), random })

export const order = (change: Partial<EventInput> = {}): EventInput => ({
  scope: "orders",
  type: "placed",
  payload: { number: 1, lines: [] },
  ...change
})

export const test = (title: string, body: Effect.Effect<void, unknown>): void => it.effect(title, () => body)
