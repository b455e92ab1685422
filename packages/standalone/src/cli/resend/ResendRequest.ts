/** What `sellerkit resend` is asked for: its flags as one thing to do, or what is contradictory about them. */
import type { DeliveryId, ResendId, WebhookId } from "@sellerkit/core"
import { DateTime, Option, Result } from "effect"
import { type Moment, timeOf } from "../flags/Moment.ts"

export type ResendRequest =
  | {
      readonly _tag: "Period"
      readonly webhookId: WebhookId
      readonly period: {
        readonly since: DateTime.Utc
        readonly until?: DateTime.Utc
        readonly onlyFailed: boolean
        readonly eventsPerSecond?: number
      }
    }
  | { readonly _tag: "Delivery"; readonly id: DeliveryId }
  | { readonly _tag: "Status"; readonly id: ResendId }
  | { readonly _tag: "Cancel"; readonly id: ResendId }

export interface ResendFlags {
  readonly webhook: Option.Option<WebhookId>
  readonly since: Option.Option<Moment>
  readonly until: Option.Option<Moment>
  readonly onlyFailed: boolean
  readonly rate: Option.Option<number>
  readonly delivery: Option.Option<DeliveryId>
  readonly status: Option.Option<ResendId>
  readonly cancel: Option.Option<ResendId>
}

const nothingToDo =
  "Say one thing to do: --webhook with --since, or --delivery, to send events again; --status or --cancel with the id of a resend"

const noBeginning = "Say with --since from when on the webhook's events are sent again, such as --since 2h"

const readPeriod = (
  webhookId: WebhookId,
  { onlyFailed, rate, since, until }: ResendFlags,
  now: DateTime.Utc
): Result.Result<ResendRequest, string> => {
  if (Option.isNone(since)) return Result.fail(noBeginning)
  const begin = timeOf(since.value, now)
  const end = Option.map(until, (moment) => timeOf(moment, now))
  if (Option.exists(end, DateTime.isLessThan(begin))) return Result.fail("--until is before --since")
  if (DateTime.isGreaterThan(begin, now)) return Result.fail("--since is later than now")
  const period = {
    since: begin,
    onlyFailed,
    ...Option.match(end, { onNone: () => ({}), onSome: (until) => ({ until }) }),
    ...Option.match(rate, { onNone: () => ({}), onSome: (eventsPerSecond) => ({ eventsPerSecond }) })
  }
  return Result.succeed({ _tag: "Period", webhookId, period })
}

const isGiven = (flag: Option.Option<unknown>): boolean => Option.isSome(flag)

/** Exactly one thing, and only flags that go with it. */
export const readResendRequest = (flags: ResendFlags, now: DateTime.Utc): Result.Result<ResendRequest, string> => {
  const { cancel, delivery, onlyFailed, rate, since, status, until, webhook } = flags
  if ([webhook, delivery, status, cancel].filter(isGiven).length !== 1) return Result.fail(nothingToDo)
  if (Option.isSome(webhook)) return readPeriod(webhook.value, flags, now)
  if (onlyFailed || [since, until, rate].some(isGiven)) {
    return Result.fail("--since, --until, --only-failed and --rate go with --webhook")
  }
  if (Option.isSome(delivery)) return Result.succeed({ _tag: "Delivery", id: delivery.value })
  if (Option.isSome(status)) return Result.succeed({ _tag: "Status", id: status.value })
  return Result.map(
    Result.fromOption(cancel, () => nothingToDo),
    (id) => ({ _tag: "Cancel", id })
  )
}
