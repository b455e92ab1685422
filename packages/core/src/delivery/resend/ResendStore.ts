/** Port: jobs that send events again. */
import { Context, type Effect, type Option } from "effect"
import type { Account } from "../../access/Account.ts"
import type { StoredRecord } from "../../records/Collection.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import type { WebhookNotFound } from "../../webhooks/WebhookErrors.ts"
import type { Resend, ResendId, ResendToDisabled } from "./Resend.ts"

/** A job before the storage has counted what there is to do, up to `mostCounted` events. */
export type NewResend = Omit<Resend, "alreadyWaiting" | "examined" | "resent" | "state" | "total" | "updatedAt">

export class ResendStore extends Context.Service<
  ResendStore,
  {
    /** One write: the job, which is due at once, and the entry that says who asked for it. */
    insert(
      resend: NewResend,
      entry: StoredRecord
    ): Effect.Effect<Resend, ResendToDisabled | StorageError | WebhookNotFound>

    /**
     * One write: the running job that is due the longest looks at its next events, at most `most`, in the order of time;
     * those of its selection become pending again, due at once and with no attempt spent, and their lane is woken. It puts
     * back at most as many as it may per second, and is due again when the time for them is over, within `longestJobPause`
     * also when the clock is set back. The total grows with what was looked at beyond it. A job whose webhook is disabled or
     * deleted stops. None when no job is due.
     */
    step(most: number): Effect.Effect<Option.Option<Resend>, StorageError>

    /** One write: the job ends, and the entry says who wanted it to; a job that has ended stays as it is. Gives the job. */
    cancel(account: Account, id: ResendId, entry: StoredRecord): Effect.Effect<Option.Option<Resend>, StorageError>

    /** A job for one of the account's webhooks. */
    get(account: Account, id: ResendId): Effect.Effect<Option.Option<Resend>, StorageError>
  }
>()("@sellerkit/core/delivery/ResendStore") {}
