/** A step of a job reads on from its place, however much of the job's period lies before it. */
import { assert, describe, it } from "@effect/vitest"
import { ResendStore } from "@sellerkit/core"
import { Effect } from "effect"
import { remembering } from "./queryPlans.ts"

const rows = [
  "insert into account (account, seller_id, sandbox) values (1, 'seller', 0)",
  "insert into owner (owner, account, service_id) values (1, 1, '')",
  `insert into webhook (webhook, id, owner, name, url, secret, subscriptions, status, created_at, updated_at)
     values (1, 'webhook', 1, '', '', '', '[]', 'enabled', 0, 0)`,
  `insert into resend (id, webhook, since, until, only_failed, events_per_second, total, created_at, updated_at, ready_at)
     values ('job', 1, 10, 20, 0, 1, 1, 0, 0, 0)`
]

describe("a step of a job", () => {
  it.effect("finds the events behind the last one by time and event", () => {
    const { host, layer, plansOf } = remembering()
    return Effect.gen(function* () {
      const resends = yield* ResendStore
      for (const sql of rows) host.run(sql)
      yield* resends.step(10)
      const [plan, ...others] = plansOf(/from recipient r/)
      assert.deepStrictEqual(others, [])
      assert.match(plan!, /SEARCH r USING PRIMARY KEY \(webhook=\? AND \(time,event\)>\(\?,\?\)\)/)
      assert.notMatch(plan!, /TEMP B-TREE/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("of a delivery looks at its events alone, however much its webhook has received", () => {
    const { host, layer, plansOf } = remembering()
    return Effect.gen(function* () {
      const resends = yield* ResendStore
      for (const sql of rows) host.run(sql)
      host.run("update resend set delivery_id = 'delivery'")
      yield* resends.step(10)
      const [plan, ...others] = plansOf(/from delivery d/)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(plan, "SEARCH d USING INDEX delivery_by_id (id=?)")
      assert.deepStrictEqual(plansOf(/from recipient r/), [])
    }).pipe(Effect.provide(layer))
  })
})
