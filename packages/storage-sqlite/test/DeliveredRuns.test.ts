/** What one request delivered is found event by event, in the order of time, and can be taken apart. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { row, rows } from "../src/connection/SqliteHost.ts"
import { migrate } from "../src/schema/migrate.ts"
import { deliveredAfter, deliveredBefore } from "../src/stored/DeliveredRuns.ts"
import { insertWaiting } from "../src/lanes/CarriedRows.ts"
import {
  findRecipients,
  removeRecipients,
  separateFromRuns,
  writeDelivered,
  writeDeliveredWaiting
} from "../src/stored/Recipients.ts"
import { recipientState } from "../src/stored/RecipientState.ts"
import { compareKeys, type EventKey } from "../src/stored/StoredEvent.ts"

const open = () => {
  const host = openNodeHost(":memory:")
  migrate(host)
  return host
}

const webhook = 3
const other = 4

const receiving = { webhook, gatheredBy: null }

/** Small numbers, so that times coincide and runs would overlap. */
const timeOf = (event: number): number => (event * 7) % 5

const bytesOf = (event: number): number => event * 10

const keyOf = (event: number) => ({ webhook, event, time: timeOf(event) })

const Step = Schema.Struct({
  what: Schema.Literals(["deliver", "deliver", "deliver", "separate", "remove"]),
  events: Schema.Array(Schema.Natural),
  /** Another webhook receives the same meanwhile. */
  alsoOther: Schema.Boolean
})

describe("what requests delivered", () => {
  it.prop(
    "is each in a run or a recipient, and found where it stands",
    [Schema.Array(Step), Schema.Natural, Schema.Natural],
    ([steps, time, event]) => {
      const host = open()
      /** When each was delivered. */
      const attempts = new Map<number, number>()
      /** To the other webhook. */
      const known = new Set<number>()
      for (const [attemptAt, { alsoOther, events: chosen, what }] of steps.entries()) {
        const events = [...new Set(chosen.map((number) => number % 30))]
        if (what === "deliver") {
          const fresh = events.filter((number) => !attempts.has(number))
          const delivered = fresh.map((number) => ({ ...keyOf(number), bytes: bytesOf(number) }))
          writeDelivered(host, receiving, delivered, attemptAt)
          const others = alsoOther ? delivered.filter(({ event: number }) => !known.has(number)) : []
          writeDelivered(host, { ...receiving, webhook: other }, others, attemptAt)
          for (const { event: number } of others) known.add(number)
          for (const number of fresh) attempts.set(number, attemptAt)
        } else if (what === "separate") {
          separateFromRuns(host, webhook, events.map(keyOf))
          for (const number of events.filter((one) => attempts.has(one))) {
            const sql = "select 1 from recipient where webhook = ? and time = ? and event = ?"
            assert.isDefined(row(host, sql, webhook, timeOf(number), number))
          }
        } else {
          removeRecipients(host, events.map(keyOf))
          for (const number of events) attempts.delete(number)
        }
      }
      const numbers = Array.from({ length: 30 }, (_, number) => number)
      const asked = numbers.flatMap((number) => [keyOf(number), { ...keyOf(number), webhook: other }])
      const recipients = findRecipients(host, asked)
      assert.deepStrictEqual(
        numbers.filter((number) => recipients[2 * number + 1] !== undefined),
        numbers.filter((number) => known.has(number))
      )
      for (const number of numbers) {
        const found = recipients[2 * number]
        const attemptAt = attempts.get(number)
        assert.strictEqual(found?.deliveries, attemptAt === undefined ? undefined : `${attemptAt},`)
        if (found !== undefined) assert.deepInclude(found, { attempts: 1, state: recipientState.delivered })
      }
      const alone = rows<EventKey & { bytes: number }>(
        host,
        `select event, time, bytes from recipient where webhook = ${webhook}`
      )
      const all = [...attempts.keys()].map((number) => ({
        event: number,
        time: timeOf(number),
        bytes: bytesOf(number)
      }))
      const inRuns = all.filter((one) => !alone.some((other) => other.event === one.event)).toSorted(compareKeys)
      assert.sameDeepMembers([...alone, ...inRuns], all)
      const place = { time: time % 6, event: event % 31 }
      assert.deepStrictEqual(
        [...deliveredAfter(host, webhook, place)],
        inRuns.filter((one) => compareKeys(one, place) > 0)
      )
      assert.deepStrictEqual(
        [...deliveredBefore(host, webhook, place)],
        inRuns.filter((one) => compareKeys(one, place) < 0).toReversed()
      )
    },
    { arbitrary: { runs: 300, size: 60 } }
  )

  it("is one row where the events are neighbours in the order of time", () => {
    const host = open()
    const runs = () => rows(host, "select 1 from delivered_run").length
    const alone = () => rows(host, "select 1 from recipient").length
    const deliver = (events: ReadonlyArray<number>, gatheredBy: number | null = null) =>
      writeDelivered(
        host,
        { webhook, gatheredBy },
        events.map((event) => ({ event, time: 0, bytes: 1 })),
        0
      )
    deliver(Array.from({ length: 500 }, (_, index) => 100 + index))
    assert.deepStrictEqual([runs(), alone()], [1, 0])
    deliver([600, 601, 602])
    assert.deepStrictEqual([runs(), alone()], [2, 0])
    deliver([50, 603])
    assert.deepStrictEqual([runs(), alone()], [2, 2], "a run of them would overlap with others")
    deliver([700])
    assert.deepStrictEqual([runs(), alone()], [2, 3])
    deliver([800, 801], 7)
    assert.deepStrictEqual([runs(), alone()], [2, 5], "those that are gathered are rows")
    const times = [0, 1000, 10_000_000, 10_000_001, 1e12]
    writeDelivered(
      host,
      { webhook: other, gatheredBy: null },
      times.map((time, event) => ({ event, time, bytes: 1 })),
      0
    )
    assert.deepStrictEqual([runs(), alone()], [4, 6], "what lies between two events of a run is closed to others")
  })

  it("takes the place of what waited and was never tried", () => {
    const host = open()
    const waiting = [1, 2, 3, 4, 5].map((event) => ({ event, time: 0, bytes: 1 }))
    const wait = (...to: ReadonlyArray<{ readonly webhook: number; readonly gatheredBy: number | null }>) => {
      for (const one of to)
        insertWaiting(
          host,
          one,
          waiting.map((event) => ({ ...event, dueAt: 0 }))
        )
    }
    const stateOf = (of: number) =>
      findRecipients(
        host,
        waiting.map((key) => ({ ...key, webhook: of }))
      ).map((found) => found?.state)
    const { delivered, pending } = recipientState
    wait(receiving, { ...receiving, webhook: other, gatheredBy: 7 })
    host.run("update recipient set attempts = 1, deliveries = '3,' where webhook = ? and event = 2", webhook)
    host.run("update recipient set resent_at = 4 where webhook = ? and event = 3", webhook)
    const [first, tried, resent, fourth, unsized] = waiting
    const ended = [first!, tried!, resent!, fourth!, { ...unsized!, bytes: undefined }]
    const others = writeDeliveredWaiting(host, receiving, ended, 9)
    assert.deepStrictEqual(others, [tried!, resent!, { ...unsized!, bytes: undefined }])
    assert.deepStrictEqual(stateOf(webhook), [delivered, pending, pending, delivered, pending])
    assert.strictEqual(rows(host, "select 1 from delivered_run").length, 1)

    assert.deepStrictEqual(writeDeliveredWaiting(host, receiving, others.slice(2), 10), others.slice(2), "it is alone")
    const gathered = { webhook: other, gatheredBy: 7 }
    assert.deepStrictEqual(
      writeDeliveredWaiting(host, gathered, waiting, 10),
      waiting,
      "those that are gathered are rows"
    )
    assert.deepStrictEqual(stateOf(other), [pending, pending, pending, pending, pending])
  })
})
