/** How attempts are found: in an index, and failures without reading what went well between them. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryLog, SellerId } from "@sellerkit/core"
import { Effect } from "effect"
import { layer } from "../src/host.ts"
import { openNodeHost } from "../src/NodeHost.ts"
import type { SqliteHost, SqlValue } from "../src/SqliteHost.ts"

/** Keeps what is asked for, to have it explained. */
const remembering = () => {
  const host = openNodeHost(":memory:")
  const queries: Array<readonly [sql: string, parameters: ReadonlyArray<SqlValue>]> = []
  const remembered: SqliteHost = {
    ...host,
    all: (sql, ...parameters) => {
      queries.push([sql, parameters])
      return host.all(sql, ...parameters)
    }
  }
  const planOfLast = (): string => {
    const [sql, parameters] = queries.at(-1)!
    return host
      .all(`explain query plan ${sql}`, ...parameters)
      .map(({ detail }) => detail)
      .join("\n")
  }
  return { host, planOfLast, layer: layer(Effect.succeed(remembered)) }
}

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

describe("an account's attempts", () => {
  for (const [success, index] of [
    [undefined, "delivery_by_owner"],
    [true, "delivery_by_owner"],
    [false, "delivery_failed_by_owner"]
  ] as const) {
    it.effect(`are read from ${index} where success is ${success}`, () => {
      const { host, layer, planOfLast } = remembering()
      return Effect.gen(function* () {
        host.run("insert into account (account, seller_id, sandbox) values (1, ?, 0)", account.sellerId)
        host.run("insert into owner (owner, account, service_id) values (1, 1, ''), (2, 1, 'service')")
        const filter = success === undefined ? {} : { success }
        const page = { limit: 10, direction: "older", from: 1000, to: 9000 } as const
        yield* (yield* DeliveryLog).findInAccount(account, filter, page)
        const plan = planOfLast()
        assert.lengthOf(plan.match(new RegExp(`SEARCH delivery USING INDEX ${index} \\(owner=\\? AND time`, "g"))!, 2)
        assert.notMatch(plan, /SCAN delivery/)
      }).pipe(Effect.provide(layer))
    })
  }
})
