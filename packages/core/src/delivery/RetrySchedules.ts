/** Which retry schedule counts for whom: the account's own, or the one of the settings. */
import { Context, Effect, Layer, Option } from "effect"
import type { Account } from "../access/Account.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { RetrySchedule } from "./RetrySchedule.ts"
import { RetryScheduleStore } from "./RetryScheduleStore.ts"

/** The schedule that counts, and whether it is the account's own. */
export interface AccountRetrySchedule {
  readonly schedule: RetrySchedule
  readonly isOwn: boolean
}

export class RetrySchedules extends Context.Service<
  RetrySchedules,
  {
    of(account: Account): Effect.Effect<AccountRetrySchedule, StorageError>
    /** Counts from the next failure on, for events that wait already as well. None: that of the settings counts again. */
    set(account: Account, schedule: Option.Option<RetrySchedule>): Effect.Effect<AccountRetrySchedule, StorageError>
  }
>()("@sellerkit/core/delivery/RetrySchedules") {
  static readonly layer: Layer.Layer<RetrySchedules, never, RetryScheduleStore> = Layer.effect(
    RetrySchedules,
    Effect.gen(function* () {
      const store = yield* RetryScheduleStore
      const usual = yield* RetrySchedule
      const counting = (own: Option.Option<RetrySchedule>): AccountRetrySchedule => ({
        schedule: Option.getOrElse(own, () => usual),
        isOwn: Option.isSome(own)
      })
      return RetrySchedules.of({
        of: (account) => Effect.map(store.get(account), counting),
        set: (account, schedule) => Effect.as(store.set(account, schedule), counting(schedule))
      })
    })
  )
}
