/**
 * The first rows of a page that is spread over several webhooks, merged. Each webhook is asked for its part of the page. Then the
 * webhooks whose parts end before the page does are asked for the rest. Asking each of ten webhooks for a whole page would read
 * ten times what the page holds, from all over the table.
 */
import type { TimePageRequest } from "@sellerkit/core"
import { pageOrder, pageRange, type RangeParameters } from "./TimeRange.ts"

export interface MergedRows {
  /** A table with rows of webhooks. In its primary key the time and the id follow the webhook. */
  readonly table: string
  readonly id: string
  /** All columns that are read, the time and the id included. */
  readonly columns: ReadonlyArray<string>
  /** A further condition on a row `r`, which begins with `and`. */
  readonly condition?: string
  /** What a webhook has besides the rows of the table, between two places: the first so many, with the same columns and no row twice. */
  readonly otherSource?: (range: PageRange) => string
  /** A condition: which webhooks `w` the page is of. */
  readonly owned: string
}

/** Expressions. `webhook`: all columns of its key. */
export interface PageRange {
  readonly webhook: string
  readonly bounds: RangeParameters
  readonly direction: TimePageRequest["direction"]
  readonly most: string
}

// our choice: where many webhooks are merged, one that has more than its part is asked again.
const leastOfEach = 8

/**
 * Parameters 5 to 9 are those of `rangeValues`. A record of several webhooks comes once. No webhook is read beyond the place
 * where the parts alone fill the page.
 */
export const mergedPage = (
  direction: TimePageRequest["direction"],
  { columns, condition = "", id, otherSource, owned, table }: MergedRows
): string => {
  const isOlder = direction === "older"
  const low = ["$5::bigint", "$6::uuid"] as const
  const high = ["$7::bigint", "$8::uuid"] as const
  const last = ["f.time", `f.${id}`] as const
  const end = ["e.time", `e.${id}`] as const
  const behindPart = isOlder ? ([...end, ...last] as const) : ([...last, ...end] as const)
  const orderOf = (row: string): string => pageOrder(direction, `${row}.time`, `${row}.${id}`)
  const all = columns.join(", ")
  const rowsOf = (webhook: string, bounds: RangeParameters, most: string): string => {
    const rows = `select ${columns.map((column) => `r.${column}`).join(", ")} from sellerkit.${table} r
    where (r.seller_id, r.sandbox, r.webhook_id) = (${webhook}) and ${pageRange(`r.time, r.${id}`, bounds)} ${condition}
    order by ${orderOf("r")} limit ${most}`
    if (otherSource === undefined) return rows
    const others = otherSource({ webhook, bounds, direction, most })
    // A transaction that has written down what is carried may see it in both.
    return `select ${all} from ((${rows}) union ${others}) r order by ${orderOf("r")} limit ${most}`
  }
  return `with owned as materialized (
    select w.seller_id, w.sandbox, w.webhook_id from sellerkit.webhook w where ${owned}
  ), part as materialized (
    select greatest(${leastOfEach}, ceil($9::bigint / greatest(1.0, count(*) - 1)))::bigint as size from owned
  ), first as materialized (
    select w.seller_id as of_seller, w.sandbox as of_sandbox, w.webhook_id as of_webhook, k.*
    from owned w
    cross join lateral (
      select p.*, row_number() over (order by ${orderOf("p")}) as place
      from (${rowsOf("w.seller_id, w.sandbox, w.webhook_id", [...low, ...high], "(select size from part)")}) p
    ) k
  ), filled as materialized (
    select e.time, e.${id} from (
      (select distinct f.time, f.${id} from first f order by ${orderOf("f")} offset $9::bigint - 1 limit 1)
      union all
      select ${(isOlder ? low : high).join(", ")}
    ) e order by ${orderOf("e")} limit 1
  ), rest as (
    select k.*
    from filled e
    join first f on f.place = (select size from part) and (${last.join(", ")}) ${isOlder ? ">" : "<"} (${end.join(", ")})
    cross join lateral (${rowsOf("f.of_seller, f.of_sandbox, f.of_webhook", behindPart, "$9")}) k
  )
  select distinct ${all} from (select ${all} from first union all select ${all} from rest) k
  order by ${pageOrder(direction, "time", id)} limit $9`
}
