/** Which retry schedule counts for whom: the account's own, or the one of the settings. */
import { Context, Effect, Layer, Option } from "effect"
import type { Account } from "../../access/Account.ts"
import { collection } from "../../records/Collection.ts"
import * as Lookup from "../../records/Lookup.ts"
import { put, Records, remove } from "../../records/Records.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import { RetrySchedule, RetryScheduleJson } from "./RetrySchedule.ts"

/** At most one of an account. */
const retrySchedules = collection("retrySchedule", { schema: RetryScheduleJson, key: () => [], indexes: {} })

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
  static readonly layer: Layer.Layer<RetrySchedules, never, Records> = Layer.effect(
    RetrySchedules,
    Effect.gen(function* () {
      const records = yield* Records
      const usual = yield* RetrySchedule
      const counting = (own: Option.Option<RetrySchedule>): AccountRetrySchedule => ({
        schedule: Option.getOrElse(own, () => usual),
        isOwn: Option.isSome(own)
      })
      return RetrySchedules.of({
        of: (account) => Effect.map(records.find(account, Lookup.one(retrySchedules, [])), counting),
        set: (account, schedule) => {
          const change = Option.match(schedule, {
            onNone: () => remove(retrySchedules, []),
            onSome: (given) => put(retrySchedules, given)
          })
          return Effect.as(records.write(account, [change]), counting(schedule))
        }
      })
    })
  )
}
