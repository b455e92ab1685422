/**
 * How runs are read. A run is a row with neighbours of a webhook: records that follow each other by their times and ids. Runs of a webhook
 * do not overlap, so that a record is in the last run that begins at it or before it, or in none.
 */

/** A table of runs. Its key is the webhook, and the time and the id of the first record. */
export interface RunTable {
  readonly table: string
  readonly id: string
  /** The records of a run `q`, in their order, as rows `p` with their places. */
  readonly entries: string
  /** What is read of a record. */
  readonly columns: string
  /** A further condition on a run `o`, which begins with `and`. */
  readonly condition?: string
}

/** Of which webhook a row `o` is. */
export interface WebhookTexts {
  readonly seller: string
  readonly sandbox: string
  readonly webhook: string
}

export const atWebhook = ({ sandbox, seller, webhook }: WebhookTexts): string =>
  `o.seller_id = ${seller} and o.sandbox = ${sandbox} and o.webhook_id = ${webhook}`

export interface PlaceTexts extends WebhookTexts {
  readonly time: string
  readonly id: string
}

/** Runs that begin at a place or before it. */
export const begunBy = ({ id, table }: Pick<RunTable, "id" | "table">, columns: string, at: PlaceTexts): string =>
  `select ${columns} from sellerkit.${table} o
        where ${atWebhook(at)} and (o.time, o.${id}) <= (${at.time}, ${at.id})`

export const lastBegun = ({ id }: Pick<RunTable, "id">): string => `order by o.time desc, o.${id} desc limit 1`

type Place = Pick<PlaceTexts, "id" | "time">

/** A run that is where another one belongs, from its first record to its last. `lastId`: the column that has the id of a run's last one. */
export const runInWay = (
  runs: Pick<RunTable, "id" | "table"> & { readonly lastId: string },
  of: WebhookTexts,
  first: Place,
  last: Place
): string => `select from (
          ${begunBy(runs, `o.last_time, o.${runs.lastId}`, { ...of, ...last })} ${lastBegun(runs)}
        ) o where (o.last_time, o.${runs.lastId}) >= (${first.time}, ${first.id})`

const ofAsked = { seller: "seller", sandbox: "in_sandbox", webhook: "a.webhook_id" }

/**
 * What is in runs of each of several webhooks between two places: lists `webhooks`, `low_times`, `low_ids`, `high_times`, `high_ids`. Rows of
 * a webhook come in the order of the runs and of their records, so that reading ends at the limit, `most`.
 */
export const runsInRange = (runs: RunTable, order: "" | " desc"): string => `select a.webhook_id, r.*
      from unnest(webhooks, low_times, low_ids, high_times, high_ids) as a (webhook_id, low_time, low_id, high_time, high_id)
      left join lateral (
        ${begunBy(runs, `o.time, o.${runs.id}`, { ...ofAsked, time: "a.low_time", id: "a.low_id" })} ${runs.condition ?? ""}
        ${lastBegun(runs)}
      ) b on true
      cross join lateral (
        select ${runs.columns}
        from (
          select o.* from sellerkit.${runs.table} o
          where ${atWebhook(ofAsked)}
            and (o.time, o.${runs.id}) >= (coalesce(b.time, a.low_time), coalesce(b.${runs.id}, a.low_id))
            and (o.time, o.${runs.id}) < (a.high_time, a.high_id) ${runs.condition ?? ""}
          order by o.time${order}, o.${runs.id}${order} offset 0
        ) q
        cross join lateral (
          select * from ${runs.entries}
          where (p.time, p.${runs.id}) > (a.low_time, a.low_id) and (p.time, p.${runs.id}) < (a.high_time, a.high_id)
          order by p.place${order}
        ) e
        limit most
      ) r`
