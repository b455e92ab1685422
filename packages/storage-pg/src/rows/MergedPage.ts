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
  /**
   * What webhooks have besides the rows of the table: of each the first so many in its range, with the same columns and `webhook_id`, no
   * row twice. All of them are asked about at once.
   */
  readonly otherSource?: (ranges: AskedRanges) => string
  /** A condition: which webhooks `w` the page is of. They are of the account that is the first two parameters. */
  readonly owned: string
}

/** `asked`: a relation of `webhook_id` and where its range begins and ends: `low_time`, `low_id`, `high_time`, `high_id`. */
export interface AskedRanges {
  readonly asked: string
  readonly direction: TimePageRequest["direction"]
  readonly most: string
}

/** Columns of rows `d` that a function of the schema gives for all ranges that are asked about. */
export const atEachAsked = (name: string, columns: string, { asked, direction, most }: AskedRanges): string => {
  const each = (column: string): string => `array(select a.${column} from ${asked} a order by a.webhook_id)`
  const bounds = ["low_time", "low_id", "high_time", "high_id"].map(each).join(", ")
  return `select ${columns}
    from (select where exists (select from ${asked} a)) a
    cross join lateral sellerkit.${name}($1, $2, ${each("webhook_id")}, ${bounds}, ${direction === "older"}, ${most}) d`
}

type Place = readonly [time: string, id: string]

const rangeOf = (webhook: string, [lowTime, lowId]: Place, [highTime, highId]: Place): string =>
  `${webhook} as webhook_id, ${lowTime} as low_time, ${lowId} as low_id, ${highTime} as high_time, ${highId} as high_id`

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
  const orderOf = (row: string): string => pageOrder(direction, `${row}.time`, `${row}.${id}`)
  const all = columns.join(", ")
  /** Sorted as the page is: the planner would put the rows into a hash table, which takes longer than to sort so few of them. */
  const oncePerRecord = (row: string): string => `select distinct on (${row}.time, ${row}.${id})`
  const size = "(select size from part)"
  /** What the other source has of each webhook that is asked about, as lists: so all of it is looked through once. */
  const othersOf = (name: string, asked: string, most: string): string => {
    if (otherSource === undefined) return ""
    const lists = columns.map((column) => `array_agg(d.${column}) as ${column}_list`).join(", ")
    return `, ${name} as materialized (
    select d.webhook_id, ${lists} from (${otherSource({ asked, direction, most })}) d group by d.webhook_id
  )`
  }
  const eachOfAsked = (asked: string, others: string): string =>
    otherSource === undefined ? `${asked} a` : `${asked} a left join ${others} b on b.webhook_id = a.webhook_id`
  const behind = ["a.low_time", "a.low_id", "a.high_time", "a.high_id"] as const
  /** The first rows of a webhook `a`, of which the other source has `b`. Parameters as bounds are read quicker than those of `a`. */
  const rowsOf = (bounds: RangeParameters, most: string): string => {
    const rows = `select ${columns.map((column) => `r.${column}`).join(", ")} from sellerkit.${table} r
    where r.seller_id = $1 and r.sandbox = $2 and r.webhook_id = a.webhook_id
      and ${pageRange(`r.time, r.${id}`, bounds)} ${condition}
    order by ${orderOf("r")} limit ${most}`
    if (otherSource === undefined) return rows
    // A transaction that has written down what is carried may see it in both.
    return `${oncePerRecord("r")} ${all} from (
      (${rows}) union all select * from unnest(${columns.map((column) => `b.${column}_list`).join(", ")}) o (${all})
    ) r order by ${orderOf("r")} limit ${most}`
  }
  return `with asked as materialized (
    select ${rangeOf("w.webhook_id", low, high)} from sellerkit.webhook w where ${owned}
  ), part as materialized (
    select greatest(${leastOfEach}, ceil($9::bigint / greatest(1.0, count(*) - 1)))::bigint as size from asked
  )${othersOf("first_others", "asked", size)}, first as materialized (
    select a.webhook_id as of_webhook, k.*
    from ${eachOfAsked("asked", "first_others")}
    cross join lateral (
      select p.*, row_number() over (order by ${orderOf("p")}) as place
      from (${rowsOf([...low, ...high], size)}) p
    ) k
  ), filled as materialized (
    select e.time, e.${id} from (
      (${oncePerRecord("f")} f.time, f.${id} from first f order by ${orderOf("f")} offset $9::bigint - 1 limit 1)
      union all
      select ${(isOlder ? low : high).join(", ")}
    ) e order by ${orderOf("e")} limit 1
  ), asked_again as materialized (
    select ${isOlder ? rangeOf("f.of_webhook", end, last) : rangeOf("f.of_webhook", last, end)}
    from filled e
    join first f on f.place = ${size} and (${last.join(", ")}) ${isOlder ? ">" : "<"} (${end.join(", ")})
  )${othersOf("rest_others", "asked_again", "$9")}, rest as (
    select k.* from ${eachOfAsked("asked_again", "rest_others")} cross join lateral (${rowsOf(behind, "$9")}) k
  )
  ${oncePerRecord("k")} ${all} from (select ${all} from first union all select ${all} from rest) k
  order by ${orderOf("k")} limit $9`
}
