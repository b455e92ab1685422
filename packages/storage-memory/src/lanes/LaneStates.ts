/** Lanes as the host may look at them. */
import type { Backlog, LaneState, WebhookKey } from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import { type MemoryState, ownerState, type StoredWebhook } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

const timed = <Key extends string>(key: Key, time: number | undefined): { readonly [K in Key]?: DateTime.Utc } =>
  (time === undefined ? {} : { [key]: DateTime.makeUnsafe(time) }) as { readonly [K in Key]?: DateTime.Utc }

const laneState = ({ lane, webhook }: StoredWebhook, now: number): LaneState => ({
  webhookId: webhook.id,
  failures: lane.failures,
  waiting: lane.size,
  ...timed("failingSince", lane.failingSince),
  ...timed("announcedAt", lane.announcedAt),
  ...timed("waitUntil", lane.waitUntil > now ? lane.waitUntil : undefined),
  ...timed("lastSuccessAt", lane.lastSuccessAt)
})

export const laneStates = (state: State, webhooks: ReadonlyArray<WebhookKey>, now: number): ReadonlyArray<LaneState> =>
  webhooks.flatMap(({ id, owner }) => {
    const stored = ownerState(state, owner).existing(id)
    return stored === undefined ? [] : laneState(stored, now)
  })

export const backlog = (state: State, now: number): Backlog => {
  const lanes = [...state.accounts.values()]
    .flatMap(({ owners }) => [...owners.values()])
    .flatMap(({ webhooks }) => [...webhooks.values()].map(({ lane }) => lane))
  const waitingLanes = lanes.filter(({ readyAt }) => readyAt !== undefined)
  const earliest = waitingLanes.reduce((time, { readyAt }) => Math.min(time, readyAt!), now)
  return {
    waiting: lanes.reduce((sum, { size }) => sum + size, 0),
    overdueFor: Duration.millis(now - earliest),
    backingOff: waitingLanes.filter(({ waitUntil }) => waitUntil > now).length
  }
}
