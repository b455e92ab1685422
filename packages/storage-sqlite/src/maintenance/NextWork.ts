/** When work is due that no request asks for: for platforms that wake what does the work. */
import { firstTooOld, type RecordKind } from "@sellerkit/core"
import { type Duration, Record } from "effect"
import { row, type SqliteHost } from "../connection/SqliteHost.ts"
import { nextDueOf, oldestOf } from "../records/Due.ts"

/**
 * When a lane has to be looked at, and when jobs have something to do, by their names; jobs over records are added. In
 * milliseconds since 1970; null or infinite where there is nothing to do.
 */
export type NextWork = Readonly<Record<"delivery" | "resends" | "retention", number | null>>

/** Collections that give jobs something to do: by the job's name when a record is due, by the rule's name when one is too old. */
export interface RecordWork {
  readonly due: Readonly<Record<string, string>>
  readonly old: Readonly<Record<string, string>>
}

/** For each kind of record: when the oldest one was written, or became a remnant. */
type NextWorkRow = Record<"delivery" | "resends" | RecordKind, number | null>

// One statement, each part of which reads the end of an index.
const query = `select
  (select ready_at from lane where ready_at is not null order by ready_at limit 1) as delivery,
  (select ready_at from resend where ready_at is not null order by ready_at limit 1) as resends,
  (select min(accepted_at) from (
     select * from (select accepted_at from event order by event limit 1)
     union all
     select * from (select accepted_at from event_block order by last limit 1))) as events,
  (select oldest_attempt_at from lane where oldest_attempt_at is not null order by oldest_attempt_at limit 1) as deliveries,
  (select min(left_at) from (
     select min(deleted_at) as left_at from webhook where deleted_at is not null
     union all
     select min(updated_at) from resend where ready_at is null)) as remains`

/** `leaseEnds`: when the first of the leases does that are in memory. */
export const nextWork = (
  host: SqliteHost,
  leaseEnds: number | undefined,
  periods: Readonly<Record<string, Duration.Duration>>,
  { due, old }: RecordWork
): NextWork => {
  const { delivery, resends, ...oldest } = row<NextWorkRow>(host, query)!
  const oldestRecord = oldestOf(host)
  const oldestRecords = Record.map(old, (collection) => oldestRecord.get(collection) ?? null)
  return {
    ...Record.map(due, (collection) => nextDueOf(host, [collection]) ?? null),
    delivery: leaseEnds === undefined ? delivery : Math.min(leaseEnds, delivery ?? Infinity),
    resends,
    retention: firstTooOld({ ...oldest, ...oldestRecords }, periods)
  }
}
