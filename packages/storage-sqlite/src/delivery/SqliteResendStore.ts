/** Jobs that send events again, on SQLite. */
import {
  type DeliveryId,
  longestJobPause,
  mostCounted,
  type NewResend,
  type Owner,
  type Resend,
  type ResendId,
  type ResendSelection,
  type ResendState,
  ResendStore,
  ResendToDisabled,
  type SellerId,
  type ServiceId,
  type StoredRecord,
  type WebhookId,
  WebhookNotFound,
  WorkSignal
} from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { wakeLane } from "../lanes/Lanes.ts"
import { putRecord } from "../records/Changes.ts"
import { ensureAccount, findAccount, findOwner } from "../rows/Owners.ts"
import { deliveredAfter } from "../stored/DeliveredRuns.ts"
import { findRecipients, separateFromRuns } from "../stored/Recipients.ts"
import { type RecipientState, recipientState } from "../stored/RecipientState.ts"
import { compareKeys, type EventKey } from "../stored/StoredEvent.ts"
import { findEvents } from "../stored/StoredEvents.ts"

interface ResendRow {
  readonly resend: number
  readonly id: string
  readonly webhook: number
  readonly webhook_id: string
  readonly status: string
  readonly deleted_at: number | null
  readonly owner: number
  readonly service_id: string
  readonly seller_id: string
  readonly sandbox: number
  readonly delivery_id: string | null
  readonly since: number
  readonly until: number
  readonly only_failed: number
  readonly events_per_second: number
  readonly state: ResendState
  readonly total: number
  readonly examined: number
  readonly resent: number
  readonly already_waiting: number
  readonly position_time: number
  readonly position_event: number
  readonly created_at: number
  readonly updated_at: number
}

const selected = `select j.*, w.id as webhook_id, w.status, w.deleted_at, o.owner, o.service_id, a.seller_id, a.sandbox
  from resend j join webhook w using (webhook) join owner o using (owner) join account a using (account)`

/** A job that would pause for longer than any job does is due as well: the clock has been set back. */
const dueJob = `${selected} where j.ready_at is not null and (j.ready_at <= ? or j.ready_at > ? + ${longestJobPause})
  order by j.ready_at limit 1`

const time = (milliseconds: number): DateTime.Utc => DateTime.makeUnsafe(milliseconds)

const toSelection = (stored: ResendRow): ResendSelection =>
  stored.delivery_id === null
    ? { _tag: "Period", since: time(stored.since), until: time(stored.until), onlyFailed: stored.only_failed === 1 }
    : { _tag: "Delivery", deliveryId: stored.delivery_id as DeliveryId }

const toOwner = ({ sandbox, seller_id, service_id }: ResendRow): Owner => ({
  sellerId: seller_id as SellerId,
  sandbox: sandbox === 1,
  serviceId: service_id === "" ? null : (service_id as ServiceId)
})

const toResend = (stored: ResendRow): Resend => ({
  id: stored.id as ResendId,
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

interface Candidate {
  readonly time: number
  readonly event: number
  readonly state: RecipientState
}

type Candidates = Pick<ResendRow, "delivery_id" | "since" | "until" | "webhook">

/** Test events have rows of their own. */
const isNoTest = "not exists (select 1 from event e where e.event = r.event and e.test = 1)"

/** SQLite is not asked for the end of the period, because it would then begin where the period begins. */
const rowsFrom = `select r.time, r.event, r.state from recipient r
  where r.webhook = ? and (r.time, r.event) > (?, ?) and ${isNoTest} order by r.time, r.event ${boundLimit}`

/** What the webhook has received behind a place, up to the end of the period: recipients and runs, merged. */
const receivedFrom = (
  host: SqliteHost,
  { until, webhook }: Candidates,
  place: EventKey,
  most: number
): ReadonlyArray<Candidate> => {
  const found = [...rows<Candidate>(host, rowsFrom, webhook, place.time, place.event, most)]
  let left = most
  for (const { event, time } of deliveredAfter(host, webhook, place)) {
    if (left === 0 || time > until) break
    left--
    found.push({ time, event, state: recipientState.delivered })
  }
  const inOrder = found.toSorted(compareKeys).slice(0, most)
  return inOrder.filter(({ time }) => time <= until)
}

/** What a delivery carried, behind a place. */
const eventsOfAttempt = (
  host: SqliteHost,
  { delivery_id, webhook }: Candidates,
  place: EventKey,
  most: number
): ReadonlyArray<Candidate> => {
  const [delivery] = rows<{ events: string }>(host, "select d.events from delivery d where d.id = ?", delivery_id)
  if (delivery === undefined) return []
  const carried = [...findEvents(host, JSON.parse(delivery.events)).values()].filter(({ test }) => test === 0)
  const recipients = findRecipients(
    host,
    carried.map(({ event, time }) => ({ webhook, event, time }))
  )
  return recipients
    .flatMap((recipient) => (recipient !== undefined && compareKeys(recipient, place) > 0 ? [recipient] : []))
    .toSorted(compareKeys)
    .slice(0, most)
}

/** Recipients that a job looks at, from a place on, without those of test events. */
const candidatesFrom = (host: SqliteHost, job: Candidates, place: EventKey, most: number): ReadonlyArray<Candidate> =>
  job.delivery_id === null ? receivedFrom(host, job, place, most) : eventsOfAttempt(host, job, place, most)

/** Before everything that happened at a time or later. */
const beforeAllOf = (time: number): EventKey => ({ time, event: 0 })

/** Counts candidates, up to the number at which counting ends. */
const countCandidates = (host: SqliteHost, job: Candidates): number =>
  candidatesFrom(host, job, beforeAllOf(job.delivery_id === null ? job.since : Number.MIN_SAFE_INTEGER), mostCounted)
    .length

/** Candidates from the job's place on. */
const nextCandidates = (host: SqliteHost, job: ResendRow, most: number): ReadonlyArray<Candidate> => {
  const place = { time: job.position_time, event: job.position_event }
  const start = job.delivery_id === null ? beforeAllOf(job.since) : place
  return candidatesFrom(host, job, compareKeys(start, place) > 0 ? start : place, most)
}

const insert = (host: SqliteHost, resend: NewResend, webhook: number, now: number): ResendRow => {
  const { createdAt, eventsPerSecond, id, selection } = resend
  const period = selection._tag === "Period" ? selection : undefined
  const job = {
    webhook,
    delivery_id: selection._tag === "Delivery" ? selection.deliveryId : null,
    since: period === undefined ? 0 : DateTime.toEpochMillis(period.since),
    until: period === undefined ? 0 : DateTime.toEpochMillis(period.until)
  }
  host.run(
    `insert into resend (id, webhook, delivery_id, since, until, only_failed, events_per_second, total, created_at,
       updated_at, ready_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    webhook,
    job.delivery_id,
    job.since,
    job.until,
    period?.onlyFailed === true ? 1 : 0,
    eventsPerSecond,
    countCandidates(host, job),
    DateTime.toEpochMillis(createdAt),
    DateTime.toEpochMillis(createdAt),
    now
  )
  return findById(host, id)!
}

const findById = (host: SqliteHost, id: string): ResendRow | undefined =>
  row<ResendRow>(host, `${selected} where j.id = ?`, id)

const findIn = (host: SqliteHost, account: number | undefined, id: ResendId): ResendRow | undefined =>
  row<ResendRow>(host, `${selected} where j.id = ? and a.account = ?`, id, account ?? 0)

/** Changes a job; one that does not run any more is never due. */
const update = (host: SqliteHost, job: ResendRow, change: Partial<Record<keyof ResendRow | "ready_at", SqlValue>>) => {
  const columns = Object.keys(change)
  const sql = `update resend set ${columns.map((column) => `${column} = ?`).join(", ")} where resend = ?`
  host.run(sql, ...(Object.values(change) as ReadonlyArray<SqlValue>), job.resend)
  return toResend(findById(host, job.id)!)
}

/** The event waits again, as if it had just happened. */
const putBack = (host: SqliteHost, webhook: number, { event, time }: EventKey, now: number): void =>
  host.run(
    `update recipient set state = ${recipientState.pending}, attempts = 0, due_at = ?, resent_at = ?, drop_reason = null
     where webhook = ? and time = ? and event = ?`,
    now,
    now,
    webhook,
    time,
    event
  )

const isWanted = ({ only_failed }: ResendRow, { state }: Candidate): boolean =>
  state === recipientState.dropped || (state === recipientState.delivered && only_failed === 0)

const stepJob = (host: SqliteHost, job: ResendRow, most: number, now: number): Resend => {
  if (job.deleted_at !== null || job.status !== "enabled") {
    return update(host, job, { state: "stopped", ready_at: null, updated_at: now })
  }
  const found = nextCandidates(host, job, most)
  const wanted: Array<Candidate> = []
  let examined = 0
  let waiting = 0
  for (const candidate of found) {
    if (wanted.length === job.events_per_second) break
    examined++
    if (candidate.state === recipientState.pending) waiting++
    if (isWanted(job, candidate)) wanted.push(candidate)
  }
  separateFromRuns(host, job.webhook, wanted)
  for (const candidate of wanted) putBack(host, job.webhook, candidate, now)
  const resent = wanted.length
  if (resent > 0) wakeLane(host, job.webhook, now)
  const last = found[examined - 1]
  const finished = examined === found.length && found.length < most
  return update(host, job, {
    state: finished ? "finished" : "running",
    total: Math.max(job.total, job.examined + examined),
    examined: job.examined + examined,
    resent: job.resent + resent,
    already_waiting: job.already_waiting + waiting,
    position_time: last?.time ?? job.position_time,
    position_event: last?.event ?? job.position_event,
    ready_at: finished ? null : now + Math.ceil((1000 * resent) / job.events_per_second),
    updated_at: now
  })
}

interface TargetRow {
  readonly webhook: number
  readonly status: string
}

const insertJob = (
  host: SqliteHost,
  resend: NewResend,
  entry: StoredRecord,
  now: number
): Result.Result<Resend, ResendToDisabled | WebhookNotFound> => {
  const { owner, webhookId } = resend
  const target = row<TargetRow>(
    host,
    "select webhook, status from webhook where id = ? and owner = ? and deleted_at is null",
    webhookId,
    findOwner(host, owner)?.owner ?? 0
  )
  if (target === undefined) return Result.fail(new WebhookNotFound({ id: webhookId }))
  if (target.status !== "enabled") return Result.fail(new ResendToDisabled({ webhookId }))
  putRecord(host, ensureAccount(host, owner), entry)
  return Result.succeed(toResend(insert(host, resend, target.webhook, now)))
}

export const layer: Layer.Layer<ResendStore, never, SqliteDatabase | WorkSignal> = Layer.effect(
  ResendStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const signal = yield* WorkSignal
    return ResendStore.of({
      insert: (resend, entry) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("ResendStore.insert", (host) => insertJob(host, resend, entry, now))
        ).pipe(Effect.flatMap(Effect.fromResult)),

      step: (most) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const findJob = (host: SqliteHost) => Option.fromUndefinedOr(row<ResendRow>(host, dueJob, now, now))
          // Mostly there is none. A write would have everything written down that is carried.
          if (Option.isNone(yield* database.read("ResendStore.step", findJob))) return Option.none()
          return yield* database.write("ResendStore.step", (host) =>
            Option.map(findJob(host), (job) => stepJob(host, job, most, now))
          )
        }).pipe(Effect.tap((stepped) => (Option.isSome(stepped) ? signal.send : Effect.void))),

      cancel: (account, id, entry) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("ResendStore.cancel", (host) =>
            Option.map(Option.fromUndefinedOr(findIn(host, findAccount(host, account), id)), (job) => {
              if (job.state !== "running") return toResend(job)
              putRecord(host, ensureAccount(host, account), entry)
              return update(host, job, { state: "cancelled", ready_at: null, updated_at: now })
            })
          )
        ),

      get: (account, id) =>
        database.read("ResendStore.get", (host) =>
          Option.map(Option.fromUndefinedOr(findIn(host, findAccount(host, account), id)), toResend)
        )
    })
  })
)
