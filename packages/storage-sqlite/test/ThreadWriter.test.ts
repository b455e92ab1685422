/** The thread that writes: what it answers, that it can be made to wait, and what becomes of writes when it ends. */
import { assert, describe, it } from "@effect/vitest"
import type { EventId, SellerId, WebhookId } from "@sellerkit/core"
import { Effect, Exit, Fiber, Option } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { row, type SqliteHost } from "../src/connection/SqliteHost.ts"
import { isPassing } from "../src/database/GroupCommit.ts"
import type { Writer } from "../src/database/SqliteDatabase.ts"
import { openThreadWriter } from "../src/database/ThreadWriter.ts"
import type { Appended, Publication } from "../src/lanes/Append.ts"
import { migrate } from "../src/schema/migrate.ts"

const account = { sellerId: "seller" as SellerId, sandbox: false }

/** A database in which one webhook receives everything that is published here. */
const database = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "sellerkit-writer-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const file = join(folder, "sellerkit.db")
  const host = yield* Effect.acquireRelease(
    Effect.sync(() => openNodeHost(file)),
    (opened) => Effect.sync(() => opened.close())
  )
  migrate(host)
  host.run("insert into account (account, seller_id, sandbox) values (1, ?, 0)", account.sellerId)
  host.run("insert into subscription (account, scope, type, webhook, enabled) values (1, 'content', 'changed', 1, 1)")
  const events = () => row<{ count: number }>(host, "select count(*) as count from event")!.count
  return { file, host, events }
})

const publication = (...ids: ReadonlyArray<string>): Publication => ({
  account,
  now: 0,
  events: ids.map((id) => ({
    id: id as EventId,
    time: 0,
    timeGiven: false,
    scope: "content",
    type: "changed",
    payload: "{}"
  }))
})

const numbered = (count: number) => Array.from({ length: count }, (_, index) => publication(`event ${index}`))

/** The lane of the webhook, to be leased. */
const addLane = (host: SqliteHost): void => {
  host.run("insert into owner (owner, account, service_id) values (1, 1, '')")
  host.run(
    `insert into webhook (webhook, id, owner, name, url, secret, subscriptions, status, created_at, updated_at)
     values (1, 'webhook', 1, '', '', '', '[]', 'enabled', 0, 0)`
  )
  host.run("insert into lane (webhook, share_of, batch_size) values (1, 1, 512)")
}

/** How many rows say that something was delivered, and how many are in the log. */
const deliveredRows = (host: SqliteHost) =>
  ["delivery", "recipient where state = 1", "success_log"].map((from) => host.all(`select 1 from ${from}`).length)

/** Publishes an event for the webhook, and settles that it was delivered. */
const deliver = Effect.fnUntraced(function* (writer: Writer, id: string) {
  const leases = { lanes: 1, lease: 10_000, held: [], number: 1, before: [] }
  const { leased } = (yield* writer.perform("EventStore.append", { ...publication(id), leases })) as Appended
  const [lane] = yield* writer.perform("DeliveryQueue.settle", {
    now: 5,
    outcomes: [
      {
        lease: { webhookId: "webhook" as WebhookId, fence: leased[0]!.fence, webhook: 1 },
        delivery: { id: `delivery of ${id}`, time: 5, success: true, responseCode: 200 },
        events: [{ id: id as EventId, key: undefined, verdict: { _tag: "Delivered" } }],
        operational: undefined,
        failures: 0,
        announced: false,
        batchSize: 512,
        wait: 0,
        renewal: undefined,
        keepsLease: false
      }
    ]
  })
  assert.isFalse(lane?.isLeased)
})

describe("the writer's thread", () => {
  it.effect("has written what it answers", () =>
    Effect.gen(function* () {
      const { events, file } = yield* database
      const writer = yield* openThreadWriter(file)
      const [first] = yield* Effect.forEach(numbered(500), (one) => writer.perform("EventStore.append", one), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(first, {
        results: [{ id: "event 0" as EventId, idempotencyKey: "event 0", deliveries: 1 }],
        leased: [],
        joining: [],
        wakes: true,
        missed: 0
      })
      assert.strictEqual(events(), 500)
    })
  )

  it.effect("fails the write that cannot be made, and only that one", () =>
    Effect.gen(function* () {
      const { events, file } = yield* database
      const writer = yield* openThreadWriter(file)
      const other: Publication = { ...publication("event 1"), account: { ...account, sandbox: true } }
      yield* writer.perform("EventStore.append", publication("event 1"))
      const broken = { ...publication("event 2", "event 3"), account: undefined } as unknown as Publication
      const exits = yield* Effect.forEach(
        [publication("event 4"), broken, other, publication("event 5")],
        (one) => Effect.exit(writer.perform("EventStore.append", one)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true, true])
      assert.strictEqual(events(), 3)
    })
  )

  it.effect("says that a failure may pass when somebody else has the lock", () =>
    Effect.gen(function* () {
      const { events, file, host } = yield* database
      const writer = yield* openThreadWriter(file)
      yield* writer.perform("EventStore.append", publication("event 1"))
      host.all("begin immediate")
      const failure = yield* Effect.flip(writer.perform("EventStore.append", publication("event 2")))
      host.all("rollback")
      assert.isTrue(isPassing(failure))
      yield* writer.perform("EventStore.append", publication("event 2"))
      assert.strictEqual(events(), 2)
    })
  )

  it.effect("writes nothing while it is paused, and everything afterwards", () =>
    Effect.gen(function* () {
      const { events, file } = yield* database
      const writer = yield* openThreadWriter(file)
      yield* writer.perform("EventStore.append", publication("event 1"))
      const { during, writing } = yield* writer.pauseFor(() =>
        Effect.gen(function* () {
          const writing = yield* Effect.forkDetach(writer.perform("EventStore.append", publication("event 2")))
          // It would take a fraction of this.
          yield* Effect.promise(() => setTimeout(100))
          return { writing, during: events() }
        })
      )
      yield* Fiber.join(writing)
      assert.deepStrictEqual([during, events()], [1, 2])
    })
  )

  it.effect("carries what is offered, and writes it down when it is asked to, and before it is paused", () =>
    Effect.gen(function* () {
      const { file, host } = yield* database
      addLane(host)
      const waiting = () => host.all("select 1 from recipient").length
      const writer = yield* openThreadWriter(file)
      const publish = (id: string, now: number) =>
        writer.perform("EventStore.append", {
          ...publication(id),
          now,
          leases: { lanes: 1, lease: 10, held: [], number: 1, before: [] }
        })

      const publishing = yield* Effect.forkChild(publish("event 1", 0), { startImmediately: true })
      assert.isTrue(writer.carrying().areAny, "it may, by now")
      const { leased } = (yield* Fiber.join(publishing)) as Appended
      assert.deepStrictEqual(
        [leased.length, waiting(), writer.carrying()],
        [1, 0, { areAny: true, areUnapplied: false, leaseEnds: 10 }]
      )
      yield* writer.perform("DeliveryQueue.showCarried", undefined)
      assert.deepStrictEqual(
        [waiting(), writer.carrying()],
        [1, { areAny: false, areUnapplied: false, leaseEnds: undefined }]
      )

      host.run("delete from recipient")
      host.run("update lane set ready_at = null, lease_until = 0")
      yield* publish("event 2", 20)
      assert.strictEqual(waiting(), 0)
      const [during, cause] = yield* writer.pauseFor((why) => Effect.sync(() => [waiting(), why] as const))
      assert.deepStrictEqual([during, cause], [1, Option.none()])

      host.run("delete from recipient")
      host.run("update lane set ready_at = null, lease_until = 0")
      yield* publish("event 3", 40)
      host.run("alter table recipient rename to elsewhere")
      const why = yield* writer.pauseFor((reason) => Effect.succeed(reason))
      assert.include(String(Option.getOrThrow(why)), "no such table")
      host.run("alter table elsewhere rename to recipient")
      yield* writer.perform("DeliveryQueue.showCarried", undefined)
      assert.strictEqual(waiting(), 1, "it is still there")
    })
  )

  it.effect("logs what is delivered, and gives it rows when somebody looks, and before it is paused", () =>
    Effect.gen(function* () {
      const { file, host } = yield* database
      addLane(host)
      const writer = yield* openThreadWriter(file)
      yield* deliver(writer, "event 1")
      assert.deepStrictEqual([deliveredRows(host), writer.carrying().areUnapplied], [[0, 0, 1], true])
      yield* writer.perform("DeliveryLog.showSuccesses", undefined)
      assert.deepStrictEqual([deliveredRows(host), writer.carrying().areUnapplied], [[1, 1, 0], false])

      yield* deliver(writer, "event 2")
      assert.deepStrictEqual(yield* writer.pauseFor(() => Effect.sync(() => deliveredRows(host))), [2, 2, 0])
    })
  )

  it.effect(
    "gives rows to what the thread of a process that was killed had logged, as soon as there is room for them",
    () =>
      Effect.gen(function* () {
        const { file, host } = yield* database
        addLane(host)
        const killed = yield* openThreadWriter(file)
        yield* deliver(killed, "event 1")
        yield* deliver(killed, "event 2")
        assert.deepStrictEqual(deliveredRows(host), [0, 0, 2])
        host.run("create trigger full before insert on recipient begin select raise(abort, 'The disk is full.'); end")
        const next = yield* openThreadWriter(file)
        assert.isTrue(next.carrying().areUnapplied)
        host.run("drop trigger full")
        assert.deepStrictEqual(deliveredRows(host), [0, 0, 2])
        yield* next.perform("DeliveryLog.showSuccesses", undefined)
        assert.deepStrictEqual(deliveredRows(host), [2, 2, 0])
        yield* deliver(next, "event 3")
        const last = yield* openThreadWriter(file)
        assert.deepStrictEqual([deliveredRows(host), last.carrying().areAny], [[3, 3, 0], false])
      })
  )

  it.effect("gives an answer that nobody waits for any more to nobody else", () =>
    Effect.gen(function* () {
      const { file } = yield* database
      const writer = yield* openThreadWriter(file)
      const givenUp = yield* Effect.forkDetach(writer.perform("EventStore.append", publication("event 1")), {
        startImmediately: true
      })
      yield* Fiber.interrupt(givenUp)
      for (const id of ["event 2", "event 3"]) {
        const { results } = (yield* writer.perform("EventStore.append", publication(id))) as Appended
        assert.deepStrictEqual(
          results.map((result) => result.id as string),
          [id]
        )
      }
    })
  )

  it.effect("writes what it was asked before it ends", () =>
    Effect.gen(function* () {
      const { events, file } = yield* database
      const writes = yield* Effect.scoped(
        Effect.gen(function* () {
          const writer = yield* openThreadWriter(file)
          return yield* Effect.forEach(numbered(500), (one) =>
            Effect.forkDetach(writer.perform("EventStore.append", one), { startImmediately: true })
          )
        })
      )
      assert.strictEqual(events(), 500)
      yield* Fiber.joinAll(writes)
    })
  )

  it.effect("is not there when it cannot open the database", () =>
    Effect.gen(function* () {
      const { file } = yield* database
      const missing = join(file, "not a folder", "sellerkit.db")
      const failure = yield* Effect.flip(Effect.scoped(openThreadWriter(missing)))
      assert.strictEqual(failure.operation, `write to ${missing}`)
      assert.isFalse(failure.retryable)
    })
  )

  it.effect("fails every write once it has ended, and holds nobody up", () =>
    Effect.gen(function* () {
      const { file } = yield* database
      const writer = yield* Effect.scoped(openThreadWriter(file))
      for (const one of numbered(2)) {
        const failure = yield* Effect.flip(writer.perform("EventStore.append", one))
        assert.isFalse(isPassing(failure))
        assert.include(String(failure), "The thread that writes to the database has ended")
      }
      assert.strictEqual(yield* writer.pauseFor(() => Effect.succeed("went on")), "went on")
    })
  )
})
