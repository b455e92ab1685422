/** What a process carries is neither lost nor counted twice, whatever becomes of its writes, and of itself. */
import { assert, describe, it } from "@effect/vitest"
import {
  type Arrived,
  type Batch,
  DeliveryQueue,
  type EventId,
  EventStore,
  type LaneOffer,
  type Lease,
  RetentionStore,
  type SellerId,
  type WebhookId
} from "@sellerkit/core"
import { DateTime, Duration, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { row, rows, type SqliteHost } from "../src/connection/SqliteHost.ts"
import { layer } from "../src/host.ts"
import { appendEvents, type Appended, type PlainEvent } from "../src/lanes/Append.ts"
import { carryingHost, type CarryingHost } from "../src/lanes/CarriedLanes.ts"
import { findAbandoned, putToSleep, showCarried, showSuccesses, takeOver } from "../src/lanes/CarriedRows.ts"
import { claimLanes } from "../src/lanes/Claim.ts"
import { endLeases } from "../src/lanes/Lanes.ts"
import { laneStates } from "../src/lanes/LaneStates.ts"
import { releaseLanes, settleOutcomes } from "../src/lanes/Settle.ts"
import { readLog } from "../src/lanes/SuccessRows.ts"
import { withRecipients } from "../src/stored/Recipients.ts"
import { eventsFrom } from "../src/stored/StoredEvents.ts"
import { migrations } from "../src/schema/migrations/index.ts"
import { migrate } from "../src/schema/migrate.ts"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: "seller" as SellerId, sandbox: false }
const webhooks = [1, 2, 3]
const lease = 30_000

/** A database in which three webhooks receive events of two types: the first and second, or the second and third. */
const open = (): SqliteHost => {
  const host = openNodeHost(":memory:")
  migrate(host)
  host.run("insert into account (account, seller_id, sandbox) values (1, ?, 0)", account.sellerId)
  host.run("insert into owner (owner, account, service_id) values (1, 1, '')")
  for (const webhook of webhooks) {
    host.run(
      `insert into webhook (webhook, id, owner, name, url, secret, subscriptions, status, created_at, updated_at)
       values (?, ?, 1, '', '', '', '[]', 'enabled', 0, 0)`,
      webhook,
      `webhook ${webhook}`
    )
    host.run("insert into lane (webhook, share_of, batch_size) values (?, 1, 512)", webhook)
    for (const type of [webhook - 1, webhook].filter((one) => one === 1 || one === 2)) {
      const sql = `insert into subscription (account, scope, type, webhook, enabled) values (1, 'scope', ?, ?, 1)`
      host.run(sql, `type ${type}`, webhook)
    }
  }
  return host
}

/** As they are in real life, so that events which are published together are stored as a block. */
const eventId = (number: number): EventId => `01980000-0000-7000-8000-${number.toString().padStart(12, "0")}` as EventId

const othersOf = (events: ReadonlyArray<PlainEvent>): ReadonlyArray<PlainEvent> =>
  events.map((event) => ({
    ...event,
    id: event.id.replace("8000", "9000") as EventId,
    type: event.type === "type 1" ? "type 2" : "type 1"
  }))

/** A lease of this process, with the events that it is still to send. */
interface Held {
  readonly webhook: number
  readonly fence: number
  unsent: Array<EventId>
}

const Step = Schema.Struct({
  what: Schema.Literals([
    "publish",
    "deliver",
    "deliverAndKeep",
    "fail",
    "release",
    "show",
    "showSuccesses",
    "claim",
    "wait",
    "restart"
  ]),
  number: Schema.Natural,
  /** Whether its commit fails at first. */
  fails: Schema.Boolean
})

interface Published {
  /** The number of the first event. */
  readonly first: number
  readonly count: number
  readonly type: number
  readonly now: number
}

class Process {
  held: Array<Held> = []
  private readonly fences = new Map<number, number>()
  private readonly host: CarryingHost

  constructor(host: SqliteHost, now: number, mostLogged = 0) {
    this.host = carryingHost(host, mostLogged)
    readLog(this.host)
    this.host.transaction(() => showSuccesses(this.host))
    const left = findAbandoned(host)
    this.host.transaction(() => {
      endLeases(host, now)
      takeOver(host, left, now)
    })
  }

  /** Where the commit fails at first, the same write is made again. */
  private write<A>(fails: boolean, change: (host: CarryingHost) => A): A {
    if (fails) this.fail(change)
    return this.host.transaction(() => change(this.host))
  }

  private fail(change: (host: CarryingHost) => unknown): void {
    const failing = () => {
      change(this.host)
      throw new Error("The disk is full.")
    }
    assert.throws(() => this.host.transaction(failing), "The disk is full.")
  }

  private hold(lane: Held): void {
    assert.isAbove(lane.fence, this.fences.get(lane.webhook) ?? 0)
    this.fences.set(lane.webhook, lane.fence)
    this.held.push(lane)
  }

  publish(
    { count, first, now, type }: Published,
    { held, lanes }: { readonly held: ReadonlyArray<Held>; readonly lanes: number } = { held: this.held, lanes: 2 },
    fails = false
  ): void {
    const events = Array.from({ length: count }, (_, index) => ({
      id: eventId(first + index),
      time: now,
      timeGiven: false,
      scope: "scope",
      type: `type ${type}`,
      payload: "{}"
    }))
    const publication = { account, events, now, leases: { lanes, lease, held, number: 1, before: [] } }
    // Who published other events before has given up, and they are not stored.
    if (fails) this.fail((host) => appendEvents(host, { ...publication, events: [...events, ...othersOf(events)] }))
    const { joining, leased } = this.write(false, (host) => appendEvents(host, publication)) as Appended
    const idsOf = (arrivals: Appended["leased"][number]["arrivals"]) => arrivals.map(({ place }) => events[place]!.id)
    for (const { arrivals, fence, webhook } of leased) this.hold({ webhook, fence, unsent: idsOf(arrivals) })
    for (const { arrivals, webhook } of joining) {
      held.find((one) => one.webhook === webhook)!.unsent.push(...idsOf(arrivals))
    }
  }

  claim(now: number, fails: boolean): void {
    const limits = { lanes: 10, lanesPerAccount: 10, inFlight: [], eventsPerLane: 100, eventsPerRequest: 100 }
    const request = { ...limits, bytesPerLane: 1e6, events: 1000, bytes: 1e6, lease, now }
    for (const { events, lease: taken, webhook } of this.write(fails, (host) => claimLanes(host, request)).batches) {
      this.hold({ webhook, fence: taken.fence, unsent: events.map(({ stored: { id } }) => id as EventId) })
    }
  }

  /** Ends a request of a lane: of a few of its events, in their order. Gives those that were delivered in time. */
  settle(lane: Held, number: number, success: boolean, keepsLease: boolean, now: number, fails: boolean) {
    const events = lane.unsent.splice(0, 1 + (number % 2))
    const [health] = this.write(fails, (host) =>
      settleOutcomes(host, {
        now,
        outcomes: [
          {
            lease: { webhookId: `webhook ${lane.webhook}` as WebhookId, fence: lane.fence, webhook: lane.webhook },
            delivery: {
              id: `delivery ${number}`,
              time: now,
              success
            },
            events: events.map((id) => ({
              id,
              key: undefined,
              verdict: success ? { _tag: "Delivered" } : { _tag: "Retry", wait: 1000 }
            })),
            operational: undefined,
            failures: success ? 0 : 1,
            announced: false,
            batchSize: 512,
            wait: success ? 0 : 1000,
            // Some of them.
            renewal: number % 3 === 0 ? lease : undefined,
            keepsLease
          }
        ]
      })
    )
    if (health?.isLeased === true) this.held.push(lane)
    return success && health !== undefined ? events : []
  }

  release({ fence, webhook }: Held, now: number, fails: boolean): void {
    const leases = [{ webhookId: `webhook ${webhook}` as WebhookId, fence, webhook }]
    this.write(fails, (host) => releaseLanes(host, { leases, now }))
  }

  showSuccesses(fails: boolean): void {
    assert.isFalse(this.write(fails, showSuccesses).areUnapplied)
  }

  show(fails: boolean): void {
    assert.deepStrictEqual(this.write(fails, showCarried), {
      areAny: false,
      areUnapplied: false,
      leaseEnds: undefined
    })
  }
}

const takeOne = <A>(from: Array<A>, number: number): A | undefined => from.splice(number % from.length, 1)[0]

/** Ids of the attempts that succeeded, in order. */
const attemptsOf = (host: SqliteHost): ReadonlyArray<string> =>
  rows<{ id: string }>(host, "select id from delivery where success = 1")
    .map(({ id }) => id)
    .toSorted()

const statesOf = (host: SqliteHost) =>
  [...withRecipients(host, eventsFrom(host, 0))].flatMap(({ recipients, stored: { id } }) =>
    recipients.flatMap(([{ webhook }, found]) => (found === undefined ? [] : [{ id, webhook, state: found.state }]))
  )

describe("carried events", () => {
  it.prop(
    "are each delivered, or wait, whether successes are logged or not",
    [Schema.Array(Step), Schema.Literals([0, 1, 4, 1000])],
    ([steps, mostLogged]) => {
      const database = open()
      let now = 1_000_000
      let process = new Process(database, now, mostLogged)
      let published = 0
      let requests = 0
      const expected = new Set<string>()
      const delivered = new Set<string>()
      const succeeded: Array<string> = []
      for (const { fails, number, what } of steps) {
        now += number % 5
        if (what === "publish") {
          const type = 1 + (number % 2)
          const count = 1 + (number % 3)
          // It may have room for one further lane only, and for more in every second lane that it has.
          const held = process.held.filter((_, index) => (index + number) % 2 === 0)
          process.publish({ first: published + 1, count, type, now }, { held, lanes: 1 + (number % 2) }, fails)
          for (let end = published + count; published < end;) {
            published++
            for (const webhook of [type, type + 1]) expected.add(`${eventId(published)} ${webhook}`)
          }
        }
        if (what === "claim") process.claim(now, fails)
        if (what === "show") process.show(fails)
        if (what === "showSuccesses") process.showSuccesses(fails)
        if (what === "wait") now += lease
        if (what === "restart") process = new Process(database, now, mostLogged)
        const isSettled = what === "deliver" || what === "deliverAndKeep" || what === "fail"
        const lane = isSettled || what === "release" ? takeOne(process.held, number) : undefined
        if (lane !== undefined && what === "release") process.release(lane, now, fails)
        if (lane !== undefined && isSettled && lane.unsent.length > 0) {
          const keeps = what === "deliverAndKeep"
          const inTime = process.settle(lane, requests++, what !== "fail", keeps, now, fails)
          for (const id of inTime) delivered.add(`${id} ${lane.webhook}`)
          if (what !== "fail") succeeded.push(`delivery ${requests - 1}`)
        }
      }
      process = new Process(database, now)
      process.show(false)
      assert.deepStrictEqual(attemptsOf(database), succeeded.toSorted())
      const states = statesOf(database)
      assert.sameMembers(
        states.map(({ id, webhook }) => `${id} ${webhook}`),
        [...expected]
      )
      assert.sameMembers(
        states.filter(({ state }) => state === 1).map(({ id, webhook }) => `${id} ${webhook}`),
        [...delivered]
      )
      const unready = `select count(*) as count from lane l where l.ready_at is null
      and exists (select 1 from recipient r where r.webhook = l.webhook and r.state = 0)`
      assert.strictEqual(row<{ count: number }>(database, unready)!.count, 0, "what waits is looked at")
    },
    { arbitrary: { runs: 500, size: 60 } }
  )

  it("are found by the next process, however many were settled after them, and nothing is looked at again and again", () => {
    const database = open()
    const from = () => row<{ event: number }>(database, "select event from carried_from")!.event
    let published = 0
    let requests = 0
    /** Publishes to the second and third webhook, and delivers. */
    const deliver = (process: Process) => {
      process.publish({ first: published + 1, count: 3, type: 2, now: 0 })
      published += 3
      const lanes = process.held.filter(({ webhook }) => webhook > 1)
      for (const lane of lanes) while (lane.unsent.length > 0) process.settle(lane, requests++, true, true, 0, false)
      for (const lane of lanes) process.release(lane, 0, false)
      process.held = process.held.filter(({ webhook }) => webhook === 1)
    }

    const first = new Process(database, 0)
    first.publish({ first: ++published, count: 1, type: 1, now: 0 })
    for (let times = 0; times < 100; times++) deliver(first)
    assert.strictEqual(from(), 1, "the first event is carried")

    const second = new Process(database, 0)
    const waiting = statesOf(database).filter(({ state }) => state === 0)
    assert.deepStrictEqual(
      waiting.map(({ id, webhook }) => [id, webhook]),
      [[eventId(1), 1]]
    )
    for (let times = 0; times < 100; times++) deliver(second)
    assert.isAtLeast(from(), published - 128)
    assert.deepStrictEqual(findAbandoned(database).events, [])
  })

  it("join a lane that was leased for an offer of which nothing was known yet, and no other dispatcher's", () => {
    const host = carryingHost(open())
    const publish = (number: number, before: ReadonlyArray<number>) => {
      const events = [{ id: eventId(number), time: 0, timeGiven: false, scope: "scope", type: "type 1", payload: "{}" }]
      const leases = { lanes: 2, lease, held: [], number, before }
      const appended = host.transaction(() => appendEvents(host, { account, events, now: 0, leases })) as Appended
      const placesOf = (all: ReadonlyArray<{ readonly webhook: number; readonly fence: number }>) =>
        all.map(({ fence, webhook }) => [webhook, fence])
      return { leased: placesOf(appended.leased), joining: placesOf(appended.joining), wakes: appended.wakes }
    }
    const lanes = [
      [1, 1],
      [2, 1]
    ]
    assert.deepStrictEqual(publish(1, []), { leased: lanes, joining: [], wakes: false })
    assert.deepStrictEqual(publish(3, [1, 2]), { leased: [], joining: lanes, wakes: false })
    assert.deepStrictEqual([...host.carried.get(1)!.events.keys()], [1, 2])
    assert.deepStrictEqual(publish(4, [2, 3]), { leased: [], joining: [], wakes: true })
    assert.isUndefined(host.carried.get(1), "what waits behind it is in rows, and so is all of it")
  })

  it.effect("need no claim where publications come together", () => {
    const database = open()
    return Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const underWay = new Map<number, Array<Lease>>()
      const sent: Array<number> = []
      const note = (events: Batch["events"]) => sent.push(...events.map(({ event: { id } }) => Number(id.slice(-12))))
      /** A lane for each offer, and events for those that offers before it get. */
      const offer = (number: number): LaneOffer => {
        const held: Array<Lease> = []
        const before = [...underWay.keys()]
        underWay.set(number, held)
        const take = ({ joining, leased }: Arrived) =>
          Effect.sync(() => {
            underWay.delete(number)
            for (const leases of underWay.values()) leases.push(...leased.map(({ lease: got }) => got))
            for (const { events } of [...leased, ...joining]) note(events)
          })
        return { lanes: [1], held, before, lease: Duration.millis(lease), take }
      }
      yield* queue.nextDue([])
      yield* queue.leaseOnArrival({ offer: (_, number) => Effect.sync(() => offer(number)) })
      const store = yield* EventStore
      const time = DateTime.makeUnsafe(0)
      const content = { time, timeGiven: false, scope: "scope", type: "type 2", payload: "{}" }
      const publish = (number: number) => store.append(account, [{ ...content, id: eventId(number) }])
      database.run("delete from subscription where webhook = 3")
      yield* Effect.forEach([1, 2, 3, 4, 5], publish, { concurrency: "unbounded" })
      assert.deepStrictEqual(sent, [1, 2, 3, 4, 5])
      assert.deepStrictEqual(rows(database, "select 1 from recipient"), [])
    }).pipe(Effect.scoped, Effect.provide(layer(Effect.succeed(database))))
  })

  it("say which is the first of them, also when a commit has failed", () => {
    const host = carryingHost(open())
    const carry = (webhook: number, ...numbers: ReadonlyArray<number>) => {
      host.carried.lease({ webhook, gatheredBy: null, fence: 1, offer: 1, leaseUntil: lease })
      host.carried.join(
        webhook,
        numbers.map((event) => ({ event, time: 0, bytes: 2, dueAt: 0 }))
      )
    }
    const first = () => host.carried.firstEvent
    assert.isUndefined(first())
    host.transaction(() => carry(1, 3, 5, 8))
    host.transaction(() => carry(2, 4, 9))
    assert.strictEqual(first(), 3)
    const failing = () => {
      host.carried.settle(1, [3, 5])
      assert.strictEqual(first(), 4)
      throw new Error("The disk is full.")
    }
    assert.throws(() => host.transaction(failing))
    assert.strictEqual(first(), 3)
    host.transaction(() => host.carried.settle(1, [3]))
    assert.strictEqual(first(), 4)
    host.transaction(() => host.carried.settle(2, [4]))
    assert.strictEqual(first(), 5)
  })

  it("are bounded in what they remember of lanes that sleep", () => {
    const host = carryingHost(open())
    for (let webhook = 1; webhook <= 3000; webhook++) {
      host.transaction(() => {
        host.carried.lease({ webhook, gatheredBy: null, fence: 1, offer: 1, leaseUntil: lease })
        putToSleep(host, webhook)
      })
      assert.isAtMost(host.carried.sleepingCount, 1024)
    }
  })

  it.effect("are looked for from the mark on", () => {
    const { layer: remembered, plansOf } = remembering()
    return Effect.gen(function* () {
      yield* RetentionStore
      const [alone] = plansOf(/event e where e\.event >= \?/)
      assert.strictEqual(alone, "SEARCH e USING INTEGER PRIMARY KEY (rowid>?)")
      const [together] = plansOf(/event_block b where b\.last >= \?/)
      assert.strictEqual(together, "SEARCH b USING INTEGER PRIMARY KEY (rowid>?)")
    }).pipe(Effect.provide(remembered))
  })

  it("have all that was there before the upgrade behind them", () => {
    const upgraded = (...events: ReadonlyArray<number>) => {
      const host = openNodeHost(":memory:")
      for (const { statements } of migrations.slice(0, 6)) for (const statement of statements) host.run(statement)
      host.run("create table migration (version integer primary key, name text not null) strict")
      host.run("insert into migration (version, name) values (6, '')")
      host.run("update removed set event = 7")
      for (const event of events) {
        host.run(
          `insert into event (event, id, account, time, scope, type, test, payload, accepted_at, webhooks, enabled_webhooks)
           values (?, ?, 1, 0, '', '', 0, '', 0, '[]', 0)`,
          event,
          `event ${event}`
        )
      }
      migrate(host)
      return row<{ event: number }>(host, "select event from carried_from")!.event
    }
    assert.deepStrictEqual([upgraded(), upgraded(8, 9)], [8, 10])
  })
})

describe("when a request last succeeded", () => {
  const key = {
    id: "webhook 1" as WebhookId,
    owner: { ...account, serviceId: null }
  }
  const lastSuccess = (host: SqliteHost, now: number) =>
    laneStates(host, [key], now)[0]!.lastSuccessAt?.epochMilliseconds

  /** A process that ended before it had written down that a request had succeeded. */
  const delivered = () => {
    const database = open()
    const process = new Process(database, 1000)
    process.publish({ first: 1, count: 1, type: 1, now: 1000 }, { held: [], lanes: 1 })
    process.settle(process.held.pop()!, 1, true, false, 2000, false)
    assert.strictEqual(
      row<{ at: number | null }>(database, "select last_success_at as at from lane where webhook = 1")!.at,
      null
    )
    return database
  }

  it("is known to the next process, by its attempts", () => {
    assert.strictEqual(lastSuccess(delivered(), 3000), 2000)
  })

  it("is known when failures follow", () => {
    const database = delivered()
    const process = new Process(database, 3000)
    process.publish({ first: 2, count: 1, type: 1, now: 3000 }, { held: [], lanes: 1 })
    process.settle(process.held.pop()!, 2, false, false, 4000, false)
    assert.strictEqual(lastSuccess(database, 5000), 2000)
  })

  it.effect("is known when its attempt is removed", () => {
    const database = delivered()
    return Effect.gen(function* () {
      yield* TestClock.setTime(10_000)
      const retention = yield* RetentionStore
      assert.strictEqual(yield* retention.remove("deliveries", Duration.seconds(1), 10), 1)
      assert.strictEqual(lastSuccess(database, 10_000), 2000)
    }).pipe(Effect.provide(layer(Effect.succeed(database))))
  })
})
