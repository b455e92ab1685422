/** Removal of old records in memory. */
import { type RecordKind, RetentionStore } from "@sellerkit/core"
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { type AccountState, MemoryState, type OwnerState } from "./MemoryState.ts"
import type { StoredEvent } from "./StoredEvent.ts"

type State = MemoryState["Service"]

const allAccounts = ({ accounts }: State): ReadonlyArray<AccountState> => [...accounts.values()]

const allOwners = (state: State): ReadonlyArray<OwnerState> =>
  allAccounts(state).flatMap(({ owners }) => [...owners.values()])

const waits = ({ recipients }: StoredEvent): boolean =>
  [...recipients.values()].some(({ state }) => state === "pending")

const removeEvent = (account: AccountState, stored: StoredEvent): void => {
  const { id, idempotencyKey } = stored.event
  account.events.delete(id)
  account.eventIdsByKey.delete(idempotencyKey)
  for (const owner of account.owners.values()) {
    if (!owner.eventIds.delete(id)) continue
    owner.events.remove(stored)
    for (const webhookId of stored.recipients.keys()) owner.webhooks.get(webhookId)?.events.remove(stored)
  }
}

const removeEvents = (state: State, before: number, most: number): number => {
  const leaving = allAccounts(state)
    .flatMap((account) => [...account.events.values()].map((stored) => ({ account, stored })))
    .filter(({ stored }) => stored.acceptedAt < before && !waits(stored))
    .slice(0, most)
  for (const { account, stored } of leaving) removeEvent(account, stored)
  return leaving.length
}

const isBefore = (time: DateTime.Utc, before: number): boolean => DateTime.toEpochMillis(time) < before

const removeDeliveries = (state: State, before: number, most: number): number => {
  const leaving = allOwners(state)
    .flatMap((owner) => [...owner.deliveriesById.values()].map((delivery) => ({ owner, delivery })))
    .filter(({ delivery }) => isBefore(delivery.time, before))
    .slice(0, most)
  for (const { delivery, owner } of leaving) {
    owner.deliveriesById.delete(delivery.id)
    owner.deliveries.remove(delivery)
    const webhook = owner.webhooks.get(delivery.webhookId)
    webhook?.deliveries.remove(delivery)
  }
  return leaving.length
}

const removeHistory = (state: State, before: number, most: number): number => {
  const leaving = allOwners(state)
    .flatMap((owner) => [...owner.historyById.values()].map((entry) => ({ owner, entry })))
    .filter(({ entry }) => isBefore(entry.time, before))
    .slice(0, most)
  for (const { entry, owner } of leaving) {
    owner.historyById.delete(entry.id)
    owner.history.remove(entry)
  }
  return leaving.length
}

/** Jobs that have ended, and deleted webhooks that no record names any more. */
const removeRemains = (state: State, before: number, most: number): number => {
  const jobs = [...state.resends.values()]
    .filter(({ resend }) => resend.state !== "running" && isBefore(resend.updatedAt, before))
    .slice(0, most)
  for (const { resend } of jobs) state.resends.delete(resend.id)
  const named = new Set([...state.resends.values()].map(({ resend }) => resend.webhookId))
  const webhooks = allOwners(state)
    .flatMap((owner) => [...owner.webhooks.values()].map((stored) => ({ owner, stored })))
    .filter(
      ({ stored: { deletedAt, deliveries, events, webhook } }) =>
        deletedAt !== undefined && deletedAt < before && events.isEmpty && deliveries.isEmpty && !named.has(webhook.id)
    )
    .slice(0, most - jobs.length)
  for (const { owner, stored } of webhooks) owner.webhooks.delete(stored.webhook.id)
  return jobs.length + webhooks.length
}

const removals: Readonly<Record<RecordKind, (state: State, before: number, most: number) => number>> = {
  events: removeEvents,
  deliveries: removeDeliveries,
  history: removeHistory,
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
