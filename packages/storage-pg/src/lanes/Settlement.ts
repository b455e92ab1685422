/** Outcomes as the parameters of `sellerkit.settle`. */
import {
  type EventId,
  type Lease,
  operationalNewEvent,
  operationsAccount,
  type Outcome,
  type Verdict
} from "@sellerkit/core"
import { Duration } from "effect"
import { bigints, booleans, integers, texts, uuids } from "../connection/lists.ts"
import { millis } from "../rows/Rows.ts"
import { type CarriedRow, finishedBy, type PendingKey, PgLease } from "./PgLease.ts"

/** An event of an outcome. `place`: which outcome of the statement, from 1. `key`: where the event is found. */
interface SettledEvent {
  readonly place: number
  readonly id: EventId
  readonly key: PendingKey | undefined
  readonly verdict: Verdict
}

const settledEvents = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<SettledEvent> =>
  outcomes.flatMap(({ events, lease }, index) => {
    const keys = PgLease.of(lease)?.events
    return events.map(({ id, verdict }) => ({ place: index + 1, id, key: keys?.get(id), verdict }))
  })

interface CarriedEvent {
  readonly lease: Lease
  readonly key: PendingKey
}

/** What is carried under a lease, other than events with these ids. */
export const carriedEvents = (lease: Lease, but: ReadonlyArray<EventId> = []): ReadonlyArray<CarriedEvent> => {
  const sent = new Set(but)
  return [...(PgLease.of(lease)?.events.values() ?? [])].flatMap((key) =>
    key.carried === undefined || sent.has(key.id) ? [] : [{ lease, key }]
  )
}

/** What is known of a lease and is settled with the outcome: also what its requests did not send, where the lane is released. */
export const leavingEvents = ({ events, keepsLease, lease }: Outcome): ReadonlyArray<PendingKey> => {
  const known = PgLease.of(lease)?.events
  if (known === undefined) return []
  return keepsLease ? events.flatMap(({ id }) => known.get(id) ?? []) : [...known.values()]
}

/** As parameters of `sellerkit.settle` and `sellerkit.release`: what waits again, and the rows that are needed no more. */
export const restValues = (rest: ReadonlyArray<CarriedEvent>, finished: ReadonlyArray<CarriedRow>) =>
  [
    uuids(rest.map(({ lease }) => lease.owner.sellerId)),
    booleans(rest.map(({ lease }) => lease.owner.sandbox)),
    uuids(rest.map(({ lease }) => lease.webhookId)),
    uuids(rest.map(({ key }) => key.id)),
    bigints(rest.map(({ key }) => key.number)),
    bigints(rest.map(({ key }) => key.time)),
    integers(rest.map(({ key }) => key.carried!.bytes)),
    bigints(finished.map(({ until }) => until)),
    bigints(finished.map(({ number }) => number))
  ] as const

const verdicts: Readonly<Record<Verdict["_tag"], number>> = { Retry: 0, Delivered: 1, Dropped: 2 }

const waitOf = (verdict: Verdict): number => (verdict._tag === "Retry" ? Duration.toMillis(verdict.wait) : 0)

/** Events whose key is not known, with their leases. */
export const unknownEvents = (outcomes: ReadonlyArray<Outcome>) =>
  settledEvents(outcomes)
    .filter(({ key }) => key === undefined)
    .map(({ id, place }) => ({ id, lease: outcomes[place - 1]!.lease }))

/** What the operator is told, and with which outcomes. */
const toldValues = (outcomes: ReadonlyArray<Outcome>) => {
  const told = outcomes.flatMap(({ event }, index) =>
    event === undefined ? [] : [{ place: index + 1, event: operationalNewEvent(event) }]
  )
  return [
    integers(told.map(({ place }) => place)),
    uuids(told.map(() => operationsAccount.sellerId)),
    booleans(told.map(() => operationsAccount.sandbox)),
    uuids(told.map(({ event }) => event.id)),
    bigints(told.map(({ event }) => millis(event.time))),
    texts(told.map(({ event }) => event.scope)),
    texts(told.map(({ event }) => event.type)),
    texts(told.map(({ event }) => event.payload))
  ] as const
}

/** Null where there is none, which is so most of the time. */
const renewalsOf = (outcomes: ReadonlyArray<Outcome>) =>
  outcomes.some(({ renewal }) => renewal !== undefined)
    ? bigints(outcomes.map(({ renewal }) => (renewal === undefined ? null : Duration.toMillis(renewal))))
    : null

/** `leaving`: what is settled of leases of this process (`leavingEvents`). */
export const settleValues = (
  now: number | null,
  outcomes: ReadonlyArray<Outcome>,
  lookedUp: (outcome: Outcome, id: EventId) => PendingKey | undefined,
  leaving: ReadonlyArray<PendingKey>
) => {
  const rest = outcomes.flatMap(({ events, keepsLease, lease }) =>
    keepsLease
      ? []
      : carriedEvents(
          lease,
          events.map(({ id }) => id)
        )
  )
  const events = settledEvents(outcomes).flatMap(({ id, key, place, verdict }) => {
    const known = key ?? lookedUp(outcomes[place - 1]!, id)
    // An event that has been removed meanwhile has nothing left to settle.
    return known === undefined ? [] : [{ place, key: known, verdict }]
  })
  return [
    now,
    uuids(outcomes.map(({ lease }) => lease.owner.sellerId)),
    booleans(outcomes.map(({ lease }) => lease.owner.sandbox)),
    uuids(outcomes.map(({ lease }) => lease.webhookId)),
    bigints(outcomes.map(({ lease }) => lease.fence)),
    uuids(outcomes.map(({ delivery }) => delivery.id)),
    bigints(outcomes.map(({ delivery }) => millis(delivery.time))),
    booleans(outcomes.map(({ delivery }) => delivery.success)),
    integers(outcomes.map(({ delivery }) => delivery.responseCode ?? null)),
    texts(outcomes.map(({ delivery }) => delivery.error ?? null)),
    texts(outcomes.map((outcome) => `{${outcome.events.map(({ id }) => id).join(",")}}`)),
    integers(outcomes.map(({ failures }) => failures)),
    booleans(outcomes.map(({ announced }) => announced)),
    integers(outcomes.map(({ batchSize }) => batchSize)),
    bigints(outcomes.map(({ wait }) => Duration.toMillis(wait))),
    booleans(outcomes.map(({ events }) => events.some(({ verdict }) => verdict._tag === "Retry"))),
    booleans(outcomes.map(({ keepsLease }) => keepsLease)),
    integers(events.map(({ place }) => place)),
    uuids(events.map(({ key }) => key.id)),
    bigints(events.map(({ key }) => key.number)),
    bigints(events.map(({ key }) => key.time)),
    integers(events.map(({ key }) => key.attempts)),
    bigints(events.map(({ key }) => key.dueAt)),
    integers(events.map(({ verdict }) => verdicts[verdict._tag])),
    bigints(events.map(({ verdict }) => waitOf(verdict))),
    booleans(events.map(({ key }) => key.carried !== undefined)),
    integers(events.map(({ key }) => key.carried?.bytes ?? 0)),
    ...restValues(rest, finishedBy(leaving)),
    ...toldValues(outcomes),
    renewalsOf(outcomes)
  ] as const
}
