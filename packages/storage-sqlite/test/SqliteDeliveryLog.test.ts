/** How attempts are found: in an index, and failures without reading what went well between them. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryLog, SellerId } from "@sellerkit/core"
import { Effect } from "effect"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

describe("an account's attempts", () => {
  for (const [success, indexes] of [
    [undefined, ["delivery_by_webhook", "delivery_gathered"]],
    [true, ["delivery_by_webhook", "delivery_gathered"]],
    [false, ["delivery_failed_by_webhook", "delivery_failed_gathered"]]
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
            (plan) => plan.match(/^SEARCH delivery USING (?:COVERING )?INDEX (\w+) \(\w+=\? AND time</)?.[1]
          ),
          [...indexes]
        )
        assert.notMatch(plansOf(/delivery/).join("\n"), /SCAN d/)
      }).pipe(Effect.provide(layer))
    })
  }
})
