/** When something is to be done without being asked: for platforms that wake the one who does it. */
import type { RecordKind } from "@sellerkit/core"
import { row, type SqliteHost } from "./SqliteHost.ts"

/** In milliseconds since 1970; null where there is nothing to do. */
export interface NextWork {
  /** A lane has to be looked at. */
  readonly delivery: number | null
  /** A job that sends events again goes on. */
  readonly resend: number | null
  /** When the oldest record of each kind was written, or came to be a remnant. */
  readonly oldest: Readonly<Record<RecordKind, number | null>>
}

type NextWorkRow = Record<"delivery" | "resend" | RecordKind, number | null>

// One statement, each part of which reads the end of an index.
const query = `select
  (select ready_at from lane where ready_at is not null order by ready_at limit 1) as delivery,
  (select ready_at from resend where ready_at is not null order by ready_at limit 1) as resend,
  (select accepted_at from event order by event limit 1) as events,
  (select time from delivery order by delivery limit 1) as deliveries,
  (select time from history order by entry limit 1) as history,
  (select min(left_at) from (
     select min(deleted_at) as left_at from webhook where deleted_at is not null
     union all
     select min(updated_at) from resend where ready_at is null)) as remains`

export const nextWork = (host: SqliteHost): NextWork => {
  const { delivery, resend, ...oldest } = row<NextWorkRow>(host, query)!
  return { delivery, resend, oldest }
}
