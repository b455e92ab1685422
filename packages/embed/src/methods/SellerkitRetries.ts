/** When what failed is tried again: now, or by a schedule of the seller's own. */
import {
  type AccountRetrySchedule,
  RetryScheduleFromInput,
  type RetryScheduleInput,
  RetryScheduleJson,
  WebhookId
} from "@sellerkit/core"
import { retryScheduleOperations, webhookOperations } from "@sellerkit/core/operator"
import { Effect, Schema } from "effect"
import { decodeInput } from "../InputInvalid.ts"
import { monitoredRecord, type MonitoredWebhookRecord } from "./MonitoredWebhookRecord.ts"
import type { Run } from "../Run.ts"
import { type About, about, decodeSeller, type Seller } from "../Seller.ts"

/** Lengths of time are texts such as "15 minutes". */
export interface RetryScheduleRecord {
  /** How long to wait after the first failure. */
  readonly firstWait: string
  /** How many times as long each wait is as the one before. */
  readonly factor: number
  /** No wait is longer. */
  readonly longestWait: string
  /** For how long an event is tried with the longest wait; at least once. Then it is dropped. */
  readonly longestWaitFor: string
  /** Whether it was set for this seller; otherwise it is that of the options. */
  readonly isOwn: boolean
}

/** Every method rejects with `InputInvalid` or `StorageError` as well. */
export interface SellerkitRetries {
  /**
   * Sends what waits for a webhook now, although it pauses after a failure: for when its receiver is back. Gives the webhook's
   * health then. Nothing changes while a request is in flight. Rejects with `WebhookNotFound`, or with `ResendToDisabled`.
   */
  now(seller: Seller, webhookId: string): Promise<MonitoredWebhookRecord>
  /** The schedule that counts for the seller. */
  schedule(seller: Seller): Promise<RetryScheduleRecord>
  /** Counts from the next failure on, also for events that wait already. What is absent is as usual. */
  setSchedule(seller: Seller, schedule: RetryScheduleInput): Promise<RetryScheduleRecord>
  /** The schedule of the options counts again. */
  removeSchedule(seller: Seller): Promise<RetryScheduleRecord>
}

const decodeWebhookId = decodeInput(WebhookId, "webhookId")
const decodeSchedule = decodeInput(RetryScheduleFromInput, "schedule")
const encode = Schema.encodeSync(RetryScheduleJson)

const recordOf = ({ isOwn, schedule }: AccountRetrySchedule): RetryScheduleRecord => ({ ...encode(schedule), isOwn })

type Operations = Effect.Success<typeof retryScheduleOperations>

const ask = <E>(
  seller: Seller,
  operation: (operations: Operations, asked: About) => Effect.Effect<AccountRetrySchedule, E>
) =>
  Effect.gen(function* () {
    const account = yield* decodeSeller(seller)
    return recordOf(yield* operation(yield* retryScheduleOperations, about(account, {})))
  })

const now = Effect.fnUntraced(function* (seller: Seller, webhookId: string) {
  const account = yield* decodeSeller(seller)
  const id = yield* decodeWebhookId(webhookId)
  return monitoredRecord(yield* (yield* webhookOperations).retry(about(account, { id })))
})

export const makeRetries = (run: Run): SellerkitRetries => ({
  now: (seller, webhookId) => run(now(seller, webhookId)),
  schedule: (seller) => run(ask(seller, ({ get }, asked) => get(asked))),
  setSchedule: (seller, schedule) =>
    run(
      ask(seller, ({ set }, asked) => Effect.flatMap(decodeSchedule(schedule), (payload) => set({ ...asked, payload })))
    ),
  removeSchedule: (seller) => run(ask(seller, ({ remove }, asked) => remove(asked)))
})
