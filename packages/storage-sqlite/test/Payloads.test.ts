/** Where long payloads are cut, and that nothing of them stays behind. */
import { assert, describe, it } from "@effect/vitest"
import { EventId, EventStore, RetentionStore, SellerId } from "@sellerkit/core"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { partsOf } from "../src/stored/Payloads.ts"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const bytes = (text: string): number => new TextEncoder().encode(text).length

describe("a payload", () => {
  for (const length of [0, 1, 499_999, 500_000, 500_001, 1_000_000, 1_234_567]) {
    it(`is cut into parts that make it up again: ${length} characters`, () => {
      for (const text of ["x".repeat(length), "€".repeat(length), "😀".repeat(length), `x${"😀".repeat(length)}`]) {
        const parts = partsOf(text)
        assert.isTrue(parts.join("") === text)
        assert.isTrue(parts.every((part) => part.isWellFormed() && bytes(part) <= 1_500_000))
        assert.isTrue(parts.slice(0, -1).every((part) => part.length >= 499_999))
      }
    })
  }

  it.effect("goes with its event, all of it", () => {
    const { host, layer } = remembering()
    return Effect.gen(function* () {
      host.run("insert into account (account, seller_id, sandbox) values (1, ?, 0)", account.sellerId)
      host.run("insert into subscription (account, scope, type, webhook, enabled) values (1, 's', 't', 1, 0)")
      const event = { time: DateTime.makeUnsafe(0), timeGiven: false, scope: "s", type: "t" }
      const id = EventId.make("01980000-0000-7000-8000-000000000002")
      yield* (yield* EventStore).append(account, [{ ...event, id, payload: "x".repeat(1_200_000) }])
      const parts = () => host.all("select part from payload_part").length
      assert.strictEqual(parts(), 2)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* (yield* RetentionStore).remove("events", Duration.minutes(1), 10), 1)
      assert.strictEqual(parts(), 0)
    }).pipe(Effect.provide(layer))
  })
})
