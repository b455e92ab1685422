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
import { eachOf } from "../connection/lists.ts"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { mergedPage, type MergedRows } from "../rows/MergedPage.ts"
import { recipientsOfEvent } from "../rows/Recipients.ts"
import { accountValues, deliveryColumns, type DeliveryRow, ownerValues, toDelivery } from "../rows/Rows.ts"
import { rangeValues } from "../rows/TimeRange.ts"
import { ofTimes } from "../schema/functions/partitions.ts"

/** `null` stands for all owners of an account. */
const ofOwner = "w.seller_id = $1 and w.sandbox = $2 and ($3::text is null or w.service_id = $3)"

const one = `select ${deliveryColumns} from sellerkit.delivery d
  join sellerkit.webhook w on w.seller_id = d.seller_id and w.sandbox = d.sandbox and w.webhook_id = d.webhook_id
  where ${ofOwner} and d.seller_id = $1 and d.sandbox = $2 and d.delivery_id = $4`

/**
 * The condition is a text and not a parameter, so that failures are found in an index of their own. The number of an attempt is made of
 * its time, so that partitions of other times are not looked at.
 */
const pageTexts = (condition: string) => {
  const attempts: MergedRows = {
    table: "delivery",
    id: "delivery_id",
    columns: ["delivery_id", "time", "webhook_id", "success", "response_code", "error"],
    condition: `and ${ofTimes("r.number", "$5::bigint", "$7::bigint")} ${condition}`,
    owned: `${ofOwner} and ($4::uuid is null or w.webhook_id = $4)`
  }
  return { older: mergedPage("older", attempts), newer: mergedPage("newer", attempts) }
}

const all = pageTexts("")
const succeeded = pageTexts("and r.success")
const failed = pageTexts("and not r.success")

const textsOf = (success: boolean | undefined) => {
  if (success === undefined) return all
  return success ? succeeded : failed
}

const attemptsText = `select ${deliveryColumns}
  from sellerkit.event e
  cross join lateral ${recipientsOfEvent("e.webhook_ids")} r
  join sellerkit.webhook w on w.webhook_id = e.webhook_ids[r.place]
  cross join unnest(r.deliveries) as a (delivery_id)
  ${eachOf(
    "select * from sellerkit.delivery o where o.seller_id = $1 and o.sandbox = $2 and o.delivery_id = a.delivery_id",
    "d"
  )}
  where ${ofOwner} and e.seller_id = $1 and e.sandbox = $2 and e.event_id = $4
  order by d.time, d.number`

const hourLength = Duration.toMillis("1 hour")

const hoursOf = (condition: string): string => `select d.time / ${hourLength} as hour, count(*)::integer as attempts
  from sellerkit.delivery d
  where d.seller_id = $1 and d.sandbox = $2 and d.webhook_id = $3 and d.time >= $4 and d.time < $5
    and ${ofTimes("d.number", "$4::bigint", "$5::bigint")} ${condition} group by 1`

/** Attempts and failures are counted in an index each. */
const hoursText = `select a.hour, a.attempts, coalesce(f.attempts, 0) as failed
  from (${hoursOf("")}) a left join (${hoursOf("and not d.success")}) f using (hour) order by a.hour`

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
