/** Where a page starts to read: at the nearest bound, or else it goes through every row up to its cursor. */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll, type TimePageRequest } from "@sellerkit/core"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { attemptPlaces } from "../src/rows/AttemptPlaces.ts"
import { type Ordered, rangeSql, rangeValues, timeRange } from "../src/rows/TimeRange.ts"
import { eventPlaces } from "../src/stored/EventPlaces.ts"
import { migrate } from "../src/schema/migrate.ts"

const id = "01980000-0000-7000-8000-000000000001"

/** The event has the number 7. */
const withEvent = () => {
  const host = openNodeHost(":memory:")
  migrate(host)
  host.run(
    `insert into event (event, id, account, time, scope, type, test, payload, accepted_at, webhooks, enabled_webhooks)
     values (7, ?, 1, 5000, '', '', 0, '', 0, '', 0)`,
    id
  )
  return host
}

const rangeOf = (ordered: Ordered, request: Omit<TimePageRequest, "limit">) => {
  const host = withEvent()
  const { end, start } = timeRange(host, { limit: 10, ...request }, ordered)
  host.close()
  return { start: [start.time, start.sequence], end }
}

const first = Number.MIN_SAFE_INTEGER
const last = Number.MAX_SAFE_INTEGER

describe("the rows of a page", () => {
  const cursor = { time: 5000, id }

  it.each([
    ["older", {}, [last, last], first],
    ["newer", {}, [first, first], last],
    ["older", { from: 1000, to: 9000 }, [9000, last], 1000],
    ["newer", { from: 1000, to: 9000 }, [1000, first], 9000],
    ["older", { from: 1000, to: 9000, cursor }, [5000, 7], 1000],
    ["older", { from: 1000, to: 5000, cursor }, [5000, 7], 1000],
    ["older", { from: 1000, to: 3000, cursor }, [3000, last], 1000],
    ["newer", { from: 1000, to: 9000, cursor }, [5000, 7], 9000],
    ["newer", { from: 5000, to: 9000, cursor }, [5000, 7], 9000],
    ["newer", { from: 7000, to: 9000, cursor }, [7000, first], 9000],
    ["older", { cursor: { time: 5000, id: afterAll } }, [5000, last], first],
    ["newer", { cursor: { time: 5000, id: beforeAll } }, [5000, first], last],
    ["older", { cursor: { time: 5000, id: "removed" } }, [5000, first], first],
    ["newer", { cursor: { time: 5000, id: "removed" } }, [5000, last], last]
  ] as const)("walking %s through %o are those behind %o up to %d", (direction, request, start, end) => {
    assert.deepStrictEqual(rangeOf(eventPlaces, { direction, ...request }), { start: [...start], end })
  })

  it.each([
    ["older", {}, [last, afterAll], first],
    ["newer", { from: 1000 }, [1000, beforeAll], last],
    ["older", { from: 1000, to: 9000, cursor }, [5000, id], 1000],
    ["newer", { from: 7000, cursor }, [7000, beforeAll], last],
    ["newer", { cursor: { time: 5000, id: "removed" } }, [5000, "removed"], last]
  ] as const)(
    "in the order of ids, walking %s through %o are those behind %o up to %d",
    (direction, request, start, end) => {
      assert.deepStrictEqual(rangeOf(attemptPlaces, { direction, ...request }), { start: [...start], end })
    }
  )

  it.each([
    ["older", "recipient", "event", "webhook", "PRIMARY KEY", "(time,event)<(?,?)"],
    ["newer", "recipient", "event", "webhook", "PRIMARY KEY", "(time,event)>(?,?)"],
    ["older", "recipient", "event", "gathered_by", "COVERING INDEX recipient_gathered", "(time,event)<(?,?)"],
    ["older", "delivery", "id", "webhook", "PRIMARY KEY", "(time,id)<(?,?)"],
    ["newer", "delivery", "id", "gathered_by", "COVERING INDEX delivery_gathered", "(time,id)>(?,?)"]
  ] as const)(
    "walking %s through %s are found from their start on",
    (direction, table, sequence, column, index, start) => {
      const host = openNodeHost(":memory:")
      migrate(host)
      const sql = `select time, ${sequence} from ${table} where ${column} = ? and ${rangeSql(direction, sequence)}`
      const plan = host.all(`explain query plan ${sql}`, 1, ...rangeValues({ time: 5000, sequence: 7 }, 10))
      host.close()
      assert.deepStrictEqual(
        plan.map(({ detail }) => detail),
        [`SEARCH ${table} USING ${index} (${column}=? AND ${start})`]
      )
    }
  )
})
