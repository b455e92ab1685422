/** When what failed is tried again: now, or by a schedule of the seller's own. */
import {
  type AccountRetrySchedule,
  Deliveries,
  RetryScheduleFromInput,
  type RetryScheduleInput,
  RetryScheduleJson,
  RetrySchedules,
  WebhookId
} from "@sellerkit/core"
import { Effect, Option, Schema } from "effect"
import { decodeInput } from "./InputInvalid.ts"
import { monitoredRecord, type MonitoredWebhookRecord } from "./MonitoredWebhookRecord.ts"
import type { Run } from "./Run.ts"
import { decodeSeller, type Seller } from "./Seller.ts"

/** Lengths of time are texts such as "15 minutes". */
export interface RetryScheduleRecord {
  /** How long to wait after the first failure. */
  readonly firstWait: string
  /** How many times as long each wait is as the one before. */
  readonly factor: number
  /** No wait is longer. */
  readonly longestWait: string
  /** For how long an event is tried with the longest wait, which is once at least. Then it is dropped. */
  readonly longestWaitFor: string
  /** Whether it was set for this seller; otherwise it is that of the options. */
  readonly isOwn: boolean
}

/** Every method rejects with `InputInvalid` or `StorageError` as well. */
export interface SellerkitRetries {
  /**
   * Sends what waits for a webhook now, although it pauses after a failure: its receiver is back. Gives how it fares then; where
   * a request is in flight nothing changes. Rejects with `WebhookNotFound`, or with `ResendToDisabled`.
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

export const makeRetries = (run: Run): SellerkitRetries => {
  const set = (seller: Seller, schedule: RetryScheduleInput | undefined) =>
    run(
      Effect.gen(function* () {
        const account = yield* decodeSeller(seller)
        const own = schedule === undefined ? Option.none() : Option.some(yield* decodeSchedule(schedule))
        return recordOf(yield* (yield* RetrySchedules).set(account, own))
      })
    )
  return {
    now: (seller, webhookId) =>
      run(
        Effect.gen(function* () {
          const account = yield* decodeSeller(seller)
          return monitoredRecord(yield* (yield* Deliveries).retry(account, yield* decodeWebhookId(webhookId)))
        })
      ),
    schedule: (seller) =>
      run(
        Effect.gen(function* () {
          return recordOf(yield* (yield* RetrySchedules).of(yield* decodeSeller(seller)))
        })
      ),
    setSchedule: (seller, schedule) => set(seller, schedule),
    removeSchedule: (seller) => set(seller, undefined)
  }
}
