/** What waits to be delivered, on PostgreSQL. The clock is the database's, which all processes share. */
import {
  type Account,
  type ClaimRequest,
  DeliveryQueue,
  type EventRecipients,
  type EventId,
  type LaneHealth,
  largestWithTried,
  type Lease,
  type Outcome,
  LaneTakers,
  overdueAfter,
  recordDropped,
  type StorageError,
  type WebhookId,
  WorkSignal
} from "@sellerkit/core"
import { Duration, Effect, Layer, Option } from "effect"
import { bigints, booleans, eachOf, integers, uuids } from "../connection/lists.ts"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { withCarried } from "../events/Carried.ts"
import { fatesText, type FateRow, toFate } from "../events/Fates.ts"
import { type ClaimRow, toBatches, toDropped } from "../lanes/ClaimedBatches.ts"
import {
  backlogText,
  type BacklogRow,
  laneKeys,
  lanesText,
  type LaneRow,
  toBacklog,
  toLaneState
} from "../lanes/LaneStates.ts"
import { finishedBy, type PendingKey, PgLease } from "../lanes/PgLease.ts"
import {
  carriedEvents,
  type LookedUp,
  restValues,
  type Settling,
  settleValues,
  toSettling,
  unknownEvents
} from "../lanes/Settlement.ts"
import { accountValues, eventColumns, type EventRow, toEvent } from "../rows/Rows.ts"
import { makeIndexAttempts } from "./indexAttempts.ts"

const parameters = (count: number): string => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(", ")

const claimText = `select * from sellerkit.claim(${parameters(14)})`
const settleText = `select * from sellerkit.settle(${parameters(45)})`

/** The outcomes that came in time, from 1; null where none did. `wakes`: the next lane may be due earlier. */
interface SettledRow {
  readonly places: ReadonlyArray<number> | null
  readonly announced_for: ReadonlyArray<bigint | null> | null
  readonly leased: ReadonlyArray<boolean> | null
  readonly wakes: boolean
}

interface LookedUpRow {
  readonly webhook_id: string
  readonly event_id: string
  readonly number: bigint
  readonly time: bigint
  readonly attempts: number
  readonly due_at: bigint
}

const lookUpText = `select k.webhook_id, e.event_id, e.number, e.time, r.attempts, r.due_at
  from unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::uuid[]) as k (seller_id, sandbox, webhook_id, event_id)
  ${eachOf(
    "select * from sellerkit.event o where o.seller_id = k.seller_id and o.sandbox = k.sandbox and o.event_id = k.event_id",
    "e"
  )}
  cross join lateral sellerkit.recipients_of(k.seller_id, k.sandbox, array[k.webhook_id], array[e.time], array[e.event_id],
    array[e.number]) r`

type Database = PgDatabase["Service"]

/** Looks up the keys of events for leases that another process took, or that were made again. */
const lookUp = Effect.fnUntraced(function* (
  database: Database,
  settling: ReadonlyArray<Settling>
): Effect.fn.Return<LookedUp, StorageError> {
  const wanted = unknownEvents(settling)
  if (wanted.length === 0) return () => undefined
  const found = yield* database.rows<LookedUpRow>(
    "DeliveryQueue.settle",
    lookUpText,
    uuids(wanted.map(({ lease }) => lease.owner.sellerId)),
    booleans(wanted.map(({ lease }) => lease.owner.sandbox)),
    uuids(wanted.map(({ lease }) => lease.webhookId)),
    uuids(wanted.map(({ id }) => id))
  )
  const keys = new Map(
    found.map(({ attempts, due_at, event_id, number, time, webhook_id }): [string, PendingKey] => [
      `${webhook_id} ${event_id}`,
      { id: event_id as EventId, number, time, attempts, dueAt: due_at }
    ])
  )
  return ({ lease }, id) => keys.get(`${lease.webhookId} ${id}`)
})

const claim = (database: Database) =>
  Effect.fnUntraced(function* (request: ClaimRequest) {
    const now = yield* database.now
    const { inFlight } = request
    return yield* database.rows<ClaimRow>(
      "DeliveryQueue.claim",
      claimText,
      now,
      request.lanes,
      request.lanesPerAccount,
      uuids(inFlight.map(({ account }) => account.sellerId)),
      booleans(inFlight.map(({ account }) => account.sandbox)),
      integers(inFlight.map(({ lanes }) => lanes)),
      request.eventsPerLane,
      request.eventsPerRequest,
      request.bytesPerLane,
      request.events,
      request.bytes,
      Duration.toMillis(request.lease),
      Duration.toMillis(overdueAfter),
      integers(largestWithTried)
    )
  })

/** The health of each outcome's lane, in order; undefined for an outcome that came too late. */
const toHealths = (
  { announced_for, leased, places }: SettledRow,
  count: number
): ReadonlyArray<LaneHealth | undefined> => {
  const healths = Array.from({ length: count }, (): LaneHealth | undefined => undefined)
  for (const [index, place] of (places ?? []).entries()) {
    const announcedFor = announced_for![index] ?? null
    healths[place - 1] = {
      isLeased: leased![index]!,
      announcedFor: announcedFor === null ? undefined : Duration.millis(Number(announcedFor))
    }
  }
  return healths
}

const release = (database: Database) =>
  Effect.fnUntraced(function* (leases: ReadonlyArray<Lease>) {
    const rest = leases.flatMap((lease) => carriedEvents(lease))
    yield* database.rows(
      "DeliveryQueue.release",
      `select sellerkit.release(${parameters(14)})`,
      yield* database.now,
      uuids(leases.map(({ owner }) => owner.sellerId)),
      booleans(leases.map(({ owner }) => owner.sandbox)),
      uuids(leases.map(({ webhookId }) => webhookId)),
      bigints(leases.map(({ fence }) => fence)),
      ...restValues(rest, finishedBy(rest.map(({ key }) => key)))
    )
    for (const { key, lease } of rest) PgLease.of(lease)!.forget([key])
  })

/**
 * What is carried of a lane that is released waits again; where that shows only as it is settled, it is released once more. Where
 * nothing is left to claim, no dispatcher is woken to look for it.
 */
const settle = (database: Database, releaseLanes: ReturnType<typeof release>, wake: Effect.Effect<void>) => {
  const indexAttempts = makeIndexAttempts(database)
  return Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    const now = yield* database.now
    // Further events may join a lease until the answer comes: they are not among those that it settled.
    const settling = outcomes.map(toSettling)
    const values = settleValues(now, settling, yield* lookUp(database, settling))
    const [settled] = yield* database.rows<SettledRow>("DeliveryQueue.settle", settleText, ...values)
    const healths = toHealths(settled!, outcomes.length)
    const recalled: Array<Lease> = []
    for (const [index, { leaving, lease }] of settling.entries()) {
      if (lease === undefined) continue
      lease.forget(leaving)
      if (healths[index]?.isLeased !== true && carriedEvents(lease).length > 0) recalled.push(lease)
    }
    if (recalled.length > 0) yield* releaseLanes(recalled)
    // What an outcome that came too late had carried waits again, in a lane that it does not release.
    if (settled!.wakes || recalled.length > 0 || healths.includes(undefined)) yield* wake
    yield* indexAttempts
    return healths
  })
}

const endPause = (database: Database) =>
  Effect.fnUntraced(function* (account: Account, webhookId: WebhookId) {
    const text = "select sellerkit.end_pause($1, $2, $3, $4)"
    yield* database.rows("DeliveryQueue.endPause", text, yield* database.now, ...accountValues(account), webhookId)
  })

const nextDue = (database: Database) =>
  Effect.fnUntraced(function* (full: ReadonlyArray<Account>) {
    const [found] = yield* database.rows<{ due: bigint | null }>(
      "DeliveryQueue.nextDue",
      "select sellerkit.next_due($1, $2, $3) as due",
      yield* database.now,
      uuids(full.map(({ sellerId }) => sellerId)),
      booleans(full.map(({ sandbox }) => sandbox))
    )
    return Option.map(Option.fromNullishOr(found?.due), (due) => Duration.millis(Number(due)))
  })

interface FoundEvent extends EventRow {
  readonly number: bigint
  readonly webhook_ids: ReadonlyArray<string>
}

const eventText = `select ${eventColumns}, e.number, e.webhook_ids from sellerkit.event e
  where e.seller_id = $1 and e.sandbox = $2 and e.event_id = $3`

const fates = (database: Database) =>
  Effect.fnUntraced(
    function* (account: Account, id: EventId) {
      const [found] = yield* database.rows<FoundEvent>("DeliveryQueue.fates", eventText, ...accountValues(account), id)
      if (found === undefined) return Option.none<EventRecipients>()
      const webhooks = yield* database.rows<FateRow>(
        "DeliveryQueue.fates",
        fatesText,
        ...accountValues(account),
        uuids(found.webhook_ids),
        found.time,
        found.event_id,
        found.number
      )
      return Option.some<EventRecipients>({ ...toEvent(found), webhooks: webhooks.map(toFate) })
    },
    (look, account) => withCarried(database, "DeliveryQueue.fates", account, look)
  )

export const layer: Layer.Layer<DeliveryQueue, never, LaneTakers | PgDatabase | WorkSignal> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const signal = yield* WorkSignal
    const takers = yield* LaneTakers
    const claimRows = claim(database)
    const releaseLanes = release(database)
    return DeliveryQueue.of({
      claim: (request) =>
        claimRows(request).pipe(
          Effect.tap((rows) => recordDropped(toDropped(rows))),
          Effect.map(toBatches)
        ),
      settle: settle(database, releaseLanes, signal.send),
      release: (leases) => Effect.andThen(releaseLanes(leases), signal.send),
      endPause: endPause(database),
      nextDue: nextDue(database),
      awaitWork: signal.await,
      leaseOnArrival: (taker) => takers.add(taker),
      lanes: (webhooks) =>
        Effect.flatMap(database.now, (now) =>
          Effect.map(database.rows<LaneRow>("DeliveryQueue.lanes", lanesText, ...laneKeys(webhooks), now), (found) =>
            found.map(toLaneState)
          )
        ),
      backlog: Effect.flatMap(database.now, (now) =>
        Effect.map(database.rows<BacklogRow>("DeliveryQueue.backlog", backlogText, now), ([found]) => toBacklog(found!))
      ),
      fates: fates(database)
    })
  })
)
