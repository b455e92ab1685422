/** Jobs that send events again, in memory. */
import {
  type Account,
  accountKey,
  longestJobPause,
  mostCounted,
  type Position,
  type Resend,
  type ResendId,
  ResendStore,
  ResendToDisabled,
  WebhookNotFound
} from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer, Option } from "effect"
import {
  type Job,
  MemoryState,
  type OwnerState,
  ownerState,
  position,
  putRecord,
  type StoredWebhook
} from "./state/MemoryState.ts"
import type { StoredEvent } from "./state/StoredEvent.ts"

/** Whether a job is about an event. If it is about a delivery that was too old to be kept, it is about no event. */
const isSelected = (
  { deliveriesById }: OwnerState,
  { selection, webhookId }: Resend,
  { event, recipients }: StoredEvent
): boolean => {
  if (event.test) return false
  if (selection._tag === "Period") return true
  const { deliveryId } = selection
  return deliveriesById.has(deliveryId) && recipients.get(webhookId)!.deliveries.some(({ id }) => id === deliveryId)
}

/** Events that the job looks at, oldest first, at most so many. */
const candidates = (
  owner: OwnerState,
  resend: Resend,
  reached: Position | undefined,
  limit: number
): ReadonlyArray<StoredEvent> => {
  const { selection } = resend
  const period =
    selection._tag === "Period"
      ? { from: DateTime.toEpochMillis(selection.since), to: DateTime.toEpochMillis(selection.until) }
      : {}
  const cursor = reached === undefined ? {} : { cursor: reached }
  return owner.webhooks
    .get(resend.webhookId)!
    .events.find({ direction: "newer", limit: Number.MAX_SAFE_INTEGER, ...period, ...cursor })
    .filter((stored) => isSelected(owner, resend, stored))
    .slice(0, limit)
}

const isWaiting = (stored: StoredEvent, { webhookId }: Resend): boolean =>
  stored.recipients.get(webhookId)!.state === "pending"

/** Puts the event back if it is one of those to be sent again. Gives whether it waits from now on. */
const putBack = (
  { lane, webhook }: StoredWebhook,
  { selection }: Resend,
  stored: StoredEvent,
  now: number
): boolean => {
  const recipient = stored.recipients.get(webhook.id)!
  const onlyFailed = selection._tag === "Period" && selection.onlyFailed
  if (recipient.state === "pending" || (recipient.state === "delivered" && onlyFailed)) return false
  recipient.state = "pending"
  recipient.attempts = 0
  recipient.waitingSince = now
  delete recipient.dropReason
  lane.add({ stored, attempts: 0, dueAt: now })
  return true
}

const advance = (job: Job, owner: OwnerState, most: number, now: number): void => {
  const { resend } = job
  const webhook = owner.webhooks.get(resend.webhookId)!
  const found = candidates(owner, resend, job.reached, most)
  let [examined, resent, waiting] = [0, 0, 0]
  for (const stored of found) {
    if (resent === resend.eventsPerSecond) break
    examined++
    if (isWaiting(stored, resend)) waiting++
    if (putBack(webhook, resend, stored, now)) resent++
    job.reached = position(stored.event)
  }
  if (resent > 0) webhook.lane.wake(now)
  const finished = examined === found.length && found.length < most
  job.readyAt = now + Math.ceil((1000 * resent) / resend.eventsPerSecond)
  job.resend = {
    ...resend,
    state: finished ? "finished" : "running",
    total: Math.max(resend.total, resend.examined + examined),
    examined: resend.examined + examined,
    resent: resend.resent + resent,
    alreadyWaiting: resend.alreadyWaiting + waiting
  }
}

/** Where it would pause for longer than any job does, the clock has been set back. */
const isDue = ({ readyAt }: Job, now: number): boolean => readyAt <= now || readyAt > now + longestJobPause

const isRunning = ({ resend }: Job): boolean => resend.state === "running"

export const layer: Layer.Layer<ResendStore, never, MemoryState> = Layer.effect(
  ResendStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const { resends } = state

    const find = (account: Account, id: ResendId): Job | undefined => {
      const job = resends.get(id)
      return job !== undefined && accountKey(job.resend.owner) === accountKey(account) ? job : undefined
    }

    return ResendStore.of({
      insert: Effect.fnUntraced(function* (asked, entry) {
        const now = yield* Clock.currentTimeMillis
        const owner = ownerState(state, asked.owner)
        const webhook = owner.existing(asked.webhookId)
        if (webhook === undefined) return yield* new WebhookNotFound({ id: asked.webhookId })
        if (!webhook.webhook.enabled) return yield* new ResendToDisabled({ webhookId: asked.webhookId })
        const begun = {
          ...asked,
          state: "running",
          total: 0,
          examined: 0,
          resent: 0,
          alreadyWaiting: 0,
          updatedAt: asked.createdAt
        } as const
        const total = candidates(owner, begun, undefined, mostCounted).length
        const resend = { ...begun, total }
        resends.set(asked.id, { resend, reached: undefined, readyAt: now })
        putRecord(state, asked.owner, entry)
        return resend
      }),
      step: Effect.fnUntraced(function* (most) {
        const now = yield* Clock.currentTimeMillis
        const due = [...resends.values()]
          .filter((job) => isRunning(job) && isDue(job, now))
          .toSorted((left, right) => left.readyAt - right.readyAt)
        const job = due[0]
        if (job === undefined) return Option.none()
        const owner = ownerState(state, job.resend.owner)
        if (owner.existing(job.resend.webhookId)?.webhook.enabled === true) advance(job, owner, most, now)
        else job.resend = { ...job.resend, state: "stopped" }
        job.resend = { ...job.resend, updatedAt: DateTime.makeUnsafe(now) }
        state.work.openUnsafe()
        return Option.some(job.resend)
      }),
      cancel: Effect.fnUntraced(function* (account, id, entry) {
        const job = find(account, id)
        if (job === undefined) return Option.none()
        if (isRunning(job)) {
          job.resend = { ...job.resend, state: "cancelled", updatedAt: yield* DateTime.now }
          putRecord(state, account, entry)
        }
        return Option.some(job.resend)
      }),
      get: (account, id) =>
        Effect.sync(() => Option.map(Option.fromUndefinedOr(find(account, id)), ({ resend }) => resend))
    })
  })
)
