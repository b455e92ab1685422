/** What is read of blocks and runs is bounded, however the events that are asked for are spread over them. */
import { assert, describe, it } from "@effect/vitest"
import { type EventId, RetentionStore, type SellerId } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { SqliteHost } from "../src/connection/SqliteHost.ts"
import { appendEvents } from "../src/lanes/Append.ts"
import { carryingHost } from "../src/lanes/CarriedLanes.ts"
import { findAbandoned } from "../src/lanes/CarriedRows.ts"
import { migrate } from "../src/schema/migrate.ts"
import { writeDelivered } from "../src/stored/Recipients.ts"
import { findWholeEvent, findWholeEvents } from "../src/stored/StoredEvents.ts"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: "01980000-0000-7000-8000-000000000001" as SellerId, sandbox: false }
const webhooks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** A database in which ten webhooks receive all events of a type. */
const addWebhooks = (host: SqliteHost): void => {
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
    host.run("insert into subscription (account, scope, type, webhook, enabled) values (1, 's', 't', ?, 1)", webhook)
  }
}

const idOf = (number: number): EventId => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}` as EventId

interface Published {
  readonly first: number
  readonly count: number
  readonly payload: string
}

/** With a key. */
const newEvent = (number: number, payload: string) => ({
  id: idOf(number),
  idempotencyKey: `key ${number}`,
  time: 0,
  timeGiven: false,
  scope: "s",
  type: "t",
  payload
})

/** Publishes events together. */
const publish = (host: SqliteHost, { count, first, payload }: Published): void => {
  const carrying = carryingHost(host)
  const events = Array.from({ length: count }, (_, index) => newEvent(first + index, payload))
  const leases = { lanes: webhooks.length, lease: 1000, held: [], number: 1, before: [] }
  carrying.transaction(() => appendEvents(carrying, { account, events, now: 0, leases }))
}

const deliver = (host: SqliteHost, first: number, count: number): void => {
  for (const webhook of webhooks) {
    const events = Array.from({ length: count }, (_, index) => ({ event: first + index, time: 0, bytes: 2 }))
    writeDelivered(host, { webhook, gatheredBy: null }, events, 0)
  }
}

type Asked = ReturnType<typeof remembering>["asked"]

/** What a read asks for and gets. */
const costOf = (asked: Asked, read: () => void): Asked => {
  const before = { ...asked }
  read()
  return { queries: asked.queries - before.queries, characters: asked.characters - before.characters }
}

describe("events of many blocks", () => {
  it("cost little more than their blocks, which are small", () => {
    const { asked, remembered } = remembering()
    migrate(remembered)
    addWebhooks(remembered)
    for (let first = 1; first <= 1024; first += 128)
      publish(remembered, { first, count: 128, payload: "x".repeat(2000) })
    const numbers = Array.from({ length: 64 }, (_, index) => 1 + index * 16)
    const many = costOf(asked, () => assert.strictEqual(findWholeEvents(remembered, numbers).size, 64))
    assert.isAtMost(many.characters, 64 * 40_000)
    assert.isAtMost(many.queries, 3)
    const one = costOf(asked, () => assert.strictEqual(findWholeEvent(remembered, idOf(77))?.event, 77))
    assert.isAtMost(one.characters, 80_000)
  })

  it("are found by their keys, however many there are", () => {
    const { remembered } = remembering()
    migrate(remembered)
    addWebhooks(remembered)
    const blocks = 500
    for (let block = 0; block < blocks; block++)
      publish(remembered, { first: 1 + block * 128, count: 128, payload: "{}" })
    const carrying = carryingHost(remembered)
    const events = Array.from({ length: blocks }, (_, block) => ({
      ...newEvent(1_000_000 + block, "{}"),
      idempotencyKey: `key ${1 + block * 128}`
    }))
    const again = carrying.transaction(() => appendEvents(carrying, { account, events, now: 0 }))
    assert.deepStrictEqual(
      "results" in again && again.results.map(({ id }) => id),
      events.map((_, block) => idOf(1 + block * 128))
    )
  })
})

describe("events that many webhooks have received", () => {
  const fill = (host: SqliteHost): void => {
    addWebhooks(host)
    for (let first = 1; first <= 128 * 20; first += 128) {
      publish(host, { first, count: 128, payload: "{}" })
      deliver(host, first, 128)
    }
  }

  it("are looked through run by run for what was carried", () => {
    const { asked, remembered } = remembering()
    migrate(remembered)
    fill(remembered)
    const { queries } = costOf(asked, () => assert.deepStrictEqual(findAbandoned(remembered).events, []))
    // Two for each of 200 runs, and a few for each block.
    assert.isAtMost(queries, 500)
  })

  it.effect("are removed run by run", () => {
    const { asked, layer, remembered } = remembering()
    return Effect.gen(function* () {
      const retention = yield* RetentionStore
      fill(remembered)
      remembered.run("update carried_from set event = 1000000")
      yield* TestClock.adjust("1 hour")
      const { queries } = asked
      assert.strictEqual(yield* retention.remove("events", Duration.minutes(1), 500), 500)
      // Two for each of 40 runs, and some for each that is taken apart.
      assert.isAtMost(asked.queries - queries, 220)
      // More recipients than are looked at together.
      assert.strictEqual(yield* retention.remove("events", Duration.minutes(1), 2050), 2050)
      assert.strictEqual(yield* retention.remove("events", Duration.minutes(1), 500), 10)
    }).pipe(Effect.provide(layer))
  })
})
