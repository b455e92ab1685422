/** Port: retry schedules that the operator has set for single accounts. */
import { Context, type Effect, type Option } from "effect"
import type { Account } from "../access/Account.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { RetrySchedule } from "./RetrySchedule.ts"

export class RetryScheduleStore extends Context.Service<
  RetryScheduleStore,
  {
    get(account: Account): Effect.Effect<Option.Option<RetrySchedule>, StorageError>
    /** None takes away what was set. */
    set(account: Account, schedule: Option.Option<RetrySchedule>): Effect.Effect<void, StorageError>
  }
>()("@sellerkit/core/delivery/RetryScheduleStore") {}
