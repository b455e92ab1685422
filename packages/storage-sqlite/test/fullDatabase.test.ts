/** A database that is full, while events are carried: what makes room in it works, and nothing is lost. */
import { assert, describe, it } from "@effect/vitest"
import {
  type Arrived,
  type ClaimRequest,
  DeliveryQueue,
  EventId,
  EventStore,
  type Lease,
  type NewEvent,
  RetentionStore,
  SellerId
} from "@sellerkit/core"
import { DateTime, Duration, Effect, Exit, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { row, rows } from "../src/connection/SqliteHost.ts"
import { layer } from "../src/host.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const idOf = (number: number) => EventId.make(`01980000-0000-7000-8000-${String(number).padStart(12, "0")}`)

const event = (number: number): NewEvent => ({
  id: idOf(number),
  time: DateTime.makeUnsafe(1_000_000),
  timeGiven: false,
  scope: "scope",
  type: "type",
  payload: "y".repeat(200)
})

const request: ClaimRequest = {
  lanes: 10,
  lanesPerAccount: 10,
  inFlight: [],
  eventsPerLane: 10_000,
  eventsPerRequest: 10_000,
  bytesPerLane: 10_000_000,
  events: 10_000,
  bytes: 10_000_000,
  lease: Duration.seconds(30)
}

// Of events that are old, and were delivered.
const old = 2000

/** One webhook, which was sent many events, and little room for more. */
const nearlyFull = Effect.gen(function* () {
  const host = openNodeHost(":memory:")
  yield* Effect.scoped(Layer.build(layer(Effect.succeed(host))))
  host.run("insert into account (account, seller_id, sandbox) values (1, ?, 0)", account.sellerId)
  host.run("insert into owner (owner, account, service_id) values (1, 1, '')")
  host.run(
    `insert into webhook (webhook, id, owner, name, url, secret, subscriptions, status, created_at, updated_at)
     values (1, 'webhook', 1, '', '', '', '[]', 'enabled', 0, 0)`
  )
  host.run("insert into lane (webhook, share_of, batch_size) values (1, 1, 512)")
  host.run("insert into subscription (account, scope, type, webhook, enabled) values (1, 'scope', 'type', 1, 1)")
  host.transaction(() => {
    for (let number = 1; number <= old; number++) {
      host.run(
        `insert into event (event, id, account, time, scope, type, test, payload, accepted_at, webhooks, enabled_webhooks)
         values (?, ?, 1, ?, '', '', 0, ?, ?, '[1]', 1)`,
        number,
        `old ${number}`,
        number,
        "x".repeat(1000),
        number
      )
      const recipient =
        "insert into recipient (webhook, time, event, bytes, due_at, state) values (1, ?, ?, 1000, 0, 1)"
      host.run(recipient, number, number)
    }
  })
  const { page_count: pages } = row<{ page_count: number }>(host, "pragma page_count")!
  host.all(`pragma max_page_count = ${pages + 60}`)
  return host
})

/** Publishes until it is full, to a dispatcher that takes all of it. Gives the number of the last event. */
const fill = Effect.gen(function* () {
  const store = yield* EventStore
  const held: Array<Lease> = []
  const take = ({ leased }: Arrived) => Effect.sync(() => void held.push(...leased.map((batch) => batch.lease)))
  const offer = { lanes: [1], held, before: [], lease: Duration.seconds(30), take }
  yield* (yield* DeliveryQueue).leaseOnArrival({ offer: () => Effect.succeed(offer) })
  let last = old
  for (;;) {
    const exit = yield* Effect.exit(store.append(account, [event(last + 1)]))
    if (Exit.isFailure(exit)) return last
    last++
  }
})

const removeOld = Effect.flatMap(RetentionStore, (retention) => retention.remove("events", Duration.seconds(1), 500))

describe("a full database", () => {
  it.effect("is opened by the next process, which makes room in it, and sends what the one before had", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const host = yield* nearlyFull
      const process = Layer.fresh(layer(Effect.succeed(host)))
      const last = yield* Effect.provide(fill, process)
      const waiting = () => rows(host, "select 1 from recipient where state = 0").length
      assert.isAbove(last, old)
      assert.strictEqual(waiting(), 0, "they could not be written down")
      yield* Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        assert.isTrue(Exit.isFailure(yield* Effect.exit(queue.claim(request))))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(queue.nextDue([]))), "it is tried again")
        assert.strictEqual(yield* removeOld, 500)
        // What has room meanwhile does not have what was left behind forgotten.
        yield* (yield* EventStore).append(account, [event(last + 1), event(last + 2)])
        assert.deepStrictEqual(yield* queue.nextDue([]), Option.some(Duration.zero))
        assert.lengthOf(yield* queue.claim(request), 1)
        assert.strictEqual((yield* queue.backlog).waiting, last - old + 2)
      }).pipe(Effect.provide(process))
    }).pipe(Effect.scoped)
  )

  it.effect("makes room for what it carries", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const host = yield* nearlyFull
      yield* Effect.gen(function* () {
        const last = yield* fill
        assert.isTrue(Exit.isFailure(yield* Effect.exit((yield* DeliveryQueue).backlog)))
        assert.strictEqual(yield* removeOld, 500)
        assert.strictEqual((yield* (yield* DeliveryQueue).backlog).waiting, last - old)
        yield* TestClock.adjust("1 hour")
        while ((yield* removeOld) > 0);
        assert.strictEqual((yield* (yield* DeliveryQueue).backlog).waiting, last - old, "what waits is not removed")
      }).pipe(Effect.provide(Layer.fresh(layer(Effect.succeed(host)))))
    }).pipe(Effect.scoped)
  )
})
