/** Jobs that send events again, on PostgreSQL. */
import {
  type Account,
  type DeliveryId,
  longestJobPause,
  mostCounted,
  type NewResend,
  type Owner,
  type Position,
  type Resend,
  type ResendId,
  type ResendSelection,
  type ResendState,
  ResendStore,
  ResendToDisabled,
  type StoredRecord,
  type WebhookId,
  WebhookNotFound,
  WorkSignal
} from "@sellerkit/core"
import { Effect, Layer, Option, Result } from "effect"
import type { SqlError } from "effect/sql"
import { bigints, eachOf, uuids } from "../connection/lists.ts"
import { PgDatabase, type Statements } from "../connection/PgDatabase.ts"
import { notifyText } from "../connection/WorkNotifications.ts"
import { showCarriedText } from "../events/Carried.ts"
import { recipientState } from "../events/Fates.ts"
import { putRecord } from "../records/statements.ts"
import { deliveredAtEach } from "../rows/Recipients.ts"
import { accountValues, millis, type OwnerColumns, time, toOwner } from "../rows/Rows.ts"
import { pageRange, rangeValues } from "../rows/TimeRange.ts"
import { lockedStatus } from "../webhooks/WebhookWrites.ts"

type Rows = Statements["rows"]

interface ResendRow extends OwnerColumns {
  readonly resend_id: string
  readonly webhook_id: string
  readonly delivery_id: string | null
  readonly since: bigint
  readonly until: bigint
  readonly only_failed: boolean
  readonly events_per_second: number
  readonly state: ResendState
  readonly total: number
  readonly examined: number
  readonly resent: number
  readonly already_waiting: number
  readonly position_time: bigint
  readonly position_event: string
  readonly created_at: bigint
  readonly updated_at: bigint
}

const toSelection = (stored: ResendRow): ResendSelection =>
  stored.delivery_id === null
    ? { _tag: "Period", since: time(stored.since), until: time(stored.until), onlyFailed: stored.only_failed }
    : { _tag: "Delivery", deliveryId: stored.delivery_id as DeliveryId }

const toResend = (stored: ResendRow): Resend => ({
  id: stored.resend_id as ResendId,
  owner: toOwner(stored),
  webhookId: stored.webhook_id as WebhookId,
  selection: toSelection(stored),
  eventsPerSecond: stored.events_per_second,
  state: stored.state,
  total: stored.total,
  examined: stored.examined,
  resent: stored.resent,
  alreadyWaiting: stored.already_waiting,
  createdAt: time(stored.created_at),
  updatedAt: time(stored.updated_at)
})

const eventOf = (condition: string): string =>
  eachOf(
    `select * from sellerkit.event o where o.seller_id = $1 and o.sandbox = $2 and not o.test and ${condition}`,
    "e"
  )

const bounds = ["$4", "$5", "$6", "$7"] as const

/** What became of an event `r` at the job's webhook, and when it happened: where that is within the range. */
const found = "r.time, r.event_id, r.number, r.state"
const inRange = pageRange("r.time, r.event_id", bounds)
const jobRange =
  "(select $3::uuid as webhook_id, $4::bigint as low_time, $5::uuid as low_id, $6::bigint as high_time, $7::uuid as high_id)"

const byTime = "order by r.time, r.event_id, r.number"

/**
 * Recipients that a job looks at, test events aside, in the order of time: the first so many of a webhook between two positions. Where
 * the job is about a delivery, only those that the delivery carried. No run has a test event.
 */
const candidates: Readonly<Record<ResendSelection["_tag"], (most: string) => string>> = {
  Period: (most) => `select ${found} from (
      (select ${found} from sellerkit.recipient r ${eventOf("o.event_id = r.event_id and o.number = r.number")}
      where r.seller_id = $1 and r.sandbox = $2 and r.webhook_id = $3 and ${inRange} ${byTime} limit ${most})
      union all
      select r.time, r.event_id, r.number, ${recipientState.delivered}
      from (${deliveredAtEach({ asked: jobRange, direction: "newer", most })}) r
    ) r (time, event_id, number, state) ${byTime} limit ${most}`,
  Delivery: (most) => `select ${found} from (
      select a.times[k.place], a.ids[k.place], a.numbers[k.place], k.state
      from (
        select array_agg(e.time) as times, array_agg(e.event_id) as ids, array_agg(e.number) as numbers
        from sellerkit.attempt_with($1, $2, $8) d
        cross join unnest(d.event_ids) as n (event_id)
        ${eventOf("o.event_id = n.event_id")}
        having count(*) > 0
      ) a
      cross join lateral sellerkit.recipients_of($1, $2, array_fill($3::uuid, array[cardinality(a.ids)]), a.times, a.ids, a.numbers) k
    ) r (time, event_id, number, state) where ${inRange} ${byTime} limit ${most}`
}

interface Candidates {
  readonly owner: Owner
  readonly webhookId: WebhookId
  readonly selection: ResendSelection
  /** The last one that was looked at. */
  readonly position?: Position
}

const candidateValues = ({ owner, position, selection, webhookId }: Candidates) => {
  const period = selection._tag === "Period" ? { from: millis(selection.since), to: millis(selection.until) } : {}
  const [lowTime, lowId, highTime, highId] = rangeValues({
    direction: "newer",
    limit: 0,
    ...period,
    ...(position === undefined ? undefined : { cursor: position })
  })
  const range = [...accountValues(owner), webhookId, lowTime, lowId, highTime, highId] as const
  return selection._tag === "Delivery" ? ([...range, selection.deliveryId] as const) : range
}

/** Counts candidates, up to the number at which counting ends. */
const countCandidates = (rows: Rows, of: Candidates) =>
  Effect.map(
    rows<{ total: number }>(
      `select count(*)::integer as total from (${candidates[of.selection._tag](String(mostCounted))}) c`,
      ...candidateValues(of)
    ),
    ([counted]) => counted!.total
  )

const insertText = `insert into sellerkit.resend (seller_id, sandbox, webhook_id, delivery_id, since, until, service_id, resend_id,
    only_failed, events_per_second, total, created_at, updated_at, ready_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, sellerkit.milliseconds($13))
  returning *`

interface Candidate {
  readonly time: bigint
  readonly event_id: string
  readonly number: bigint
  readonly state: number
}

/** In the order of time. */
const nextCandidates = (rows: Rows, job: ResendRow, most: number) => {
  const { owner, selection, webhookId } = toResend(job)
  const position = { time: Number(job.position_time), id: job.position_event }
  const values = candidateValues({ owner, selection, webhookId, position })
  return rows<Candidate>(candidates[selection._tag](`$${values.length + 1}`), ...values, most)
}

const isWanted = ({ only_failed }: ResendRow, { state }: Candidate): boolean =>
  state === recipientState.dropped || (state === recipientState.delivered && !only_failed)

/** Events wait again, as if they had just happened. One that has been removed since it was looked at does not. */
const putBackText = `with again as materialized (
    select $1::uuid as seller_id, $2::boolean as sandbox, $3::uuid as webhook_id, k.* from unnest($4::bigint[], $5::uuid[], $6::bigint[]) as k (time, event_id, number)
  ), moment as (
    select sellerkit.milliseconds($7) as now
  ), noted as (
    update sellerkit.recipient r set state = ${recipientState.pending}, attempts = 0, due_at = m.now, drop_reason = null
    from again k, moment m
    where r.seller_id = k.seller_id and r.sandbox = k.sandbox and r.webhook_id = k.webhook_id and r.time = k.time
      and r.event_id = k.event_id and r.number = k.number
    returning r.number, r.event_id, r.time, r.bytes
  ), waiting as (
    insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes, resent_at)
    select $1, $2, $3, 0, m.now, n.number, n.event_id, n.time, n.bytes, m.now from noted n, moment m
  )
  insert into sellerkit.wake (seller_id, sandbox, webhook_id, number, at)
  select $1, $2, $3, sellerkit.next_number(m.now), m.now from moment m`

const separateText = `select sellerkit.separate_from_runs(array_fill($1::uuid, array[cardinality($4::bigint[])]),
    array_fill($2::boolean, array[cardinality($4::bigint[])]), array_fill($3::uuid, array[cardinality($4::bigint[])]), $4, $5, $6)`

const putBack = Effect.fnUntraced(function* (
  rows: Rows,
  job: ResendRow,
  events: ReadonlyArray<Candidate>,
  now: number | null
) {
  const keys = [
    job.seller_id,
    job.sandbox,
    job.webhook_id,
    bigints(events.map(({ time }) => time)),
    uuids(events.map(({ event_id }) => event_id)),
    bigints(events.map(({ number }) => number))
  ] as const
  yield* rows(separateText, ...keys)
  yield* rows(putBackText, ...keys, now)
})

const thisJob = "seller_id = $1 and sandbox = $2 and resend_id = $3"

const keyOf = ({ resend_id, sandbox, seller_id }: ResendRow) => [seller_id, sandbox, resend_id] as const

/** One that does not run any more is never due. */
const end = (rows: Rows, job: ResendRow, state: ResendState, now: number | null) =>
  Effect.map(
    rows<ResendRow>(
      `update sellerkit.resend set state = $4, ready_at = null, updated_at = sellerkit.milliseconds($5)
       where ${thisJob} returning *`,
      ...keyOf(job),
      state,
      now
    ),
    ([ended]) => toResend(ended!)
  )

/** The candidates that a step examines: as many as it may put back, and those in between that stay as they are. */
const take = (job: ResendRow, found: ReadonlyArray<Candidate>) => {
  const wanted: Array<Candidate> = []
  let examined = 0
  for (const candidate of found) {
    if (wanted.length === job.events_per_second) break
    examined++
    if (isWanted(job, candidate)) wanted.push(candidate)
  }
  const waiting = found.slice(0, examined).filter(({ state }) => state === recipientState.pending).length
  return { examined, last: found[examined - 1], waiting, wanted }
}

/** A webhook's jobs take one step at a time, so that two jobs that look at the same event do not both put it back. */
const stepJob = Effect.fnUntraced(function* (rows: Rows, job: ResendRow, most: number, now: number | null) {
  const [target] = yield* rows<{ enabled: boolean }>(
    `select status = 'enabled' and deleted_at is null as enabled from sellerkit.webhook
     where seller_id = $1 and sandbox = $2 and webhook_id = $3 for update`,
    job.seller_id,
    job.sandbox,
    job.webhook_id
  )
  if (target?.enabled !== true) return yield* end(rows, job, "stopped", now)
  yield* rows(showCarriedText, job.seller_id, job.sandbox, job.webhook_id, true)
  const found = yield* nextCandidates(rows, job, most)
  const { examined, last, waiting, wanted } = take(job, found)
  if (wanted.length > 0) yield* putBack(rows, job, wanted, now)
  const finished = examined === found.length && found.length < most
  const [stepped] = yield* rows<ResendRow>(
    `update sellerkit.resend set state = $4, total = greatest(total, examined + $5), examined = examined + $5, resent = resent + $6,
       already_waiting = already_waiting + $11, position_time = $7, position_event = $8, ready_at = sellerkit.milliseconds($9) + $10::bigint, updated_at = sellerkit.milliseconds($9)
     where ${thisJob} returning *`,
    ...keyOf(job),
    finished ? "finished" : "running",
    examined,
    wanted.length,
    last?.time ?? job.position_time,
    last?.event_id ?? job.position_event,
    now,
    finished ? null : Math.ceil((1000 * wanted.length) / job.events_per_second),
    waiting
  )
  return toResend(stepped!)
})

const insertJob = Effect.fnUntraced(function* (
  rows: Rows,
  resend: NewResend,
  entry: StoredRecord,
  now: number | null
): Effect.fn.Return<Result.Result<Resend, ResendToDisabled | WebhookNotFound>, SqlError.SqlError> {
  const { createdAt, eventsPerSecond, id, owner, selection, webhookId } = resend
  const status = yield* lockedStatus(rows, { owner, id: webhookId })
  if (status === undefined) return Result.fail(new WebhookNotFound({ id: webhookId }))
  if (status !== "enabled") return Result.fail(new ResendToDisabled({ webhookId }))
  yield* putRecord(rows, owner, entry)
  yield* rows(showCarriedText, ...accountValues(owner), webhookId, true)
  const period = selection._tag === "Period" ? selection : undefined
  const [inserted] = yield* rows<ResendRow>(
    insertText,
    ...accountValues(owner),
    webhookId,
    selection._tag === "Delivery" ? selection.deliveryId : null,
    period === undefined ? 0 : millis(period.since),
    period === undefined ? 0 : millis(period.until),
    owner.serviceId ?? "",
    id,
    period?.onlyFailed === true,
    eventsPerSecond,
    yield* countCandidates(rows, { owner, webhookId, selection }),
    millis(createdAt),
    now
  )
  return Result.succeed(toResend(inserted!))
})

/** A job that would pause for longer than any job does is due as well: the clock has been set back. */
const dueText = `select * from sellerkit.resend
  where ready_at is not null and (ready_at <= sellerkit.milliseconds($1) or ready_at > sellerkit.milliseconds($1) + ${longestJobPause})
  order by ready_at limit 1 for update skip locked`

const stepNext = Effect.fnUntraced(function* (rows: Rows, most: number, now: number | null) {
  const [job] = yield* rows<ResendRow>(dueText, now)
  if (job === undefined) return Option.none<Resend>()
  const stepped = yield* stepJob(rows, job, most, now)
  yield* rows(notifyText)
  return Option.some(stepped)
})

const findText = `select * from sellerkit.resend where ${thisJob}`

const cancelJob = Effect.fnUntraced(function* (
  rows: Rows,
  account: Account,
  id: ResendId,
  entry: StoredRecord,
  now: number | null
) {
  const [job] = yield* rows<ResendRow>(`${findText} for update`, ...accountValues(account), id)
  if (job === undefined) return Option.none<Resend>()
  if (job.state !== "running") return Option.some(toResend(job))
  yield* putRecord(rows, account, entry)
  return Option.some(yield* end(rows, job, "cancelled", now))
})

export const layer: Layer.Layer<ResendStore, never, PgDatabase | WorkSignal> = Layer.effect(
  ResendStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const signal = yield* WorkSignal
    return ResendStore.of({
      insert: (resend, entry) =>
        Effect.flatMap(database.now, (now) =>
          database.write("ResendStore.insert", ({ rows }) => insertJob(rows, resend, entry, now))
        ).pipe(Effect.flatMap(Effect.fromResult)),

      step: (most) =>
        Effect.flatMap(database.now, (now) =>
          database.write("ResendStore.step", ({ rows }) => stepNext(rows, most, now))
        ).pipe(Effect.tap((stepped) => (Option.isSome(stepped) ? signal.send : Effect.void))),

      cancel: (account, id, entry) =>
        Effect.flatMap(database.now, (now) =>
          database.write("ResendStore.cancel", ({ rows }) => cancelJob(rows, account, id, entry, now))
        ),

      get: (account, id) =>
        Effect.map(database.rows<ResendRow>("ResendStore.get", findText, ...accountValues(account), id), ([found]) =>
          Option.map(Option.fromUndefinedOr(found), toResend)
        )
    })
  })
)
