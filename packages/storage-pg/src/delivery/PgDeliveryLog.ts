/** Attempts on PostgreSQL. */
import {
  type Account,
  DeliveryLog,
  type EventId,
  type HourOfDeliveries,
  type TimePageRequest,
  type Viewer,
  type WebhookId
} from "@sellerkit/core"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { type AskedRanges, atEachAsked, mergedPage, type MergedRows } from "../rows/MergedPage.ts"
import { recipientsOfEvent } from "../rows/Recipients.ts"
import { accountValues, attemptColumns, type DeliveryRow, ownerValues, toDelivery } from "../rows/Rows.ts"
import { rangeValues } from "../rows/TimeRange.ts"
import { loggedOf, runsOfTimes } from "../schema/functions/attempts.ts"
import { ofTimes } from "../schema/functions/partitions.ts"
import { atWebhook } from "../schema/functions/runsInRange.ts"

/** `null` stands for all owners of an account. */
const ofOwner = "w.seller_id = $1 and w.sandbox = $2 and ($3::text is null or w.service_id = $3)"

const one = `select $4::uuid as delivery_id, ${attemptColumns} from sellerkit.attempt_with($1, $2, $4) d
  join sellerkit.webhook w on w.webhook_id = d.webhook_id
  where ${ofOwner}`

/** Those in runs and in the log. */
const succeededAtEach = (ranges: AskedRanges): string =>
  atEachAsked(
    "attempts_at_each",
    "d.webhook_id, d.delivery_id, d.time, true as success, d.response_code, null::text as error",
    ranges
  )

/**
 * The condition is a text and not a parameter, so that failures are found in an index of their own. The number of an attempt is made of
 * its time, so that partitions of other times are not looked at.
 */
const pageTexts = (condition: string, others: Pick<MergedRows, "otherSource">) => {
  const attempts: MergedRows = {
    ...others,
    table: "delivery",
    id: "delivery_id",
    columns: ["delivery_id", "time", "webhook_id", "success", "response_code", "error"],
    condition: `and ${ofTimes("r.number", "$5::bigint", "$7::bigint")} ${condition}`,
    owned: `${ofOwner} and ($4::uuid is null or w.webhook_id = $4)`
  }
  return { older: mergedPage("older", attempts), newer: mergedPage("newer", attempts) }
}

const all = pageTexts("", { otherSource: succeededAtEach })
const succeeded = pageTexts("and r.success", { otherSource: succeededAtEach })
const failed = pageTexts("and not r.success", {})

const textsOf = (success: boolean | undefined) => {
  if (success === undefined) return all
  return success ? succeeded : failed
}

const attemptsText = `select a.delivery_id, ${attemptColumns}
  from sellerkit.event e
  cross join lateral ${recipientsOfEvent("e.webhook_ids")} r
  join sellerkit.webhook w on w.webhook_id = e.webhook_ids[r.place]
  cross join unnest(r.deliveries) as a (delivery_id)
  cross join lateral sellerkit.attempt_with($1, $2, a.delivery_id) d
  where ${ofOwner} and e.seller_id = $1 and e.sandbox = $2 and e.event_id = $4
  order by d.time, a.delivery_id`

const hourLength = Duration.toMillis("1 hour")

const rowsWhere = (condition: string): string => `select d.time from sellerkit.delivery d
    where d.seller_id = $1 and d.sandbox = $2 and d.webhook_id = $3 and ${ofTimes("d.number", "$4::bigint", "$5::bigint")} ${condition}`

const inRuns = `select t.time from sellerkit.attempt_run o cross join unnest(o.times) as t (time)
    where ${atWebhook({ seller: "$1", sandbox: "$2", webhook: "$3" })} and ${runsOfTimes("$4::bigint", "$5::bigint")}`

const inLog = `${loggedOf("$1::uuid", "$2::boolean", "p.time")} and p.webhook_id = $3`

/** How many of some attempts there are in each hour, of those whose time is in the range. */
const countedByHour = (times: string): string => `select a.time / ${hourLength} as hour, count(*) as attempts
    from (${times}) a where a.time >= $4 and a.time < $5 group by 1`

/** Attempts and failures are counted in an index each. */
const hoursText = `select c.hour, sum(c.attempts)::integer as attempts, sum(c.failed)::integer as failed
  from (
    select r.hour, r.attempts, 0 as failed from (${countedByHour(rowsWhere(""))}) r
    union all
    select r.hour, 0, r.attempts from (${countedByHour(rowsWhere("and not d.success"))}) r
    union all
    select r.hour, r.attempts, 0 from (${countedByHour(inRuns)}) r
    union all
    select r.hour, r.attempts, 0 from (${countedByHour(inLog)}) r
  ) c group by 1 order by 1`

interface HourRow {
  readonly hour: bigint
  readonly attempts: number
  readonly failed: number
}

const toHour = ({ attempts, failed, hour }: HourRow): HourOfDeliveries => ({
  hour: DateTime.makeUnsafe(Number(hour) * hourLength),
  succeeded: attempts - failed,
  failed
})

type OwnerValues = readonly [sellerId: string, sandbox: boolean, serviceId: string | null]

const everyOwner = (account: Account): OwnerValues => [...accountValues(account), null]
const ownersSeen = (viewer: Viewer): OwnerValues => [...accountValues(viewer), viewer.onlyService ?? null]

export const layer: Layer.Layer<DeliveryLog, never, PgDatabase> = Layer.effect(
  DeliveryLog,
  Effect.gen(function* () {
    const database = yield* PgDatabase

    const get = (operation: string, owner: OwnerValues, id: string) =>
      Effect.map(database.rows<DeliveryRow>(operation, one, ...owner, id), ([found]) =>
        Option.map(Option.fromUndefinedOr(found), toDelivery)
      )
    const find = (
      operation: string,
      owner: OwnerValues,
      { success, webhookId }: { readonly webhookId?: WebhookId; readonly success?: boolean },
      request: TimePageRequest
    ) =>
      Effect.map(
        database.rows<DeliveryRow>(
          operation,
          textsOf(success)[request.direction],
          ...owner,
          webhookId ?? null,
          ...rangeValues(request)
        ),
        (found) => found.map(toDelivery)
      )
    const ofEvent = (operation: string, owner: OwnerValues, id: EventId) =>
      Effect.map(database.rows<DeliveryRow>(operation, attemptsText, ...owner, id), (found) => found.map(toDelivery))

    return DeliveryLog.of({
      get: (owner, id) => get("DeliveryLog.get", ownerValues(owner), id),
      inAccount: (account, id) => get("DeliveryLog.inAccount", everyOwner(account), id),
      find: (owner, filter, request) => find("DeliveryLog.find", ownerValues(owner), filter, request),
      findInAccount: (viewer, filter, request) =>
        find("DeliveryLog.findInAccount", ownersSeen(viewer), filter, request),
      ofEvent: (owner, id) => ofEvent("DeliveryLog.ofEvent", ownerValues(owner), id),
      ofEventInAccount: (account, id) => ofEvent("DeliveryLog.ofEventInAccount", everyOwner(account), id),
      hours: (account, webhookId, from, to) =>
        Effect.map(
          database.rows<HourRow>("DeliveryLog.hours", hoursText, ...accountValues(account), webhookId, from, to),
          (found) => found.map(toHour)
        )
    })
  })
)
