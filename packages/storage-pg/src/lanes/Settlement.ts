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

/** An outcome, with what the lease of this process knows of its events. */
export interface Settling {
  readonly outcome: Outcome
  /** Undefined for a lease of which this process knows nothing. */
  readonly lease: PgLease | undefined
  /** Of each event of the outcome: where it is found; undefined for one that has to be looked up. */
  readonly keys: ReadonlyArray<PendingKey | undefined>
  /** What is known of the lease and is settled with the outcome: also what its requests did not send, where the lane is released. */
  readonly leaving: ReadonlyArray<PendingKey>
}

export const toSettling = (outcome: Outcome): Settling => {
  const lease = PgLease.of(outcome.lease)
  const keys = outcome.events.map(({ id }) => lease?.events.get(id))
  if (!outcome.keepsLease && lease !== undefined) return { outcome, lease, keys, leaving: [...lease.events.values()] }
  return { outcome, lease, keys, leaving: keys.filter((key) => key !== undefined) }
}

interface CarriedEvent {
  readonly lease: Lease
  readonly key: PendingKey
}

const carriedOf = (lease: Lease, keys: ReadonlyArray<PendingKey>): ReadonlyArray<CarriedEvent> =>
  keys.flatMap((key) => (key.carried === undefined ? [] : [{ lease, key }]))

/** What is carried under a lease. */
export const carriedEvents = (lease: Lease): ReadonlyArray<CarriedEvent> =>
  carriedOf(lease, [...(PgLease.of(lease)?.events.values() ?? [])])

/** What is carried of a lane that is released, and was not sent. */
const restOf = ({ keys, leaving, outcome: { keepsLease, lease } }: Settling): ReadonlyArray<CarriedEvent> => {
  if (keepsLease || leaving.length === 0) return []
  const sent = new Set(keys)
  return carriedOf(
    lease,
    leaving.filter((key) => !sent.has(key))
  )
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

/** Where an event is found that had to be looked up; undefined where it is not there. */
export type LookedUp = (outcome: Outcome, id: EventId) => PendingKey | undefined

/** Events that have to be looked up, with their leases. */
export const unknownEvents = (settling: ReadonlyArray<Settling>) =>
  settling.flatMap(({ keys, outcome: { events, lease } }) =>
    events.flatMap(({ id }, index) => (keys[index] === undefined ? [{ id, lease }] : []))
  )

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

/** The events of all outcomes. `place`: which outcome, from 1. One that has been removed meanwhile has nothing left to settle. */
const settledEvents = (settling: ReadonlyArray<Settling>, lookedUp: LookedUp) =>
  settling.flatMap(({ keys, outcome }, index) =>
    outcome.events.flatMap(({ id, verdict }, nth) => {
      const key = keys[nth] ?? lookedUp(outcome, id)
      return key === undefined ? [] : [{ place: index + 1, key, verdict }]
    })
  )

export const settleValues = (now: number | null, settling: ReadonlyArray<Settling>, lookedUp: LookedUp) => {
  const outcomes = settling.map(({ outcome }) => outcome)
  const events = settledEvents(settling, lookedUp)
  const finished = finishedBy(settling.flatMap(({ leaving }) => leaving))
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
    ...restValues(settling.flatMap(restOf), finished),
    ...toldValues(outcomes),
    renewalsOf(outcomes)
  ] as const
}
