/** Attempts in memory. */
import { type Delivery, DeliveryLog } from "@sellerkit/core"
import { DateTime, Effect, Layer, Option, Order } from "effect"
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
            .toSorted(oldestFirst)
        })
    })
  })
)
