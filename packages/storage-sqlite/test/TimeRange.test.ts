/** Where a page starts to read: at the nearest bound, or else it goes through every row up to its cursor. */
import { assert, describe, it } from "@effect/vitest"
import type { TimePageRequest } from "@sellerkit/core"
import { openNodeHost } from "../src/NodeHost.ts"
import { rangeSql } from "../src/TimeRange.ts"

const id = "01980000-0000-7000-8000-000000000001"

const bounds = (request: Omit<TimePageRequest, "limit">) => {
  const { conditions } = rangeSql({ limit: 10, ...request }, { sequence: "entry", table: "history" })
  return { upper: conditions.match(/<=?/g)?.length ?? 0, lower: conditions.match(/>=?/g)?.length ?? 0 }
}

describe("the rows of a page", () => {
  const cursor = { time: 5000, id }

  it.each([
    ["older", { from: 1000, to: 9000, cursor }],
    ["older", { from: 1000, to: 5000, cursor }],
    ["older", { from: 1000, to: 3000, cursor }],
    ["newer", { from: 1000, to: 9000, cursor }],
    ["newer", { from: 5000, to: 9000, cursor }],
    ["newer", { from: 7000, to: 9000, cursor }]
  ] as const)("walking %s have one bound on each side: %o", (direction, request) => {
    assert.deepStrictEqual(bounds({ direction, ...request }), { upper: 1, lower: 1 })
  })

  it("are found in the index, without sorting and without a scan of what is beyond the cursor", () => {
    const host = openNodeHost(":memory:")
    host.run("create table history (entry integer primary key, id text unique, owner integer, time integer)")
    host.run("create index history_by_owner on history (owner, time, entry)")
    const { conditions, order, parameters } = rangeSql(
      { limit: 10, direction: "older", from: 1000, to: 9000, cursor },
      { sequence: "entry", table: "history" }
    )
    const plan = host.all(
      `explain query plan select id from history where owner = ? ${conditions} ${order}`,
      1,
      ...parameters
    )
    host.close()
    const details = plan.map(({ detail }) => detail).join("\n")
    assert.match(
      details,
      /USING INDEX history_by_owner \(owner=\? AND time>\? AND \(time,entry\)<\(\?,\?\)\)|time>\? AND time<\?/
    )
    assert.notMatch(details, /TEMP B-TREE|SCAN history/)
  })
})
