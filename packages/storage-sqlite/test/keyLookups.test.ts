/** What is looked up by many keys at once is looked up key by key, however much else there is. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryQueue, type Event, type EventId, EventStore, SellerId } from "@sellerkit/core"
import { DateTime, Effect } from "effect"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const newEvent = {
  id: "01980000-0000-7000-8000-000000000002" as EventId,
  idempotencyKey: "key",
  time: DateTime.makeUnsafe(0),
  timeGiven: false,
  scope: "content",
  type: "card_changed",
  payload: "{}"
} satisfies Partial<Event> & { readonly timeGiven: boolean }

describe("one lookup per key", () => {
  it.effect("finds events by their idempotency keys", () => {
    const { layer, plansOf } = remembering()
    return Effect.gen(function* () {
      yield* (yield* EventStore).append(account, [newEvent])
      const [plan, ...others] = plansOf(/idempotency_key = j.value/)
      assert.deepStrictEqual(others, [])
      assert.match(plan!, /SEARCH e USING INDEX event_by_key \(account=\? AND idempotency_key=\?\)/)
      assert.match(plan!, /SEARCH e USING INDEX sqlite_autoindex_event_1 \(id=\?\)/)
      assert.notMatch(plan!, /SCAN e/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("finds the lanes of settled leases", () => {
    const { layer, plansOf } = remembering()
    return Effect.gen(function* () {
      yield* (yield* DeliveryQueue).release([])
      const [plan] = plansOf(/from json_each\(\?\) j cross join webhook/)
      assert.match(plan!, /SEARCH w USING INTEGER PRIMARY KEY/)
      assert.match(plan!, /SEARCH l USING INTEGER PRIMARY KEY/)
    }).pipe(Effect.provide(layer))
  })
})
