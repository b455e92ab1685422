/** Attempts in memory. */
import { type Delivery, DeliveryLog } from "@sellerkit/core"
import { DateTime, Effect, Layer, Option, Order, Predicate } from "effect"
import { accountState, MemoryState, ownerState } from "./MemoryState.ts"

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, ({ time }: Delivery) => DateTime.toEpochMillis(time)),
  Order.mapInput(Order.String, ({ id }: Delivery) => id)
)

export const layer: Layer.Layer<DeliveryLog, never, MemoryState> = Layer.effect(
  DeliveryLog,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return DeliveryLog.of({
      get: (owner, id) => Effect.sync(() => Option.fromUndefinedOr(ownerState(state, owner).deliveriesById.get(id))),
      inAccount: (account, id) =>
        Effect.sync(() => {
          const owners = [...accountState(state, account).owners.values()]
          return Option.fromUndefinedOr(
            owners.map(({ deliveriesById }) => deliveriesById.get(id)).find(Predicate.isNotUndefined)
          )
        }),
      find: (key, { webhookId }, request) =>
        Effect.sync(() => {
          const owner = ownerState(state, key)
          const index = webhookId === undefined ? owner.deliveries : owner.webhooks.get(webhookId)?.deliveries
          return index === undefined ? [] : index.find(request)
        }),
      ofEvent: (key, id) =>
        Effect.sync(() => {
          const owner = ownerState(state, key)
          const recipients = [...(accountState(state, key).events.get(id)?.recipients ?? [])]
          return recipients
            .filter(([webhookId]) => owner.webhooks.has(webhookId))
            .flatMap(([, { deliveries }]) => deliveries)
            .filter((delivery) => owner.deliveriesById.has(delivery.id))
            .toSorted(oldestFirst)
        })
    })
  })
)
