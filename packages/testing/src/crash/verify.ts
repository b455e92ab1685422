/** Compares what a storage says in the end with what must be true. */
import {
  DeliveryLog,
  DeliveryQueue,
  type EventFate,
  type EventId,
  type PublishedEvent,
  type WebhookId
} from "@sellerkit/core"
import { assert } from "@effect/vitest"
import { Clock, Context, Effect, Option } from "effect"
import { account, owner } from "../fixtures.ts"
import type { CrashWorld } from "./CrashWorld.ts"
import type { Lane, Recipient } from "./Ledger.ts"

type Expected = Pick<EventFate, "attempts" | "dropReason" | "fate">

const expectedFate = ({ ledger }: CrashWorld, lane: Lane, recipient: Recipient, now: number): Expected => {
  const { attempts, dropReason, state } = recipient
  const over = state === "pending" ? ledger.dropReason(lane, now) : dropReason
  if (over !== undefined) return { attempts, fate: "dropped", dropReason: over }
  if (state === "delivered") return { attempts, fate: "delivered" }
  return { attempts, fate: lane.enabled ? "pending" : "held" }
}

const seenFate = ({ attempts, dropReason, fate }: EventFate): Expected => ({
  attempts,
  fate,
  ...(dropReason === undefined ? undefined : { dropReason })
})

/** By webhook. */
const fatesOf = Effect.fnUntraced(function* ({ storage }: CrashWorld, id: EventId) {
  const found = yield* Context.get(storage, DeliveryQueue).fates(account(), id)
  const { webhooks } = Option.getOrThrow(found)
  return new Map(webhooks.map((fate) => [fate.webhookId, seenFate(fate)]))
})

/** The fate of every accepted event at every webhook is what must have become of it. */
export const verifyFates = Effect.fnUntraced(function* (world: CrashWorld) {
  const now = yield* Clock.currentTimeMillis
  for (const { id, idempotencyKey } of world.ledger.accepted.values()) {
    const expected = new Map<WebhookId, Expected>()
    for (const [webhookId, lane] of world.ledger.lanes) {
      const recipient = lane.recipients.get(id as EventId)
      if (recipient !== undefined) expected.set(webhookId, expectedFate(world, lane, recipient, now))
    }
    assert.deepStrictEqual(yield* fatesOf(world, id as EventId), expected, `the fates of ${idempotencyKey}`)
  }
})

/** Everything that a publisher was told is stored, except events without a receiver. */
export const verifyAcknowledged = ({ ledger }: CrashWorld, told: ReadonlyMap<string, PublishedEvent>): void => {
  for (const [key, { deliveries, id }] of told) {
    const stored = ledger.accepted.get(key)
    assert.isTrue(stored !== undefined || deliveries === 0, `${key} was acknowledged, and is not stored`)
    if (stored !== undefined) assert.deepInclude(stored, { id, deliveries }, key)
  }
}

/** Nothing waits for an enabled webhook. */
export const verifyNothingWaits = ({ ledger }: CrashWorld): void => {
  for (const { enabled, recipients, url } of ledger.lanes.values()) {
    const waiting = [...recipients].filter(([, { state }]) => state === "pending")
    if (enabled) assert.deepStrictEqual(waiting, [], `what waits for ${url}`)
  }
}

/** Jobs that send again have ended, whatever became of the process that had begun them. */
export const verifyResends = ({ ledger }: CrashWorld): void => {
  for (const { examined, id, state, total } of ledger.resends.values()) {
    assert.include(["finished", "stopped"], state, `the job ${id}`)
    if (state === "finished") assert.isAtLeast(examined, total, `the events that the job ${id} has looked at`)
  }
}

/** The delivery history holds exactly what was settled, and so no attempt without a request. */
export const verifyHistory = Effect.fnUntraced(function* ({ ledger, storage }: CrashWorld) {
  const found = yield* Context.get(storage, DeliveryLog).find(owner(), {}, { limit: 10_000, direction: "newer" })
  const byId = new Map(found.map((delivery) => [delivery.id as string, delivery]))
  assert.strictEqual(byId.size, found.length, "an attempt is recorded once")
  assert.deepStrictEqual(byId, ledger.deliveries)
})

/**
 * Every attempt that was not given up is recorded in time, except for those that were under way as their process ended: at
 * most one of each process for each webhook, the last one.
 */
export const verifyAttempts = (world: CrashWorld): void => {
  const later = new Set<string>()
  for (const { isGivenUp, process, settled, webhookId } of [...world.ledger.requests.values()].toReversed()) {
    if (isGivenUp) continue
    const from = `process ${process} to ${world.ledger.lane(webhookId).url}`
    if (settled !== "inTime") {
      assert.isTrue(world.hasCrashed(process), `an attempt of ${from} is not recorded, although it did not crash`)
      assert.isFalse(later.has(from), `an attempt of ${from} is not recorded, although it made another one`)
    }
    later.add(from)
  }
}

/** How often receivers accepted an event again that was not resent. */
export const countDuplicates = ({ ledger }: CrashWorld): number => {
  const requests = [...ledger.requests.values()].filter(({ isAccepted }) => isAccepted)
  const extra = [...ledger.lanes].flatMap(([webhookId, { recipients }]) =>
    [...recipients].map(([event, { resends }]) => {
      const accepted = requests.filter((request) => request.webhookId === webhookId && request.events.includes(event))
      return Math.max(0, accepted.length - 1 - resends)
    })
  )
  return extra.reduce((sum, count) => sum + count, 0)
}
