/** Events that are published together are found as they were published, whatever is removed of them. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { rows, type SqliteHost } from "../src/connection/SqliteHost.ts"
import { migrate } from "../src/schema/migrate.ts"
import { blocksOf } from "../src/stored/EventBlock.ts"
import { insertBlock, removeFromBlocks } from "../src/stored/EventBlocks.ts"
import { insertRow, removeRows } from "../src/stored/EventRows.ts"
import { webhooksOf, type WholeEvent } from "../src/stored/StoredEvent.ts"
import {
  eventsFrom,
  findEvent,
  findEvents,
  findWholeEvent,
  findWholeEvents,
  findWithKeys,
  nextNumber
} from "../src/stored/StoredEvents.ts"

const open = (): SqliteHost => {
  const host = openNodeHost(":memory:")
  migrate(host)
  return host
}

/** Made within a quarter of a second of others, where `madeAt` is the same. */
const idOf = (number: number, madeAt = 0): string =>
  `01980000-${madeAt.toString(16).padStart(2, "0")}00-7000-8000-${number.toString(16).padStart(12, "0")}`

const storedEvent = (event: number, change: Partial<WholeEvent> = {}): WholeEvent => ({
  event,
  id: idOf(event),
  account: 1,
  idempotency_key: null,
  time: 1000,
  scope: "content",
  type: "card_changed",
  test: 0,
  accepted_at: 2000,
  webhooks: "[1,2]",
  enabled_webhooks: 2,
  traceparent: null,
  payload: "{}",
  ...change
})

const insert = (host: SqliteHost, events: ReadonlyArray<WholeEvent>): void => {
  for (const block of blocksOf(events)) {
    if (block.length > 1) insertBlock(host, block)
    else insertRow(host, block[0]!)
  }
}

const remove = (host: SqliteHost, events: ReadonlyArray<number>): void => {
  removeRows(host, events)
  removeFromBlocks(host, new Set(events))
}

const sizes = (events: ReadonlyArray<WholeEvent>): ReadonlyArray<number> => blocksOf(events).map(({ length }) => length)

const AnyEvent = Schema.Struct({
  madeAt: Schema.Literals([0, 0, 0, 1]),
  time: Schema.Literals([-5, 0, 1000, 1e12]),
  type: Schema.Literals(["a", "b"]),
  webhooks: Schema.Literals(["[1]", "[2,1]"]),
  payload: Schema.String,
  isKeyed: Schema.Boolean,
  isTest: Schema.Literals([false, false, false, true]),
  traceparent: Schema.NullOr(Schema.String),
  /** What of it is removed later, and when. */
  goes: Schema.Literals(["first", "second", "never"])
})

describe("events that are published together", () => {
  it.prop(
    "are found as they were, and so are those that are left of them",
    [Schema.Array(Schema.Array(AnyEvent))],
    ([publications]) => {
      const host = open()
      const all: Array<WholeEvent & { readonly goes: string }> = []
      for (const [account, publication] of publications.entries()) {
        const first = nextNumber(host)
        assert.strictEqual(first, all.length + 1)
        const events = publication.map((given, index) =>
          storedEvent(first + index, {
            id: idOf(first + index, given.madeAt),
            account,
            idempotency_key: given.isKeyed ? `key ${first + index}` : null,
            time: given.time,
            type: given.type,
            test: given.isTest ? 1 : 0,
            webhooks: given.webhooks,
            enabled_webhooks: webhooksOf(given).length,
            traceparent: given.traceparent?.toWellFormed().replaceAll("\0", "") ?? null,
            payload: given.payload.toWellFormed().replaceAll("\0", "")
          })
        )
        insert(host, events)
        all.push(...events.map((event, index) => ({ ...event, goes: publication[index]!.goes })))
      }
      const lookAt = (isThere: (goes: string) => boolean) => {
        const numbers = all.map(({ event }) => event)
        const there = all.filter(({ goes }) => isThere(goes)).map(({ goes: _, ...event }) => event)
        const bare = there.map((event) => ({ ...event, payload: "" }))
        const inOrder = (found: ReadonlyMap<number, object>) =>
          numbers.flatMap((number) => found.get(number) ?? []).map((event) => ({ payload: "", ...event }))
        assert.deepStrictEqual(inOrder(findWholeEvents(host, numbers)), there)
        assert.deepStrictEqual(inOrder(findEvents(host, numbers)), bare)
        assert.deepStrictEqual(
          [...eventsFrom(host, 0)].map((event) => ({ payload: "", ...event })),
          bare
        )
        // Some of them: each lookup decodes a block.
        for (const { account, event, goes, id, idempotency_key: key } of all.filter((_, index) => index % 5 === 0)) {
          const expected = isThere(goes) ? event : undefined
          assert.strictEqual(findEvent(host, id)?.event, expected)
          assert.strictEqual(findWholeEvent(host, id)?.event, expected)
          assert.strictEqual(findWithKeys(host, account, [id, "other"]).get(id)?.event, expected)
          assert.strictEqual(findWithKeys(host, account + 1, [id]).size, 0)
          if (key !== null) assert.strictEqual(findWithKeys(host, account, [key]).get(key)?.event, expected)
        }
      }
      const going = (when: string) => all.filter(({ goes }) => goes === when).map(({ event }) => event)
      lookAt(() => true)
      remove(host, going("first"))
      lookAt((goes) => goes !== "first")
      remove(host, going("second"))
      lookAt((goes) => goes === "never")
      remove(host, going("never"))
      for (const table of ["event", "event_block", "event_key", "payload_part"]) {
        assert.deepStrictEqual(rows(host, `select 1 from ${table}`), [])
      }
    },
    { arbitrary: { runs: 60, size: 30 } }
  )

  it("are one block where they were made at about the same time", () => {
    const made = (...at: ReadonlyArray<number>) => at.map((one, index) => storedEvent(index, { id: idOf(index, one) }))
    assert.deepStrictEqual(sizes(made(1, 1, 1)), [3])
    assert.deepStrictEqual(sizes(made(1, 1, 2, 2, 1)), [2, 2, 1])
    assert.deepStrictEqual(sizes(made()), [])
  })

  it("are alone where their ids say nothing, and where they are tests", () => {
    assert.deepStrictEqual(sizes([1, 2].map((event) => storedEvent(event, { id: `id ${event}` }))), [1, 1])
    assert.deepStrictEqual(sizes([1, 2].map((event) => storedEvent(event, { test: 1 }))), [1, 1])
  })

  it("are in blocks of bounded size", () => {
    const many = (count: number, change: Partial<WholeEvent>) =>
      Array.from({ length: count }, (_, event) => storedEvent(event, change))
    assert.deepStrictEqual(sizes(many(300, {})), [128, 128, 44])
    assert.deepStrictEqual(sizes(many(5, { payload: "x".repeat(15_000) })), [2, 2, 1])
    assert.deepStrictEqual(sizes(many(2, { payload: "x".repeat(1_000_000) })), [1, 1])
    assert.deepStrictEqual(sizes(many(3, { webhooks: "1".repeat(31_000) })), [1, 1, 1])
    assert.deepStrictEqual(sizes(many(80, { idempotency_key: "k".repeat(800) })), [39, 39, 2])
  })
})
