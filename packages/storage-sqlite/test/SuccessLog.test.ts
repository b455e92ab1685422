/** A log of successes changes nothing of what is found afterwards, whatever fails, repeats, stops or comes too late. */
import { assert, describe, it } from "@effect/vitest"
import type { EventId, SellerId, WebhookId } from "@sellerkit/core"
import { operationsAccount } from "@sellerkit/core/queue-rules"
import { Schema } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { row, rows, type SqliteHost } from "../src/connection/SqliteHost.ts"
import { type Change, commitTogether } from "../src/database/GroupCommit.ts"
import { appendEvents, type Appended, type PlainEvent } from "../src/lanes/Append.ts"
import { carryingHost, type CarryingHost } from "../src/lanes/CarriedLanes.ts"
import { findAbandoned, markAt, showCarried, showSuccesses, takeOver, writeDownAll } from "../src/lanes/CarriedRows.ts"
import { claimLanes } from "../src/lanes/Claim.ts"
import { endLeases, recallLane, startLane } from "../src/lanes/Lanes.ts"
import { type PlainHealth, type PlainOutcome, releaseLanes, settleOutcomes } from "../src/lanes/Settle.ts"
import { readLog, relieveLog } from "../src/lanes/SuccessRows.ts"
import { migrate } from "../src/schema/migrate.ts"
import { withRecipients } from "../src/stored/Recipients.ts"
import { eventsFrom, findEvent } from "../src/stored/StoredEvents.ts"

const account = { sellerId: "01980000-0000-7000-8000-000000000001" as SellerId, sandbox: false }
const webhooks = [1, 2, 3, 4, 5]
/** Its records are found by their owner. */
const gathered = 4
const lease = 50

/** Each webhook receives events of its own type and of those before it. The last one is told what the operator is told. */
const open = (): SqliteHost => {
  const host = openNodeHost(":memory:")
  migrate(host)
  const insertAccount = "insert into account (account, seller_id, sandbox) values (?, ?, ?)"
  host.run(insertAccount, 1, account.sellerId, 0)
  host.run(insertAccount, 2, operationsAccount.sellerId, operationsAccount.sandbox ? 1 : 0)
  host.run("insert into owner (owner, account, service_id) values (1, 1, '')")
  const subscribe = (of: number, type: string, webhook: number) =>
    host.run(
      `insert into subscription (account, scope, type, webhook, gathered_by, enabled) values (?, 'scope', ?, ?, ?, 1)`,
      of,
      type,
      webhook,
      webhook === gathered ? 1 : null
    )
  for (const webhook of webhooks) {
    host.run(
      `insert into webhook (webhook, id, owner, gathered_by, name, url, secret, subscriptions, status, created_at, updated_at)
       values (?, ?, 1, ?, '', '', '', '[]', 'enabled', 0, 0)`,
      webhook,
      `webhook ${webhook}`,
      webhook === gathered ? 1 : null
    )
    host.run("insert into lane (webhook, share_of, batch_size) values (?, 1, 512)", webhook)
    for (let type = 1; type <= webhook; type++) subscribe(1, `type ${type}`, webhook)
  }
  subscribe(2, "told", 5)
  return host
}

const eventId = (number: number): EventId => `01980000-0000-7000-8000-${number.toString().padStart(12, "0")}` as EventId

const event = (number: number, type: string, time: number): PlainEvent => ({
  id: eventId(number),
  time,
  timeGiven: false,
  scope: "scope",
  type,
  payload: "{}"
})

interface Held {
  readonly webhook: number
  readonly fence: number
  unsent: ReadonlyArray<EventId>
}

const outcomeOf = (
  { fence, webhook }: Pick<Held, "fence" | "webhook">,
  events: ReadonlyArray<EventId>,
  delivery: { readonly id: string; readonly time: number; readonly success: boolean },
  ended: Partial<PlainOutcome> = {}
): PlainOutcome => ({
  lease: { webhookId: `webhook ${webhook}` as WebhookId, fence, webhook },
  delivery: { ...delivery, ...(delivery.success ? { responseCode: 200 } : { error: "refused" }) },
  events: events.map((id) => ({
    id,
    key: undefined,
    verdict: delivery.success ? { _tag: "Delivered" } : { _tag: "Retry", wait: 20 }
  })),
  operational: undefined,
  failures: delivery.success ? 0 : 1,
  announced: false,
  batchSize: 512,
  wait: delivery.success ? 0 : 20,
  renewal: undefined,
  keepsLease: false,
  ...ended
})

const Write = Schema.Struct({
  what: Schema.Literals([
    "publish",
    "settle",
    "settle",
    "settle",
    "again",
    "claim",
    "release",
    "show",
    "look",
    "change"
  ]),
  numbers: Schema.Tuple([Schema.Natural, Schema.Natural, Schema.Natural])
})

const Step = Schema.Struct({
  /** They share a commit. */
  writes: Schema.Array(Write),
  later: Schema.Natural,
  /** Another write of the commit fails: alone, or since the disk is full, so that none is made. */
  fails: Schema.Literals(["no", "no", "no", "alone", "full"]),
  restarts: Schema.Literals([false, false, false, false, true])
})

const full = 13

class Run {
  private now = 1_000_000
  private events = 0
  private attempts = 0
  private held: Array<Held> = []
  /** The number of the last offer, and those of the commit that is being made. */
  private offers = 0
  private offersOfCommit: Array<number> = []
  private readonly stale: Array<Held> = []
  private readonly settled: Array<ReadonlyArray<PlainOutcome>> = []
  private readonly healths: Array<ReadonlyArray<PlainHealth | undefined>> = []
  private readonly database = open()
  private readonly most: number
  private host: CarryingHost

  /** Outcomes say how large events are where there is a log: what waited becomes runs then, and rows otherwise. */
  constructor(most: number) {
    this.most = most
    this.host = this.start()
  }

  make({ fails, later, restarts, writes }: typeof Step.Type): void {
    this.now += later % 60
    const used = new Set<number>()
    this.offersOfCommit = []
    const changes = writes.flatMap((write) => this.changeOf(write, used) ?? [])
    if (fails !== "no") {
      const cause = Object.assign(new Error("It fails."), fails === "full" ? { errcode: full } : {})
      const fail = () => {
        throw cause
      }
      changes.push({ apply: fail, committed: () => {}, failed: () => {} })
    }
    if (changes.length > 0) commitTogether(this.host, changes)
    relieveLog(this.host)
    if (restarts) this.host = this.start()
  }

  /** What is found in the end. */
  get found() {
    this.host = this.start()
    this.host.transaction(() => showCarried(this.host))
    const host = this.database
    const recipients = [...withRecipients(host, eventsFrom(host, 0))].flatMap(({ recipients: all, stored: { id } }) =>
      all.map(([{ webhook }, one]) => [id, webhook, one?.state, one?.attempts, one?.deliveries, one?.drop_reason])
    )
    const lanes = `select webhook, failures, failing_since, announced_at, wait_until, oldest_attempt_at, batch_size, last_success_at
      from lane order by webhook`
    const read = (sql: string) => rows(host, sql).map((one) => ({ ...(one as object) }))
    const left = rows(host, "select 1 from success_log").length
    return {
      recipients,
      left,
      attempts: read("select * from delivery order by id"),
      lanes: read(lanes),
      healths: this.healths
    }
  }

  private start(): CarryingHost {
    const host = carryingHost(this.database, this.most)
    readLog(host)
    host.transaction(() => {
      showSuccesses(host)
      endLeases(host, this.now)
      takeOver(host, findAbandoned(host), this.now)
    })
    // Their fences may be given again.
    this.held = []
    return host
  }

  private change<A>(apply: (host: CarryingHost) => A, committed: (result: A) => void, lost = () => {}): Change {
    return { apply, committed, failed: lost } as Change
  }

  private changeOf({ numbers, what }: typeof Write.Type, used: Set<number>): Change | undefined {
    const { now } = this
    switch (what) {
      case "publish":
        return this.publish(numbers, used)
      case "settle":
        return this.settle(numbers, used)
      case "again": {
        const outcomes = this.settled[numbers[0] % Math.max(1, this.settled.length)]
        if (outcomes === undefined) return undefined
        return this.change(
          (host) => settleOutcomes(host, { now, outcomes }),
          (healths) => this.healths.push(healths)
        )
      }
      case "claim":
        return this.claim()
      case "release": {
        const lane = this.take(numbers[0], used)
        if (lane === undefined) return undefined
        const leases = [{ webhookId: `webhook ${lane.webhook}` as WebhookId, fence: lane.fence, webhook: lane.webhook }]
        return this.change(
          (host) => releaseLanes(host, { leases, now }),
          () => (this.held = this.held.filter((one) => one !== lane))
        )
      }
      case "show":
        return this.change(showCarried, () => {})
      case "look":
        return this.change(showSuccesses, () => {})
      case "change": {
        const webhook = 1 + (numbers[0] % webhooks.length)
        return this.change(
          (host) => {
            writeDownAll(host)
            if (numbers[1] % 2 === 0) recallLane(host, webhook)
            else startLane(host, webhook, 1, now)
          },
          () => {}
        )
      }
    }
  }

  /** A lane that no other write of the commit is about. */
  private take(number: number, used: Set<number>, from = this.held): Held | undefined {
    const free = from.filter(({ webhook }) => !used.has(webhook))
    const lane = free[number % Math.max(1, free.length)]
    if (lane !== undefined) used.add(lane.webhook)
    return lane
  }

  private publish([first, second, third]: (typeof Write.Type)["numbers"], used: ReadonlySet<number>): Change {
    const { now } = this
    const events = Array.from({ length: 1 + (first % 5) }, (_, index) =>
      event(++this.events, `type ${1 + (second % webhooks.length)}`, now + ((first + index) % 3) * 10)
    )
    const held = this.held.filter(({ webhook }) => !used.has(webhook))
    const idsOf = (arrivals: ReadonlyArray<{ readonly place: number }>) =>
      arrivals.map(({ place }) => events[place]!.id)
    const number = ++this.offers
    // Where it may, it joins lanes that are leased by the same commit.
    const before = third % 3 === 0 ? [] : [...this.offersOfCommit]
    this.offersOfCommit.push(number)
    const leases = { lanes: third % 4, lease, held, number, before }
    return this.change(
      (host) => appendEvents(host, { account, events, now, leases }) as Appended,
      ({ joining, leased }) => {
        for (const { arrivals, fence, webhook } of leased) this.held.push({ webhook, fence, unsent: idsOf(arrivals) })
        for (const { arrivals, fence, webhook } of joining) {
          const lane = this.held.find((one) => one.webhook === webhook && one.fence === fence)!
          lane.unsent = [...lane.unsent, ...idsOf(arrivals)]
        }
      }
    )
  }

  private claim(): Change {
    const limits = { lanes: 10, lanesPerAccount: 10, inFlight: [], eventsPerLane: 100, eventsPerRequest: 100 }
    const request = { ...limits, bytesPerLane: 1e6, events: 1000, bytes: 1e6, lease, now: this.now }
    return this.change(
      (host) => claimLanes(host, request),
      ({ batches }) => {
        for (const {
          events,
          lease: { fence },
          webhook
        } of batches) {
          this.stale.push(...this.held.filter((one) => one.webhook === webhook))
          this.held = this.held.filter((one) => one.webhook !== webhook)
          this.held.push({ webhook, fence, unsent: events.map(({ stored: { id } }) => id as EventId) })
        }
      }
    )
  }

  private sized(outcome: PlainOutcome): PlainOutcome {
    const events = outcome.events.map((one) => {
      const found = findEvent(this.database, one.id)
      return found === undefined ? one : { ...one, key: { event: found.event, time: found.time, bytes: 2 } }
    })
    return { ...outcome, events }
  }

  /** Up to three requests that ended, some of them of leases that are over. */
  private settle([first, second, third]: (typeof Write.Type)["numbers"], used: Set<number>): Change | undefined {
    const { now } = this
    const ended: Array<{
      readonly lane: Held
      readonly unsent: ReadonlyArray<EventId>
      readonly outcome: PlainOutcome
    }> = []
    for (let count = 0; count <= first % 3; count++) {
      const lane = this.take(second + count, used, second % 6 === 0 ? this.stale : this.held)
      if (lane === undefined) break
      const { unsent } = lane
      const events = unsent.slice(0, 1 + ((second + count) % 5))
      lane.unsent = unsent.slice(events.length)
      const success = (third + count) % 4 !== 0
      const told = (third + count) % 5 === 0 ? event(100_000 + ++this.events, "told", now) : undefined
      const id = `attempt ${(++this.attempts).toString().padStart(4, "0")}`
      const outcome = outcomeOf(
        lane,
        events,
        { id, time: now, success },
        {
          operational: told,
          announced: !success && third % 3 === 0,
          renewal: third % 3 === 0 ? lease : undefined,
          keepsLease: (first + count) % 2 === 0
        }
      )
      ended.push({ lane, unsent, outcome: this.most === 0 ? outcome : this.sized(outcome) })
    }
    if (ended.length === 0) return undefined
    const outcomes = ended.map(({ outcome }) => outcome)
    return this.change(
      (host) => settleOutcomes(host, { now, outcomes }),
      (healths) => {
        this.healths.push(healths)
        // What the operator was told is told once.
        this.settled.push(outcomes.map((outcome) => ({ ...outcome, operational: undefined })))
        for (const [index, { lane }] of ended.entries()) {
          this.held = this.held.filter((one) => one !== lane)
          if (healths[index]?.isLeased === true) this.held.push(lane)
        }
      },
      () => {
        for (const { lane, unsent } of ended) lane.unsent = unsent
      }
    )
  }
}

/** Publishes an event that a webhook receives, and gives the lease of its lane. */
const arrive = (host: CarryingHost, number: number, webhook: number): Pick<Held, "fence" | "webhook"> => {
  const publication = { account, events: [event(number, `only ${webhook}`, 0)], now: 0 }
  const leases = { lanes: 1, lease: 1e6, held: [], number: 1, before: [] }
  const { leased } = host.transaction(() => appendEvents(host, { ...publication, leases })) as Appended
  return { webhook, fence: leased[0]!.fence }
}

const openForEach = (): SqliteHost => {
  const host = open()
  for (const webhook of webhooks) {
    const sql = "insert into subscription (account, scope, type, webhook, enabled) values (1, 'scope', ?, ?, 1)"
    host.run(sql, `only ${webhook}`, webhook)
  }
  return host
}

const settle = (host: CarryingHost, ...outcomes: ReadonlyArray<PlainOutcome>) =>
  host.transaction(() => settleOutcomes(host, { now: 0, outcomes }))

const succeeded = (lane: Pick<Held, "fence" | "webhook">, number: number, ended?: Partial<PlainOutcome>) =>
  outcomeOf(lane, [eventId(number)], { id: `attempt ${number}`, time: 0, success: true }, ended)

describe("the log of successes", () => {
  it.prop(
    "changes nothing of what is found in the end, nor of what is answered",
    [Schema.Array(Step), Schema.Literals([1, 3, 1000])],
    ([steps, most]) => {
      const [without, logging] = [new Run(0), new Run(most)]
      for (const step of steps) {
        without.make(step)
        logging.make(step)
      }
      assert.deepStrictEqual(logging.found, without.found)
    },
    { arbitrary: { runs: 300, size: 40 } }
  )

  it("keeps the mark behind what is logged by the same settlement", () => {
    const host = carryingHost(openForEach(), 1000)
    const waiting = { account, now: 0, leases: { lanes: 0, lease: 0, held: [], number: 1, before: [] } }
    const publish = (number: number) =>
      host.transaction(() => appendEvents(host, { ...waiting, events: [event(number, "only 3", 0)] }))
    const [one, other] = [arrive(host, 1, 1), arrive(host, 2, 2)]
    for (let number = 3; number < 200; number++) publish(number)
    // The next one is looked at.
    host.carried.markLookedAt = 0
    settle(host, succeeded(one, 1), succeeded(other, 2, { operational: event(5000, "told", 0) }))
    assert.isAtMost(markAt(host), 1)
  })

  it("is applied by the next process although a part of a row was, and its attempt is gone since", () => {
    const database = openForEach()
    const host = carryingHost(database, 1000)
    const [one, other] = [arrive(host, 1, 1), arrive(host, 2, 2)]
    settle(host, succeeded(one, 1), succeeded(other, 2))
    const again = arrive(host, 3, 1)
    // That of a webhook is applied before a failure of it.
    settle(host, outcomeOf(again, [eventId(3)], { id: "attempt 3", time: 0, success: false }))
    const logged = () => row<{ count: number }>(database, "select count(*) as count from success_log")!.count
    assert.strictEqual(logged(), 1)
    host.run("delete from delivery where id = 'attempt 1'")

    const next = carryingHost(database, 1000)
    readLog(next)
    next.transaction(() => showSuccesses(next))
    const attempts = rows<{ id: string }>(database, "select id from delivery order by id").map(({ id }) => id)
    assert.deepStrictEqual([attempts, logged()], [["attempt 2", "attempt 3"], 0])
    const delivered = "select count(*) as count from recipient where state = 1"
    assert.strictEqual(row<{ count: number }>(database, delivered)!.count, 2)
  })

  it("takes no more where it cannot be applied, until it can", () => {
    const host = carryingHost(openForEach(), 2)
    const rowsOf = (table: string) => row<{ count: number }>(host, `select count(*) as count from ${table}`)!.count
    host.run("create trigger full before insert on recipient begin select raise(abort, 'The disk is full.'); end")
    let number = 0
    const deliver = () => {
      const webhook = 1 + (number % webhooks.length)
      settle(host, succeeded(arrive(host, ++number, webhook), number))
      relieveLog(host)
    }
    for (let times = 0; times < 4; times++) deliver()
    assert.deepStrictEqual([rowsOf("success_log"), rowsOf("delivery")], [4, 0])
    assert.throws(deliver, "The disk is full.")
    host.run("drop trigger full")
    relieveLog(host)
    assert.deepStrictEqual([rowsOf("success_log"), rowsOf("delivery")], [0, 4])
    deliver()
    assert.deepStrictEqual([rowsOf("success_log"), rowsOf("delivery")], [1, 4])
  })
})
