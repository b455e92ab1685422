/** What wakes a seller's object for records, whatever feature they are of: the driver knows none. */
import { assert, describe, it } from "@effect/vitest"
import { encodeKey, RecordStore, SellerId, type StoredRecord } from "@sellerkit/core"
import { Duration, Effect, Result } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { layer } from "../src/host.ts"
import { nextWork } from "../src/maintenance/NextWork.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const record = (collection: string, times: Pick<StoredRecord, "dueAt" | "since">): StoredRecord => ({
  collection,
  key: encodeKey([1]),
  content: "{}",
  places: [],
  ...times
})

const periods = { events: Duration.days(30), notes: Duration.seconds(1), drafts: Duration.infinity }

const work = { due: { publication: "note", reminders: "reminder" }, old: { notes: "note", drafts: "draft" } }

describe("the next work", () => {
  it.effect("of jobs over records is what is due first, and of retention what is too old first", () => {
    const host = openNodeHost(":memory:")
    let leaseEnds: number | undefined
    const next = (): Readonly<Record<string, number | null>> => nextWork(host, leaseEnds, periods, work)
    return Effect.gen(function* () {
      const store = yield* RecordStore
      const write = (...puts: ReadonlyArray<StoredRecord>) =>
        store.transact(account, [], () =>
          Result.succeed({ answer: undefined, changes: { puts, removes: [], events: [] } })
        )
      const nothing = { delivery: null, resends: null, retention: Infinity, publication: null, reminders: null }
      assert.deepStrictEqual(next(), nothing)
      leaseEnds = 3000
      assert.deepStrictEqual(next(), { ...nothing, delivery: 3000 }, "a lease in memory ends")
      leaseEnds = undefined
      yield* write(
        record("note", { dueAt: 5000, since: undefined }),
        record("draft", { dueAt: 1, since: 1 }),
        record("other", { dueAt: 1, since: 1 })
      )
      assert.deepStrictEqual(next(), { ...nothing, publication: 5000 })
      yield* write(record("note", { dueAt: 7000, since: 3000 }), record("reminder", { dueAt: 6000, since: 1 }))
      assert.deepStrictEqual(next(), {
        ...nothing,
        publication: 7000,
        reminders: 6000,
        retention: 4000
      })
    }).pipe(Effect.provide(layer(Effect.succeed(host))))
  })

  it.effect("of retention is when the first event or the first attempt is too old", () => {
    const host = openNodeHost(":memory:")
    const retention = (kinds: Record<string, Duration.Duration>) =>
      nextWork(host, undefined, kinds, { due: {}, old: {} }).retention
    return Effect.sync(() => {
      host.run(
        `insert into event (event, id, account, time, scope, type, test, payload, accepted_at, webhooks, enabled_webhooks)
         values (2, 'a', 1, 0, '', '', 0, '', 4000, '', 0), (3, 'b', 1, 0, '', '', 0, '', 5000, '', 0)`
      )
      host.run(
        "insert into lane (webhook, share_of, batch_size, oldest_attempt_at) values (1, 1, 1, 7000), (2, 1, 1, 6000)"
      )
      assert.strictEqual(retention({ events: Duration.seconds(1) }), 5000)
      assert.strictEqual(retention({ deliveries: Duration.seconds(1) }), 7000)
    }).pipe(Effect.provide(layer(Effect.succeed(host))))
  })
})
