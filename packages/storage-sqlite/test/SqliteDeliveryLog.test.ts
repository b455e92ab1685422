/** How attempts are found: where they stand or in an index, and failures without reading what went well between them. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryLog, EventId, RetentionStore, SellerId } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

describe("an account's attempts", () => {
  for (const [success, indexes] of [
    [undefined, ["PRIMARY KEY", "INDEX delivery_gathered"]],
    [true, ["PRIMARY KEY", "INDEX delivery_gathered"]],
    [false, ["INDEX delivery_failed_by_webhook", "INDEX delivery_failed_gathered"]]
  ] as const) {
    it.effect(`are read from ${indexes.join(" and ")} where success is ${success}`, () => {
      const { host, layer, plansOf } = remembering()
      return Effect.gen(function* () {
        host.run("insert into account (account, seller_id, sandbox) values (1, ?, 0)", account.sellerId)
        host.run("insert into owner (owner, account, service_id) values (1, 1, '')")
        host.run(
          `insert into webhook (webhook, id, owner, name, url, secret, subscriptions, status, created_at, updated_at)
           values (1, 'id', 1, '', '', '', '[]', 'enabled', 0, 0)`
        )
        const filter = success === undefined ? {} : { success }
        const page = { limit: 10, direction: "older", from: 1000, to: 9000 } as const
        yield* (yield* DeliveryLog).findInAccount(account, filter, page)
        assert.deepStrictEqual(
          plansOf(/from delivery\s/).map(
            (plan) => plan.match(/^SEARCH delivery USING (?:COVERING )?(.+) \(\w+=\? AND \(time,id\)</)?.[1]
          ),
          [...indexes]
        )
        assert.notMatch(plansOf(/delivery/).join("\n"), /SCAN d/)
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("are found by the times that the event's recipients list", () => {
    const { host, layer, plansOf } = remembering()
    return Effect.gen(function* () {
      const log = yield* DeliveryLog
      host.run(
        `insert into event (event, id, account, time, scope, type, test, payload, accepted_at, webhooks, enabled_webhooks)
         values (7, ?, 1, 5000, '', '', 0, '', 0, '[]', 0)`,
        account.sellerId
      )
      yield* log.ofEventInAccount(account, EventId.make(account.sellerId))
      const [plan] = plansOf(/join delivery/)
      assert.match(plan!, /SEARCH d USING PRIMARY KEY \(webhook=\? AND time=\?\)/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("are removed at the lanes that have old ones, whose oldest ones are looked up then", () => {
    const { host, layer, plansOf } = remembering()
    return Effect.gen(function* () {
      host.run(
        "insert into lane (webhook, share_of, batch_size, oldest_attempt_at) values (1, 1, 1, -5), (2, 1, 1, -4)"
      )
      host.run(
        `insert into delivery (webhook, time, id, success, events)
         values (1, -5, 'a', 1, ''), (2, -4, 'c', 1, ''), (1, -3, 'b', 1, ''), (2, 5, 'd', 1, '')`
      )
      const retention = yield* RetentionStore
      const oldest = () => host.all("select oldest_attempt_at as at from lane order by webhook").map(({ at }) => at)
      assert.strictEqual(yield* retention.remove("deliveries", Duration.zero, 2), 2)
      assert.deepStrictEqual(oldest(), [-3, 5])
      assert.strictEqual(yield* retention.remove("deliveries", Duration.zero, 2), 1)
      assert.deepStrictEqual(oldest(), [null, 5])
      for (const [asked, plan] of [
        [/from lane where oldest/, /SEARCH lane USING COVERING INDEX lane_by_oldest_attempt \(oldest_attempt_at<\?\)/],
        [/from delivery\s/, /SEARCH delivery USING PRIMARY KEY \(webhook=\? AND \(time,id\)>\(\?,\?\)\)/]
      ] as const) {
        for (const found of plansOf(asked)) assert.match(found, plan)
      }
    }).pipe(Effect.provide(layer))
  })
})
