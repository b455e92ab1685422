/** What scenarios do and look at, in the words of the domain. */
import {
  type Account,
  Deliveries,
  type Delivery,
  DeliveryQueue,
  type EventId,
  type EventInput,
  Events,
  History,
  OperationalEventType,
  operationsOwner,
  operationsScope,
  type WebhookId,
  Webhooks
} from "@sellerkit/core"
import { type Duration, Effect, Option, Redacted } from "effect"
import { type AddressInfo, createServer } from "node:net"
import { insertWebhook } from "../conformance/seed.ts"
import { account, actor, cardChanged, owner, webhook } from "../fixtures.ts"
import { Drain } from "./Drain.ts"
import type { Received, Receiver } from "./receivers/Receiver.ts"
import { World } from "./World.ts"

export const seconds = ({ at }: Received): number => at / 1000
const numberOf = (event: { readonly payload: unknown }): number => (event.payload as { readonly nmID: number }).nmID
export const numbersIn = ({ body }: Received): ReadonlyArray<number> => body.events.map(numberOf)
export const allNumbers = ({ received }: Receiver): ReadonlyArray<number> => received.flatMap(numbersIn)

export const card = (number: number, change: Partial<EventInput> = {}): EventInput => ({
  ...cardChanged,
  type: cardChanged.event,
  payload: { nmID: number, vendorCode: `card-${number}`, updatedAt: "2026-01-15T09:30:00Z" },
  ...change
})

export const publishTo = Effect.fnUntraced(function* (of: Account, ...numbers: ReadonlyArray<number>) {
  return yield* (yield* Events).publish(
    of,
    numbers.map((number) => card(number))
  )
})

export const publish = (...numbers: ReadonlyArray<number>) => publishTo(account(), ...numbers)

export interface Target {
  readonly url: string
}

export const createWebhook = Effect.fnUntraced(function* ({ url }: Target, of = owner()) {
  const { secret, webhook: created } = yield* (yield* Webhooks).create(actor(of), {
    enabled: true,
    name: "Scenario",
    url,
    subscriptions: [cardChanged]
  })
  return { id: created.id, secret: Redacted.value(secret) }
})

/** The host's own webhook, which operational events go to. */
export const subscribeHost = Effect.fnUntraced(function* ({ url }: Target) {
  yield* insertWebhook(
    webhook(0xffff, {
      owner: operationsOwner,
      url,
      subscriptions: OperationalEventType.literals.map((event) => ({ scope: operationsScope, event }))
    })
  )
})

export const edit = Effect.fnUntraced(function* (id: WebhookId, enabled: boolean) {
  return yield* (yield* Webhooks).edit(actor(), id, { enabled, name: "Scenario", subscriptions: [cardChanged] })
})

export const allDeliveries = Effect.fnUntraced(function* () {
  const page = yield* (yield* Deliveries).page(owner(), {}, { limit: 1000, direction: "older" })
  return page.items.toReversed()
})

export const deliveriesOf = Effect.fnUntraced(function* (webhookId: WebhookId, of = owner()) {
  const page = yield* (yield* Deliveries).page(of, { webhookId }, { limit: 1000, direction: "older" })
  return page.items as ReadonlyArray<Delivery>
})

export const historyActions = Effect.fnUntraced(function* () {
  const page = yield* (yield* History).page(owner(), { limit: 100, direction: "older" })
  return page.items.map(({ action, source }) => `${source} ${action}`).toReversed()
})

/** The event history of a webhook, newest first, as the numbers of its events. */
export const eventNumbers = Effect.fnUntraced(function* (webhookId: WebhookId, of = owner()) {
  const page = yield* (yield* Events).page(of, { webhookId }, { limit: 1000, direction: "older" })
  return page.items.map(({ payload }) => numberOf({ payload: JSON.parse(payload) }))
})

export const fatesOf = Effect.fnUntraced(function* (id: EventId) {
  const fates = yield* (yield* DeliveryQueue).fates(account(), id)
  return Option.getOrThrow(fates).webhooks
})

export const fateOf = (id: EventId) => Effect.map(fatesOf(id), ([fate]) => fate!)

/** A port that nothing listens on. */
export const closedPort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

export const settled = Effect.flatMap(World, (world) => world.settled)
export const advance = (duration: Duration.Input) => Effect.flatMap(World, (world) => world.advance(duration))
export const newReceiver = Effect.flatMap(World, (world) => world.receiver())
export const drain = Effect.flatMap(Drain, ({ all }) => all)
