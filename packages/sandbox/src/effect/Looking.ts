/** What a test sees of the service: webhooks, attempts, what became of events, and all of it together. */
import {
  type Account,
  Deliveries,
  EventId,
  Events,
  History,
  type StorageError,
  type TimePage,
  type TimePageRequest
} from "@sellerkit/core"
import { DateTime, Effect, Schema } from "effect"
import { SimulatedTime } from "../time/SimulatedTime.ts"
import { snapshotOf } from "./snapshot.ts"
import { deliveryView, fateView, historyView, webhookView } from "./views.ts"
import type { AccountOf, Whose } from "./Whose.ts"

const decodeEventId = Schema.decodeUnknownSync(EventId)

// As many as a page may have.
const firstPage: TimePageRequest = { limit: 1000, direction: "older" }

type Timed = { readonly id: string; readonly time: DateTime.Utc }

/** All of the pages, the oldest record first. */
const allOf = Effect.fnUntraced(function* <A extends Timed>(
  page: (request: TimePageRequest) => Effect.Effect<TimePage<A>, StorageError>
) {
  const found: Array<A> = []
  let request = firstPage
  for (;;) {
    const { items, next } = yield* page(request)
    found.push(...items)
    const last = items.at(-1)
    if (next === "" || last === undefined) return found.toReversed()
    request = { ...firstPage, cursor: { id: last.id, time: DateTime.toEpochMillis(last.time) } }
  }
}, Effect.orDie)

export const makeLooking = Effect.fnUntraced(function* (accountOf: AccountOf) {
  const service = yield* Deliveries
  const webhooks = (whose: Whose = {}) =>
    Effect.map(Effect.orDie(service.health(accountOf(whose))), (found) => found.map(webhookView))
  const deliveries = (whose: Whose = {}) =>
    Effect.map(
      allOf((request) => service.pageOfAccount(accountOf(whose), {}, request)),
      (found) => found.map(deliveryView)
    )
  const fates = (eventId: string, whose: Whose = {}) =>
    Effect.map(Effect.orDie(service.fates(accountOf(whose), decodeEventId(eventId))), (found) =>
      found.webhooks.map(fateView)
    )
  return { webhooks, deliveries, fates }
})
type Looking = Effect.Success<ReturnType<typeof makeLooking>>

/** The events of an account that anybody is subscribed to, the oldest first. */
const makeEventsOf = Effect.gen(function* () {
  const deliveries = yield* Deliveries
  const events = yield* Events
  return Effect.fnUntraced(function* (account: Account) {
    const owners = (yield* Effect.orDie(deliveries.health(account))).map(({ webhook }) => webhook.owner.serviceId)
    const found = yield* Effect.forEach(new Set([null, ...owners]), (serviceId) =>
      allOf((request) => events.page({ ...account, serviceId }, {}, request))
    )
    const byId = new Map(found.flat().map((event) => [event.id, event]))
    return [...byId.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1))
  })
})

/** `receivers`: the names that stand for URLs. */
export const makeSnapshot = Effect.fnUntraced(function* (
  accountOf: AccountOf,
  looking: Looking,
  receivers: ReadonlyMap<string, string>
) {
  const time = yield* SimulatedTime
  const service = yield* Deliveries
  const history = yield* History
  const eventsOf = yield* makeEventsOf
  const startsAt = yield* time.now
  return Effect.fnUntraced(function* (whose: Whose = {}) {
    const account = accountOf(whose)
    const events = yield* Effect.forEach(yield* eventsOf(account), (event) =>
      Effect.all({
        event: Effect.succeed(event),
        fates: looking.fates(event.id, whose),
        attempts: Effect.orDie(service.ofEventInAccount(account, event.id))
      })
    )
    const eventIdsOf = (deliveryId: string): ReadonlyArray<string> =>
      events.filter(({ attempts }) => attempts.some(({ id }) => id === deliveryId)).map(({ event: { id } }) => id)
    const entries = yield* allOf((request) => history.page({ ...account, serviceId: null }, request))
    const attempts = yield* looking.deliveries(whose)
    return snapshotOf({
      startsAt,
      now: yield* time.now,
      webhooks: yield* looking.webhooks(whose),
      events,
      deliveries: attempts.map((attempt) => ({ ...attempt, eventIds: eventIdsOf(attempt.id) })),
      history: entries.map(historyView),
      receivers
    })
  })
})

/** What there is to say about a receiver that gets nothing. */
export const makeCircumstances = Effect.fnUntraced(function* ({ deliveries, webhooks }: Looking, url: string) {
  const both = [{}, { sandbox: true }]
  const known = (yield* Effect.forEach(both, webhooks)).flat()
  return {
    webhooks: known.filter((webhook) => webhook.url === url),
    deliveries: (yield* Effect.forEach(both, deliveries)).flat()
  }
})
