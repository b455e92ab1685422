/** Attempts in memory. */
import {
  type Account,
  type AccountDeliveryFilter,
  type Delivery,
  DeliveryLog,
  type EventId,
  type HourOfDeliveries,
  mayView,
  type TimePageRequest,
  type Viewer
} from "@sellerkit/core"
import { DateTime, Duration, Effect, Layer, Option, Order, Predicate } from "effect"
import { accountState, MemoryState, type OwnerState, ownerState } from "./state/MemoryState.ts"

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, ({ time }: Delivery) => DateTime.toEpochMillis(time)),
  Order.mapInput(Order.String, ({ id }: Delivery) => id)
)

type State = MemoryState["Service"]

const ownersOf = (state: State, account: Account): ReadonlyArray<OwnerState> => [
  ...accountState(state, account).owners.values()
]

const ownersSeen = (state: State, viewer: Viewer): ReadonlyArray<OwnerState> =>
  ownersOf(state, viewer).filter(({ owner }) => mayView(viewer, owner))

const find = (
  owner: OwnerState,
  { success, webhookId }: AccountDeliveryFilter,
  request: TimePageRequest
): ReadonlyArray<Delivery> => {
  const index = webhookId === undefined ? owner.deliveries : owner.webhooks.get(webhookId)?.deliveries
  return index?.find(request, (delivery) => success === undefined || delivery.success === success) ?? []
}

const attemptsOf = (
  state: State,
  account: Account,
  owners: ReadonlyArray<OwnerState>,
  id: EventId
): ReadonlyArray<Delivery> => {
  const recipients = [...(accountState(state, account).events.get(id)?.recipients.values() ?? [])]
  return recipients
    .flatMap(({ deliveries }) => deliveries)
    .filter((delivery) => owners.some(({ deliveriesById }) => deliveriesById.has(delivery.id)))
    .toSorted(oldestFirst)
}

const hourLength = Duration.toMillis("1 hour")

const hoursOf = (deliveries: ReadonlyArray<Delivery>): ReadonlyArray<HourOfDeliveries> => {
  const hours = new Map<number, { succeeded: number; failed: number }>()
  for (const { success, time } of deliveries) {
    const start = Math.floor(DateTime.toEpochMillis(time) / hourLength) * hourLength
    const counted = hours.get(start) ?? { succeeded: 0, failed: 0 }
    hours.set(start, counted)
    counted[success ? "succeeded" : "failed"]++
  }
  return [...hours]
    .toSorted(([left], [right]) => left - right)
    .map(([start, counted]) => ({ hour: DateTime.makeUnsafe(start), ...counted }))
}

export const layer: Layer.Layer<DeliveryLog, never, MemoryState> = Layer.effect(
  DeliveryLog,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return DeliveryLog.of({
      get: (owner, id) => Effect.sync(() => Option.fromUndefinedOr(ownerState(state, owner).deliveriesById.get(id))),
      inAccount: (account, id) =>
        Effect.sync(() =>
          Option.fromUndefinedOr(
            ownersOf(state, account)
              .map(({ deliveriesById }) => deliveriesById.get(id))
              .find(Predicate.isNotUndefined)
          )
        ),
      find: (key, filter, request) => Effect.sync(() => find(ownerState(state, key), filter, request)),
      findInAccount: (viewer, filter, request) =>
        Effect.sync(() =>
          ownersSeen(state, viewer)
            .flatMap((owner) => find(owner, filter, request))
            .toSorted(request.direction === "newer" ? oldestFirst : Order.flip(oldestFirst))
            .slice(0, request.limit + 1)
        ),
      ofEvent: (key, id) => Effect.sync(() => attemptsOf(state, key, [ownerState(state, key)], id)),
      ofEventInAccount: (account, id) => Effect.sync(() => attemptsOf(state, account, ownersOf(state, account), id)),
      hours: (account, webhookId, from, to) =>
        Effect.sync(() => {
          const all = { direction: "newer", limit: Number.POSITIVE_INFINITY, from, to: to - 1 } as const
          return hoursOf(ownersOf(state, account).flatMap((owner) => find(owner, { webhookId }, all)))
        })
    })
  })
)
