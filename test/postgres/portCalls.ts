/** Calls of every port, and of the functions in the database, that are made over a million events; and what they may read. */
import {
  type Account,
  type Batch,
  DeliveryLog,
  DeliveryQueue,
  DispatcherId,
  DispatcherStore,
  EventStore,
  History,
  type Lease,
  type StoredChanges,
  type StoredLookup,
  type StoredPart,
  type StoredRecord,
  Records,
  RecordStore,
  ResendStore,
  RetentionStore,
  SealedSecret,
  type StoragePorts,
  type TimePageRequest,
  Webhook,
  type WebhookId,
  WebhookStore
} from "@sellerkit/core"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import { RateLimiter } from "effect/persistence"
import {
  busyWebhook,
  deliveryAt,
  entryAt,
  eventAt,
  jobAt,
  largeSeller,
  millionSpan,
  quietWebhook,
  recordKeyAt,
  smallSeller,
  smallWebhook
} from "./million.ts"
import { delivered, newEvents, webhookWrite } from "./records.ts"

export type Services = PgClient.PgClient | RateLimiter.RateLimiterStore | StoragePorts

type Run = Effect.Effect<unknown, unknown, Services>

export interface Call {
  readonly what: string
  /** Gives what is looked at; what leads to it is not. */
  readonly prepared: Effect.Effect<Run, unknown, Services>
  /** How many records a step of a plan may touch at most. */
  readonly reads: number
  /** How many pages of the database all statements may touch together. */
  readonly blocks?: number
  /** Large tables that may be read as a whole, because that is what is asked for. */
  readonly counts?: ReadonlyArray<string>
  /** Tables of which each record is looked for in one partition, because it is known when it was made. */
  readonly pruned?: ReadonlyArray<string>
  /** Tables of which a step of a plan looks into so many partitions at most, because it is known of which times their records are. */
  readonly within?: { readonly tables: ReadonlyArray<string>; readonly partitions: number }
}

const largeAccount: Account = { sellerId: largeSeller.sellerId, sandbox: largeSeller.sandbox }

type Calls<Service> = { readonly [Method in keyof Service]: ReadonlyArray<Call> }

/** They know when the table's records were made. */
const pruned = (table: string, calls: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  calls.map((one) => ({ ...one, pruned: [table] }))

/** What is asked about one day looks at the partition of its week, or at those of two, and at the one for times that have none. */
const ofDay = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  calls.map((one) =>
    one.what.includes("of a day") ? { ...one, within: { tables: ["delivery", "attempt_run"], partitions: 3 } } : one
  )

const call = (what: string, reads: number, run: Run): Call => ({ what, reads, prepared: Effect.succeed(run) })

/** One that goes on where another one has led to. */
const callAfter = <A>(
  what: string,
  reads: number,
  first: Effect.Effect<A, unknown, Services>,
  run: (led: A) => Run
): Call => ({ what, reads, prepared: Effect.map(first, run) })

/** When the records begin. */
export const start = Date.now() - Duration.toMillis(millionSpan)
const middle = start + Duration.toMillis(millionSpan) / 2
const pageSize = 100

const pages: Readonly<Record<string, TimePageRequest>> = {
  "the newest": { limit: pageSize, direction: "older" },
  "the oldest": { limit: pageSize, direction: "newer" },
  "older than one": { limit: pageSize, direction: "older", cursor: { time: middle, id: eventAt(500_000) } },
  "newer than one": { limit: pageSize, direction: "newer", cursor: { time: middle, id: eventAt(500_000) } },
  "of a day": { limit: pageSize, direction: "older", from: middle, to: middle + 86_400_000 },
  "before all records": { limit: pageSize, direction: "older", to: start - 1 },
  "after all records": { limit: pageSize, direction: "newer", from: middle * 2 }
}

const webhooks = { "of a busy webhook": busyWebhook, "of a quiet webhook": quietWebhook, "of all webhooks": undefined }

// The large seller's webhooks that there are events for.
const sources = 13

/** A few more than a page has, because failures are passed over, and there is one from each partition at hand. */
const readsOfPage = pageSize + 20

/** They are merged from those of an owner's webhooks. */
const pagesOf = (
  run: (filter: { readonly webhookId?: WebhookId }, page: TimePageRequest) => Run
): ReadonlyArray<Call> =>
  Object.entries(pages).flatMap(([which, page]) =>
    Object.entries(webhooks).map(([whose, webhookId]) => {
      const reads = webhookId === undefined ? sources * readsOfPage : readsOfPage
      const filter = webhookId === undefined ? {} : { webhookId }
      // The first call in a session reads what a function is.
      return { ...call(`a page, ${which}, ${whose}`, reads, run(filter, page)), blocks: 700 + 8 * reads }
    })
  )

const { entry } = webhookWrite
const busy = { owner: largeSeller, id: busyWebhook }

// Of a time that there is a partition for, as there is for all records of a service.
const happened = DateTime.makeUnsafe(middle + Duration.toMillis(millionSpan) / 2)
const newest = (events: ReturnType<typeof newEvents>) => events.map((event) => ({ ...event, time: happened }))

const events = Effect.fnUntraced(function* (count: number, from: number) {
  return yield* (yield* EventStore).append(largeSeller, newest(newEvents(count, from)))
})

const newKeys = 2_000_000
// Each of them receives what is published.
const webhooksOfLarge = 20

// So many events are in each run.
const eventsOfRun = 40

const eventStore: Calls<EventStore["Service"]> = {
  append: [
    call("new events", 100 * webhooksOfLarge, events(100, newKeys)),
    callAfter("events that are known by their keys", 100, events(100, newKeys), () => events(100, newKeys)),
    call(
      "an event whose key is the id of another",
      10,
      Effect.flatMap(EventStore, (store) =>
        Effect.ignore(
          store.append(largeSeller, [{ ...newest(newEvents(1, newKeys))[0]!, idempotencyKey: eventAt(400_000) }])
        )
      )
    )
  ],
  appendTest: [
    call(
      "a test event",
      10,
      Effect.flatMap(EventStore, (store) => store.appendTest(busy, newest(newEvents(1, newKeys)), entry))
    )
  ],
  get: [
    call(
      "an event",
      20,
      Effect.flatMap(EventStore, (store) => store.get(largeSeller, eventAt(400_000)))
    )
  ],
  find: pruned(
    "event",
    pagesOf((filter, page) => Effect.flatMap(EventStore, (store) => store.find(largeSeller, filter, page))).map(
      // Rows and runs are merged.
      (one) => ({ ...one, reads: 2 * one.reads + eventsOfRun })
    )
  ),
  findInAccount: pruned(
    "event",
    // Each event is looked up at all of its webhooks.
    pagesOf((filter, page) =>
      Effect.flatMap(EventStore, (store) => store.findInAccount(largeAccount, filter, page))
    ).map(({ blocks: _, ...one }) => ({ ...one, reads: one.reads + pageSize * webhooksOfLarge }))
  ),
  withKey: [
    call(
      "an event",
      100,
      Effect.flatMap(EventStore, (store) => store.withKey(largeAccount, eventAt(400_000)))
    ),
    call(
      "an event of a run",
      100,
      Effect.flatMap(EventStore, (store) => store.withKey(largeAccount, eventAt(400_002)))
    )
  ]
}

const lanes = 100
const claimWith = (full: ReadonlyArray<{ readonly account: Account; readonly lanes: number }>, eventsPerLane = 100) =>
  Effect.flatMap(DeliveryQueue, (queue) =>
    queue.claim({
      lanes,
      lanesPerAccount: 20,
      inFlight: full,
      eventsPerLane,
      eventsPerRequest: eventsPerLane,
      bytesPerLane: 1_000_000,
      events: 1000,
      bytes: 10_000_000,
      lease: Duration.seconds(30)
    })
  )
const claim = claimWith([])

/** All of it arrived, in a request after which the dispatcher has more to send. */
const deliveredAndLeased = (batch: Batch) => ({ ...delivered(batch), keepsLease: true })

// Wakes of all that was published for a while are taken together.
const wakes = 5000
// Compared in memory.
const lanesWithEvents = 10_000

const queueDo = <A, E>(use: (queue: DeliveryQueue["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(DeliveryQueue, use)

const failed = (batch: Batch) => {
  const outcome = delivered(batch)
  return {
    ...outcome,
    delivery: { ...outcome.delivery, success: false },
    failures: 1,
    wait: Duration.seconds(60),
    events: batch.events.map(({ event: { id } }) => ({
      id,
      verdict: { _tag: "Retry" as const, wait: Duration.seconds(60) }
    }))
  }
}

/** As another process has it, which did not claim it. */
const elsewhere = ({ fence, owner, webhookId }: Lease): Lease => ({ fence, owner, webhookId })

const isFirst = (_: unknown, index: number) => index === 0

const deliveryQueue: Calls<DeliveryQueue["Service"]> = {
  claim: pruned("event", [
    call("due lanes", lanesWithEvents, claim),
    call("due lanes behind those of a full account", lanesWithEvents, claimWith([{ account: largeSeller, lanes: 20 }])),
    callAfter(
      "what a deleted webhook left",
      lanesWithEvents,
      Effect.flatMap(WebhookStore, (store) => store.remove(busy, entry)),
      () => claim
    )
  ]),
  settle: pruned("recipient", [
    callAfter("batches that arrived", 1100, claim, (batches) =>
      queueDo((queue) => queue.settle(batches.map(delivered)))
    ),
    callAfter("batches of lanes that stay leased", 1100, claim, (batches) =>
      queueDo((queue) => queue.settle(batches.map(deliveredAndLeased)))
    ),
    callAfter("batches that failed", 1100, claim, (batches) => queueDo((queue) => queue.settle(batches.map(failed)))),
    callAfter("batches that another process claimed", 1100, claim, (batches) =>
      queueDo((queue) => queue.settle(batches.map((batch) => ({ ...delivered(batch), lease: elsewhere(batch.lease) }))))
    ),
    callAfter(
      "a batch that took too long",
      110,
      Effect.map(claim, (batches) => batches.filter(isFirst)),
      (batches) =>
        queueDo((queue) =>
          queue.settle(
            batches.map((batch) => ({
              ...delivered(batch),
              lease: { ...elsewhere(batch.lease), fence: batch.lease.fence - 1 }
            }))
          )
        )
    )
  ]),
  release: [
    callAfter("lanes", wakes, claim, (batches) => queueDo((queue) => queue.release(batches.map(({ lease }) => lease))))
  ],
  endPause: pruned("recipient", [
    callAfter(
      "a lane whose request failed",
      2200,
      Effect.tap(claim, (batches) => queueDo((queue) => queue.settle(batches.map(failed)))),
      ([batch]) => queueDo((queue) => queue.endPause(batch!.lease.owner, batch!.lease.webhookId))
    )
  ]),
  nextDue: [
    call(
      "when a lane is due",
      1100,
      queueDo((queue) => queue.nextDue([]))
    ),
    call(
      "when a lane is due of others than a full account",
      1100,
      queueDo((queue) => queue.nextDue([largeSeller]))
    )
  ],
  // Nothing of the database.
  awaitWork: [],
  leaseOnArrival: [],
  lanes: [
    {
      ...call(
        "an account's",
        400_000,
        Effect.flatMap(WebhookStore, (store) =>
          Effect.flatMap(store.listAll(largeSeller), (found) => queueDo((queue) => queue.lanes(found)))
        )
      ),
      counts: ["pending"]
    },
    call(
      "a small account's",
      100,
      queueDo((queue) => queue.lanes([{ owner: smallSeller, id: smallWebhook }]))
    )
  ],
  backlog: [
    {
      ...call(
        "all that waits",
        400_000,
        queueDo((queue) => queue.backlog)
      ),
      counts: ["pending", "lane", "wake"]
    }
  ],
  fates: [
    call(
      "an event's",
      20,
      queueDo((queue) => queue.fates(largeSeller, eventAt(400_000)))
    ),
    call(
      "an event's of a run",
      20,
      queueDo((queue) => queue.fates(largeSeller, eventAt(400_002)))
    )
  ]
}

const logDo = <A, E>(use: (log: DeliveryLog["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(DeliveryLog, use)

// A million attempts in four weeks, three of ten of them at the busy webhook.
const attemptsOfADay = 11_000

const deliveryLog: Calls<DeliveryLog["Service"]> = {
  get: [
    call(
      "an attempt",
      20,
      logDo((log) => log.get(largeSeller, deliveryAt(400_000)))
    )
  ],
  inAccount: [
    call(
      "an attempt",
      20,
      logDo((log) => log.inAccount(largeSeller, deliveryAt(400_000)))
    )
  ],
  find: ofDay(pagesOf((filter, page) => logDo((log) => log.find(largeSeller, filter, page)))),
  findInAccount: ofDay([
    ...pagesOf((filter, page) => logDo((log) => log.findInAccount(largeAccount, { ...filter, success: true }, page))),
    ...pagesOf((filter, page) => logDo((log) => log.findInAccount(largeAccount, { ...filter, success: false }, page))),
    ...pagesOf((filter, page) => logDo((log) => log.findInAccount(largeAccount, filter, page)))
  ]),
  ofEvent: [
    call(
      "an event's",
      20,
      logDo((log) => log.ofEvent(largeSeller, eventAt(400_000)))
    ),
    call(
      "an event's of a run",
      20,
      logDo((log) => log.ofEvent(largeSeller, eventAt(400_002)))
    )
  ],
  ofEventInAccount: [
    call(
      "an event's",
      20,
      logDo((log) => log.ofEventInAccount(largeSeller, eventAt(400_000)))
    )
  ],
  hours: ofDay([
    call(
      "of a day",
      attemptsOfADay,
      logDo((log) => log.hours(largeSeller, busyWebhook, middle, middle + Duration.toMillis("1 day")))
    )
  ])
}

const historyDo = (use: (history: History["Service"]) => Effect.Effect<unknown, unknown>): Run =>
  Effect.provide(Effect.flatMap(History, use), Layer.provide(History.layer, Records.layer))

/** Over records. */
const history: Calls<History["Service"]> = {
  get: [
    call(
      "a change",
      1,
      historyDo((changes) => changes.get(largeSeller, entryAt(400_000)))
    )
  ],
  page: Object.entries(pages).map(([which, page]) =>
    call(
      `a page, ${which}`,
      pageSize + 1,
      historyDo((changes) => changes.page(largeSeller, page))
    )
  )
}

const recordsDo = <A, E>(use: (store: RecordStore["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(RecordStore, use)

const collection = "campaign"
const allKeys = { collection, index: undefined, from: undefined, below: undefined }
const byStatus = { ...allKeys, index: 0 }
const recordPage = { kind: "range", descending: false, offset: 0, limit: pageSize, contents: true } as const

const lookups: Readonly<Record<string, { readonly lookup: StoredLookup; readonly reads: number }>> = {
  "some by their keys": {
    lookup: { kind: "keys", collection, keys: [recordKeyAt(0), recordKeyAt(1000), recordKeyAt(1)] },
    reads: 3
  },
  "the first": { lookup: { ...recordPage, ...allKeys }, reads: pageSize },
  "the last": { lookup: { ...recordPage, ...allKeys, descending: true }, reads: pageSize },
  "those behind a key": { lookup: { ...recordPage, ...allKeys, from: recordKeyAt(500_000) }, reads: pageSize },
  "those before a key": {
    lookup: { ...recordPage, ...allKeys, below: recordKeyAt(500_000), descending: true, offset: 100 },
    reads: 2 * pageSize
  },
  "the first along an index": { lookup: { ...recordPage, ...byStatus }, reads: pageSize },
  "the last along an index": { lookup: { ...recordPage, ...byStatus, descending: true }, reads: pageSize },
  "the first places along an index": { lookup: { ...recordPage, ...byStatus, contents: false }, reads: pageSize },
  "the last places along an index": {
    lookup: { ...recordPage, ...byStatus, descending: true, contents: false },
    reads: pageSize
  },
  "those of a value": {
    lookup: { ...recordPage, ...byStatus, from: `1${recordKeyAt(500_000)}`, below: "2" },
    reads: pageSize
  },
  "how many before a key": { lookup: { kind: "count", ...allKeys, below: recordKeyAt(1000) }, reads: 250 },
  "how many before a place in an index": {
    lookup: { kind: "count", ...byStatus, below: `0${recordKeyAt(1000)}` },
    reads: 250
  }
}

const recordPart = { limit: pageSize, places: false } as const

const parts: Readonly<Record<string, ReadonlyArray<StoredPart>>> = {
  "the first": [{ ...recordPart, ...allKeys }],
  "those behind a key": [{ ...recordPart, ...allKeys, from: recordKeyAt(500_000), places: true }],
  "the first along an index": [{ ...recordPart, ...byStatus }],
  "those along an index and along the keys": [
    { ...recordPart, ...byStatus, from: `1${recordKeyAt(500_000)}`, below: "2", places: true },
    { ...recordPart, ...allKeys, from: recordKeyAt(500_000) }
  ]
}

const record: StoredRecord = {
  collection,
  key: recordKeyAt(0),
  content: "{}",
  places: [`2${recordKeyAt(0)}`],
  dueAt: start,
  since: undefined
}

const noChanges: StoredChanges = { puts: [], removes: [], events: [] }

const writeRecords = (changes: Partial<StoredChanges>) =>
  recordsDo((store) =>
    store.transact(largeSeller, [lookups["some by their keys"]!.lookup], () =>
      Result.succeed({ answer: undefined, changes: { ...noChanges, ...changes } })
    )
  )

const dueAtOnce = 1000

const recordStore: Calls<RecordStore["Service"]> = {
  find: Object.entries(lookups).map(([what, { lookup, reads }]) => ({
    ...call(
      what,
      reads,
      recordsDo((store) => store.find(largeSeller, [lookup]))
    ),
    // The first call in a session reads what the function is.
    blocks: 300 + 10 * reads
  })),
  parts: Object.entries(parts).map(([what, asked]) => ({
    ...call(
      what,
      // Each is passed over in the index, and read.
      2 * pageSize * asked.length,
      recordsDo((store) => store.parts(largeSeller, asked))
    ),
    blocks: 300 + 20 * pageSize
  })),
  transact: [
    call("one that is changed, with its place in an index", 5, writeRecords({ puts: [record] })),
    call("one that is new", 5, writeRecords({ puts: [{ ...record, key: "new" }] })),
    call("one that is removed", 5, writeRecords({ removes: [record] })),
    call(
      "an event",
      webhooksOfLarge,
      writeRecords({ events: newest(newEvents(1, newKeys)).map(({ idempotencyKey: _, ...event }) => event) })
    )
  ],
  accounts: [
    call(
      "the first",
      // From each of two lists.
      200,
      recordsDo((store) => store.accounts(undefined, 100))
    ),
    call(
      "those behind one",
      200,
      recordsDo((store) => store.accounts(smallSeller, 100))
    )
  ],
  due: [
    call(
      "of all accounts",
      2 * dueAtOnce,
      recordsDo((store) => store.due(collection, middle * 2, dueAtOnce))
    ),
    call(
      "of the first accounts",
      2 * dueAtOnce,
      recordsDo((store) => store.due(collection, start + 60_000, dueAtOnce))
    )
  ],
  nextDue: [
    call(
      "of collections",
      2,
      recordsDo((store) => store.nextDue([collection, "other"]))
    )
  ],
  removeOld: [
    call(
      "the oldest",
      dueAtOnce,
      recordsDo((store) => store.removeOld(collection, middle, dueAtOnce))
    ),
    call(
      "of which none is old enough",
      1,
      recordsDo((store) => store.removeOld(collection, start, dueAtOnce))
    )
  ]
}

const resendDo = <A, E>(use: (store: ResendStore["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(ResendStore, use)

const job = {
  id: jobAt(1),
  owner: largeSeller,
  webhookId: busyWebhook,
  eventsPerSecond: 100,
  createdAt: DateTime.makeUnsafe(start)
}
const ofAnHour = {
  _tag: "Period" as const,
  since: DateTime.makeUnsafe(middle),
  until: DateTime.makeUnsafe(middle + 3_600_000),
  onlyFailed: false
}
const ofAWeek = { ...ofAnHour, until: DateTime.makeUnsafe(middle + 7 * 86_400_000) }
const ofDelivery = { _tag: "Delivery" as const, deliveryId: deliveryAt(400_000) }
const insertJob = (selection: typeof ofAnHour | typeof ofDelivery) =>
  resendDo((store) => store.insert({ ...job, selection }, entry))
const onlyJob = Effect.flatMap(PgClient.PgClient, (sql) => sql`delete from sellerkit.resend where ready_at is not null`)
const eventsOfAnHour = 500

const dispatcherDo = <A, E>(use: (store: DispatcherStore["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(DispatcherStore, use)

const dispatcher = { id: DispatcherId.make(eventAt(1)), name: "host-1:4711" }

const dispatcherStore: Calls<DispatcherStore["Service"]> = {
  note: [
    call(
      "a heartbeat",
      5,
      dispatcherDo((store) => store.note(dispatcher, Duration.days(1)))
    )
  ],
  seen: [
    call(
      "those that are alive",
      5,
      dispatcherDo((store) => store.seen(Duration.seconds(30)))
    )
  ],
  remove: [
    call(
      "one that stops",
      5,
      dispatcherDo((store) => store.remove(dispatcher.id))
    )
  ]
}

const resendStore: Calls<ResendStore["Service"]> = {
  insert: [call("of an hour", eventsOfAnHour, insertJob(ofAnHour)), call("of a request", 20, insertJob(ofDelivery))],
  step: [
    // From rows and from runs.
    callAfter("of an hour", 400, Effect.andThen(onlyJob, insertJob(ofAnHour)), () =>
      resendDo((store) => store.step(200))
    ),
    callAfter("of a week", 400, Effect.andThen(onlyJob, insertJob(ofAWeek)), () =>
      resendDo((store) => store.step(200))
    ),
    callAfter("of a request", 20, Effect.andThen(onlyJob, insertJob(ofDelivery)), () =>
      resendDo((store) => store.step(200))
    )
  ],
  cancel: [
    callAfter("a job", 5, insertJob(ofDelivery), () => resendDo((store) => store.cancel(largeSeller, job.id, entry)))
  ],
  get: [
    call(
      "a job",
      5,
      resendDo((store) => store.get(largeSeller, jobAt(500_000)))
    )
  ]
}

const removeDo = (kind: Parameters<RetentionStore["Service"]["remove"]>[0], age: Duration.Duration) =>
  Effect.flatMap(RetentionStore, (store) => store.remove(kind, age, 1000))

// Of two weeks: a fifth of the events have keys. What waits is looked through once for each partition that may go.
const keys = 200_000
const looksForWaiting = { counts: ["pending"] }

const retentionStore: Calls<RetentionStore["Service"]> = {
  remove: [
    call("events, of which none is old enough", 100, removeDo("events", Duration.days(60))),
    {
      ...callAfter(
        "events, of which some are",
        keys,
        Effect.flatMap(
          PgClient.PgClient,
          (sql) => sql`delete from sellerkit.pending where number < ${BigInt(middle) << 20n}`
        ),
        () => removeDo("events", Duration.days(14))
      ),
      ...looksForWaiting
    },
    call("attempts, of which none is old enough", 100, removeDo("deliveries", Duration.days(60))),
    { ...call("attempts, of which some are", 100, removeDo("deliveries", Duration.days(14))), ...looksForWaiting },
    // Jobs are few beside what they are about.
    { ...call("what remains of jobs and webhooks", 1000, removeDo("remains", Duration.days(1))), counts: ["resend"] }
  ]
}

const hooksDo = <A, E>(use: (store: WebhookStore["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(WebhookStore, use)

const change = (status: Webhook["status"]) =>
  hooksDo((store) =>
    store.change(busy, (before) =>
      Result.succeed({
        webhook: new Webhook({ ...before, status, ...(status === "disabled" && { heldUntil: happened }) }),
        entry
      })
    )
  )

const webhookStore: Calls<WebhookStore["Service"]> = {
  insert: [
    call(
      "a webhook",
      100,
      hooksDo((store) => store.insert(largeSeller, () => Result.succeed(webhookWrite)))
    )
  ],
  change: [
    call("one that is disabled", wakes, change("disabled")),
    callAfter("one that is enabled", wakes, change("disabled"), () => change("enabled"))
  ],
  remove: [
    call(
      "a webhook",
      wakes,
      hooksDo((store) => store.remove(busy, entry))
    )
  ],
  changeService: [
    call(
      "a service",
      100,
      hooksDo((store) => store.changeService(smallSeller, true, () => Option.none()))
    )
  ],
  get: [
    call(
      "a webhook",
      5,
      hooksDo((store) => store.get(busy))
    )
  ],
  find: [
    call(
      "a webhook",
      5,
      hooksDo((store) => store.find(largeSeller, busyWebhook))
    )
  ],
  list: [
    call(
      "an owner's",
      20,
      hooksDo((store) => store.list(largeSeller))
    )
  ],
  listAll: [
    call(
      "an account's",
      20,
      hooksDo((store) => store.listAll(largeSeller))
    )
  ],
  everywhere: [
    call(
      "the first",
      100,
      hooksDo((store) => store.everywhere(undefined, 100))
    ),
    call(
      "those behind one",
      100,
      hooksDo((store) => store.everywhere(smallWebhook, 100))
    )
  ],
  secret: [
    call(
      "a webhook's",
      5,
      hooksDo((store) => store.secret(busy))
    )
  ],
  secrets: [
    call(
      "the first",
      100,
      hooksDo((store) => store.secrets(undefined, 100))
    ),
    call(
      "those behind one",
      100,
      hooksDo((store) => store.secrets(smallWebhook, 100))
    )
  ],
  replaceSecret: [
    call(
      "a webhook's",
      5,
      hooksDo((store) => store.replaceSecret({ key: busy, secret: SealedSecret("secret") }, SealedSecret("other")))
    )
  ]
}

const laneAndEvent = `'${largeSeller.sellerId}'::uuid, false, '${busyWebhook}'::uuid`
const runNumber = BigInt(middle) << 20n

const sqlFunctions = {
  write_runs: pruned("recipient", [
    call(
      "events of a request, between others",
      100,
      Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.unsafe(`select sellerkit.write_runs(${laneAndEvent}, '${eventAt(1)}', array_agg(id order by id), array_agg(${runNumber} + i),
          array_agg(${middle}::bigint), array_agg(2))
          from (select sellerkit.new_id(${middle}) as id, i from generate_series(1, 100) i) e`)
      )
    )
  ]),
  separate_from_runs: pruned("recipient", [
    call(
      "an event of a run",
      eventsOfRun,
      Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.unsafe(`select sellerkit.separate_from_runs(array[seller_id], array[sandbox], array['${busyWebhook}'::uuid], array[time],
          array[event_id], array[number]) from sellerkit.event
          where seller_id = '${largeSeller.sellerId}' and not sandbox and event_id = '${eventAt(400_002)}'`)
      )
    )
  ]),
  publish: [
    call(
      "an event with a key",
      webhooksOfLarge,
      Effect.flatMap(
        PgClient.PgClient,
        (sql) =>
          sql`select sellerkit.publish(${largeSeller.sellerId}::uuid, 'content', 'card_changed', '{}'::text, 'a key')`
      )
    )
  ]
}

const bucket = { key: "a key", tokens: 1, limit: 5, refillRate: Duration.seconds(1), allowOverflow: false }

const rateLimiterStore = {
  tokenBucket: [
    call(
      "a token",
      5,
      Effect.flatMap(RateLimiter.RateLimiterStore, (store) => store.tokenBucket(bucket))
    )
  ],
  fixedWindow: [
    call(
      "a token",
      5,
      Effect.flatMap(RateLimiter.RateLimiterStore, (store) => store.fixedWindow(bucket))
    )
  ]
}

export const portCalls: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Call>>>>> = {
  DeliveryLog: deliveryLog,
  DeliveryQueue: deliveryQueue,
  DispatcherStore: dispatcherStore,
  EventStore: eventStore,
  History: history,
  RateLimiterStore: rateLimiterStore,
  RecordStore: recordStore,
  ResendStore: resendStore,
  RetentionStore: retentionStore,
  WebhookStore: webhookStore,
  sellerkit: sqlFunctions
}
