/** Removal of old records on PostgreSQL. */
import { type RecordKind, RetentionStore } from "@sellerkit/core"
import { Duration, Effect, Layer } from "effect"
import { eachOf, texts as textList } from "../connection/lists.ts"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { attemptsIn, writeAlone } from "../schema/functions/attempts.ts"

/** The tables whose old partitions are dropped. */
const partitioned: Readonly<Record<RecordKind, ReadonlyArray<string>>> = {
  events: ["delivered_run", "recipient", "event"],
  // In the order in which attempts are indexed.
  deliveries: ["attempt_run", "delivery"],
  remains: []
}

/** Before which records are old, in milliseconds. */
const oldBefore = "(sellerkit.milliseconds($1) - $2::bigint)"

const dropText = `select coalesce(sum(d.dropped), 0)::float8 as dropped, coalesce(bool_or(d.dropped is null), false) as has_more
  from unnest($3::text[]) as t (name)
  cross join lateral (select sellerkit.drop_partitions(t.name, ${oldBefore}) as dropped) d`

/** What is old in the log of attempts leaves it before it is removed. It mostly has none: it is indexed after some settlements. */
const indexOldText = `select sellerkit.index_attempts()
  where exists (select from sellerkit.attempt_log g cross join unnest(g.times) t where t < ${oldBefore})`

/** Rows of no partition: the oldest ones, so many at most. */
const oldest = (table: string, columns: string): string => `select ${columns} from sellerkit.${table}_default o
        where o.number < ${oldBefore} << 20 order by o.number limit $3`

/** Events of no partition that have ended at each webhook. Parameters: the current time, the age, and how many at most. */
const endedText = `select e.seller_id, e.sandbox, e.event_id, e.number, e.time, e.webhook_ids, e.idempotency_key
      from sellerkit.event_default e
      where e.number < ${oldBefore} << 20 and not exists (
        select from sellerkit.recipient r
        where r.seller_id = e.seller_id and r.sandbox = e.sandbox and r.webhook_id = any (e.webhook_ids)
          and r.time = e.time and r.event_id = e.event_id and r.number = e.number and r.state = 0)
        and not exists (select from sellerkit.carried c where e.number = any (c.numbers))
      order by e.number limit $3`

/** Runs of no partition whose events had one, and are gone. */
const endedRunsText = `delete from sellerkit.delivered_run_default d where d.ctid = any (array(
    select o.ctid from sellerkit.delivered_run_default o
    where o.number < ${oldBefore} << 20 and not exists (
      select from unnest(o.event_ids, o.numbers) as p (event_id, number)
      ${eachOf(
        `select from sellerkit.event k
        where k.seller_id = o.seller_id and k.sandbox = o.sandbox and k.event_id = p.event_id and k.number = p.number`,
        "e"
      )})
    order by o.number limit $3))`

/** They get rows of `recipient`, which go with them. */
const separateText = `select sellerkit.separate_from_runs(array_agg(e.seller_id), array_agg(e.sandbox), array_agg(w.id), array_agg(e.time),
    array_agg(e.event_id), array_agg(e.number))
  from (${endedText}) e cross join unnest(e.webhook_ids) as w (id) having count(*) > 0`

/**
 * Statements that remove the records of no partition, one by one. Three parameters: the current time, the age, and how many at
 * most. Each gives how many records it removed.
 */
const texts: Readonly<Record<RecordKind, string>> = {
  // An event is removed with what became of it at each webhook; an event that still waits somewhere stays. A resend may be
  // putting it back: the lock waits for that, and the row is then looked at as the resend left it.
  events: `with ended as materialized (
      ${endedText}
    ), locked as materialized (
      select r.* from ended e
      ${eachOf(
        `select o.number, o.event_id, o.state from sellerkit.recipient o
        where o.seller_id = e.seller_id and o.sandbox = e.sandbox and o.webhook_id = any (e.webhook_ids)
          and o.time = e.time and o.event_id = e.event_id and o.number = e.number for update`,
        "r"
      )}
    ), leaving as (
      select * from ended e
      where (e.number, e.event_id) not in (select r.number, r.event_id from locked r where r.state = 0)
    ), keys as (
      delete from sellerkit.event_key k using leaving l
      where k.seller_id = l.seller_id and k.sandbox = l.sandbox and k.idempotency_key = l.idempotency_key
        and k.number = l.number
    ), recipients as (
      delete from sellerkit.recipient r using leaving l
      where r.seller_id = l.seller_id and r.sandbox = l.sandbox and r.webhook_id = any (l.webhook_ids)
        and r.time = l.time and r.event_id = l.event_id and r.number = l.number
    ), gone as (
      delete from sellerkit.event e using leaving l
      where e.seller_id = l.seller_id and e.sandbox = l.sandbox and e.event_id = l.event_id and e.number = l.number
      returning 1
    )
    select count(*)::integer as removed from gone`,

  // What a run has besides stays, in rows.
  deliveries: `with gone as (
      delete from sellerkit.delivery_default d where d.ctid = any (array(
        ${oldest("delivery", "o.ctid")}))
      returning 1
    ), gone_run as (
      delete from sellerkit.attempt_run_default d where d.ctid = any (array(
        select o.row from (
          select o.row, sum(o.attempts) over (order by o.number, o.row) - o.attempts as before
          from (
            ${oldest("attempt_run", "o.ctid as row, o.number, cardinality(o.times) as attempts")}) o
        ) o where o.before < $3 - (select count(*) from gone)))
      returning d.*
    ), attempt as materialized (
      select a.*, a.time < ${oldBefore} and (select count(*) from gone) + row_number() over (order by a.time, a.delivery_id) <= $3 as leaves
      from (${attemptsIn("gone_run")}) a
    ), staying as (
      ${writeAlone("select * from attempt where not leaves")}
    )
    select ((select count(*) from gone) + (select count(*) from attempt where leaves))::integer as removed`,

  // Jobs that have ended, and deleted webhooks that no record names any more, with their lanes. The first record in an order is
  // found by its index; a search for any record could go through the whole table.
  remains: `with buckets as (
      delete from sellerkit.rate_bucket b where b.full_at < sellerkit.milliseconds($1)
    ), jobs as (
      delete from sellerkit.resend j where j.ctid = any (array(
        select o.ctid from sellerkit.resend o
        where o.ready_at is null and o.updated_at < ${oldBefore}
        order by o.updated_at limit $3))
      returning j.seller_id, j.sandbox, j.resend_id
    ), webhooks as (
      delete from sellerkit.webhook w where w.ctid = any (array(
        select o.ctid from sellerkit.webhook o
        where o.deleted_at < ${oldBefore}
          and (select r.number from sellerkit.recipient r
            where r.seller_id = o.seller_id and r.sandbox = o.sandbox and r.webhook_id = o.webhook_id
            order by r.time, r.event_id limit 1) is null
          and (select q.number from sellerkit.delivered_run q
            where q.seller_id = o.seller_id and q.sandbox = o.sandbox and q.webhook_id = o.webhook_id
            order by q.time, q.event_id limit 1) is null
          and (select d.number from sellerkit.delivery d
            where d.seller_id = o.seller_id and d.sandbox = o.sandbox and d.webhook_id = o.webhook_id
            order by d.time, d.delivery_id limit 1) is null
          and (select q.number from sellerkit.attempt_run q
            where q.seller_id = o.seller_id and q.sandbox = o.sandbox and q.webhook_id = o.webhook_id
            order by q.time, q.delivery_id limit 1) is null
          and not exists (select from sellerkit.attempt_log g where o.webhook_id = any (g.webhook_ids))
          and (select j.resend_id from sellerkit.resend j
            where j.seller_id = o.seller_id and j.sandbox = o.sandbox and j.webhook_id = o.webhook_id
              and (j.seller_id, j.sandbox, j.resend_id) not in (select seller_id, sandbox, resend_id from jobs) limit 1) is null
          and not exists (select from sellerkit.carried c where o.webhook_id = any (c.webhook_ids))
        order by o.deleted_at limit greatest(0, $3 - (select count(*) from jobs))))
      returning w.seller_id, w.sandbox, w.webhook_id
    ), lanes as (
      delete from sellerkit.lane l using webhooks w
      where l.seller_id = w.seller_id and l.sandbox = w.sandbox and l.webhook_id = w.webhook_id
    )
    select ((select count(*) from jobs) + (select count(*) from webhooks))::integer as removed`
}

// our choice: no record is older than a century, and with a longer age all records are kept for ever. With an age that does not
// fit into the number of a record, everything would count as old.
const longestAge = Duration.days(36_500)

export const layer: Layer.Layer<RetentionStore, never, PgDatabase> = Layer.effect(
  RetentionStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    return RetentionStore.of({
      remove: Effect.fnUntraced(function* (kind, age, most) {
        const operation = "RetentionStore.remove"
        const now = yield* database.now
        const period = Duration.toMillis(Duration.min(age, longestAge))
        const [whole] = yield* database.rows<{ dropped: number; has_more: boolean }>(
          operation,
          dropText,
          now,
          period,
          textList(partitioned[kind])
        )
        // Makes the partitions for the days to come, by the database's clock. A full disk has room for them only now.
        if (now === null) yield* database.rows(operation, "select sellerkit.ensure_partitions(null)")
        if (kind === "deliveries") yield* database.rows(operation, indexOldText, now, period)
        if (kind === "events") {
          yield* database.rows(operation, endedRunsText, now, period, most)
          yield* database.rows(operation, separateText, now, period, most)
        }
        const [single] = yield* database.rows<{ removed: number }>(operation, texts[kind], now, period, most)
        // A result of `most` says that there are more records to remove.
        return whole!.has_more || single!.removed === most ? most : single!.removed + whole!.dropped
      })
    })
  })
)
