/** Removal of old records in memory. */
import { type RecordKind, RetentionStore } from "@sellerkit/core"
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { type AccountState, MemoryState, type OwnerState } from "./state/MemoryState.ts"
import type { StoredEvent } from "./state/StoredEvent.ts"

type State = MemoryState["Service"]

const allAccounts = ({ accounts }: State): ReadonlyArray<AccountState> => [...accounts.values()]

const allOwners = (state: State): ReadonlyArray<OwnerState> =>
  allAccounts(state).flatMap(({ owners }) => [...owners.values()])

const waits = ({ recipients }: StoredEvent): boolean =>
  [...recipients.values()].some(({ state }) => state === "pending")

const removeEvent = (account: AccountState, stored: StoredEvent): void => {
  const { id, idempotencyKey } = stored.event
  account.events.delete(id)
  if (idempotencyKey !== id) account.eventIdsByKey.delete(idempotencyKey)
  for (const owner of account.owners.values()) {
    if (!owner.eventIds.delete(id)) continue
    owner.events.remove(stored)
    for (const webhookId of stored.recipients.keys()) owner.webhooks.get(webhookId)?.events.remove(stored)
  }
}

/** Records that were written before a time, the oldest first, at most so many. */
const oldest = <A>(
  records: ReadonlyArray<A>,
  writtenAt: (record: A) => number,
  before: number,
  most: number
): ReadonlyArray<A> =>
  records
    .filter((record) => writtenAt(record) < before)
    .toSorted((left, right) => writtenAt(left) - writtenAt(right))
    .slice(0, most)

const removeEvents = (state: State, before: number, most: number): number => {
  const ended = allAccounts(state)
    .flatMap((account) => [...account.events.values()].map((stored) => ({ account, stored })))
    .filter(({ stored }) => !waits(stored))
  const leaving = oldest(ended, ({ stored }) => stored.acceptedAt, before, most)
  for (const { account, stored } of leaving) removeEvent(account, stored)
  return leaving.length
}

const millis = (time: DateTime.Utc): number => DateTime.toEpochMillis(time)

const removeDeliveries = (state: State, before: number, most: number): number => {
  const deliveries = allOwners(state).flatMap((owner) =>
    [...owner.deliveriesById.values()].map((delivery) => ({ owner, delivery }))
  )
  const leaving = oldest(deliveries, ({ delivery }) => millis(delivery.time), before, most)
  for (const { delivery, owner } of leaving) {
    owner.deliveriesById.delete(delivery.id)
    owner.deliveries.remove(delivery)
    const webhook = owner.webhooks.get(delivery.webhookId)
    webhook?.deliveries.remove(delivery)
  }
  return leaving.length
}

/** Jobs that have ended, and deleted webhooks that no record names any more. */
const removeRemains = (state: State, before: number, most: number): number => {
  const ended = [...state.resends.values()].filter(({ resend }) => resend.state !== "running")
  const jobs = oldest(ended, ({ resend }) => millis(resend.updatedAt), before, most)
  for (const { resend } of jobs) state.resends.delete(resend.id)
  const named = new Set([...state.resends.values()].map(({ resend }) => resend.webhookId))
  const unnamed = allOwners(state)
    .flatMap((owner) => [...owner.webhooks.values()].map((stored) => ({ owner, stored })))
    .filter(
      ({ stored: { deliveries, events, webhook } }) => events.isEmpty && deliveries.isEmpty && !named.has(webhook.id)
    )
  const deletedAt = ({ stored }: (typeof unnamed)[number]): number => stored.deletedAt ?? Number.POSITIVE_INFINITY
  const webhooks = oldest(unnamed, deletedAt, before, most - jobs.length)
  for (const { owner, stored } of webhooks) owner.webhooks.delete(stored.webhook.id)
  return jobs.length + webhooks.length
}

const removals: Readonly<Record<RecordKind, (state: State, before: number, most: number) => number>> = {
  events: removeEvents,
  deliveries: removeDeliveries,
  remains: removeRemains
}

export const layer: Layer.Layer<RetentionStore, never, MemoryState> = Layer.effect(
  RetentionStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return RetentionStore.of({
      remove: (kind, age, most) =>
        Effect.map(Clock.currentTimeMillis, (now) => removals[kind](state, now - Duration.toMillis(age), most))
    })
  })
)
