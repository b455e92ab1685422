/** The queries of a sandbox: webhooks, attempts, the fate of events, and all of it in one snapshot. */
import {
  type Account,
  Deliveries,
  deliveryRecord,
  EventId,
  eventRecord,
  Events,
  History,
  type Owner,
  type StorageError,
  type TimePage,
  type TimePageRequest
} from "@sellerkit/core"
import { DateTime, Effect, Schema } from "effect"
import { SimulatedTime } from "../time/SimulatedTime.ts"
import { snapshotOf } from "./snapshot.ts"
import { historyView, webhookView } from "./views.ts"
import { ownersOf, WebhookOwners } from "./WebhookOwners.ts"
import type { AccountOf, AccountOptions } from "./AccountOptions.ts"

const decodeEventId = Schema.decodeUnknownSync(EventId)

// As many as a page may have.
const firstPage: TimePageRequest = { limit: 1000, direction: "older" }

type Timed = { readonly id: string; readonly time: DateTime.Utc }

type Page<A extends Timed> = Effect.Effect<TimePage<A>, StorageError>

/** All of the pages, the oldest record first. */
const allOf = Effect.fnUntraced(function* <A extends Timed>(page: (request: TimePageRequest) => Page<A>) {
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

export const makeQueries = Effect.fnUntraced(function* (accountOf: AccountOf) {
  const service = yield* Deliveries
  const webhooks = (account: AccountOptions = {}) =>
    Effect.map(Effect.orDie(service.health(accountOf(account))), (found) => found.map(webhookView))
  const deliveries = (account: AccountOptions = {}) =>
    Effect.map(
      allOf((request) => service.pageOfAccount(accountOf(account), {}, request)),
      (found) => found.map(deliveryRecord)
    )
  const fates = (eventId: string, account: AccountOptions = {}) =>
    Effect.map(Effect.orDie(service.fates(accountOf(account), decodeEventId(eventId))), eventRecord)
  return { webhooks, deliveries, fates }
})
type Queries = Effect.Success<ReturnType<typeof makeQueries>>

/** Records of several owners, the oldest first. A record that several of them have comes once. */
const gathered = <A extends Timed>(found: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<A> => {
  const byId = new Map(found.flat().map((record) => [record.id, record]))
  return [...byId.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1))
}

/** Records of all owners of an account: the events with subscribers, and the changes of webhooks. */
const makeRecordsOf = Effect.gen(function* () {
  const events = yield* Events
  const history = yield* History
  const known = yield* WebhookOwners
  return Effect.fnUntraced(function* (account: Account) {
    const owners = ownersOf(known, account)
    const ofEach = <A extends Timed>(page: (owner: Owner, request: TimePageRequest) => Page<A>) =>
      Effect.map(
        Effect.forEach(owners, (owner) => allOf((request) => page(owner, request))),
        gathered
      )
    return yield* Effect.all({
      events: ofEach((owner, request) => events.page(owner, {}, request)),
      changes: ofEach((owner, request) => history.page(owner, request))
    })
  })
})

/** `receivers`: the names that stand for URLs. */
export const makeSnapshot = Effect.fnUntraced(function* (
  accountOf: AccountOf,
  queries: Queries,
  receivers: ReadonlyMap<string, string>
) {
  const time = yield* SimulatedTime
  const recordsOf = yield* makeRecordsOf
  const startsAt = yield* time.now
  return Effect.fnUntraced(function* (account: AccountOptions = {}) {
    const records = yield* recordsOf(accountOf(account))
    const events = yield* Effect.forEach(records.events, ({ id }) => queries.fates(id, account))
    return snapshotOf({
      startsAt,
      now: yield* time.now,
      webhooks: yield* queries.webhooks(account),
      events,
      deliveries: yield* queries.deliveries(account),
      history: records.changes.map(historyView),
      receivers
    })
  })
})

/** The facts that explain why a receiver gets nothing. */
export const makeCircumstances = Effect.fnUntraced(function* ({ deliveries, webhooks }: Queries, url: string) {
  const both = [{}, { sandbox: true }]
  const known = (yield* Effect.forEach(both, webhooks)).flat()
  return {
    webhooks: known.filter((webhook) => webhook.url === url),
    deliveries: (yield* Effect.forEach(both, deliveries)).flat()
  }
})
