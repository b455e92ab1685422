/** What is looked up by many keys at once is looked up key by key, however much else there is. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryQueue, type Event, type EventId, EventStore, SellerId } from "@sellerkit/core"
import { DateTime, Effect } from "effect"
import { migrate } from "../src/schema/migrate.ts"
import { findRecipients, removeRecipients } from "../src/stored/Recipients.ts"
import { findEvent, findEvents, findWithKeys } from "../src/stored/StoredEvents.ts"
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
      const [plan, ...others] = plansOf(/k\.idempotency_key = j\.value/)
      assert.deepStrictEqual(others, [])
      assert.match(plan!, /SEARCH k USING (?:COVERING )?INDEX event_by_key \(account=\? AND idempotency_key=\?\)/)
      assert.match(plan!, /SEARCH k USING PRIMARY KEY \(account=\? AND idempotency_key=\?\)/)
      assert.match(plan!, /SEARCH k USING INDEX sqlite_autoindex_event_1 \(id=\?\)/)
      assert.notMatch(plan!, /SCAN k/)
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

  it("finds blocks by the numbers of their events, and by ids", () => {
    const { plansOf, remembered } = remembering()
    migrate(remembered)
    findEvents(remembered, [7])
    findEvent(remembered, newEvent.id)
    findWithKeys(remembered, 1, [newEvent.id])
    const [byNumber] = plansOf(/order by n\.last limit 1\) from json_each/)
    assert.match(byNumber!, /SEARCH b USING INTEGER PRIMARY KEY \(rowid=\?\)/)
    assert.match(byNumber!, /SEARCH n USING INTEGER PRIMARY KEY \(rowid>\?\)/)
    const [byId] = plansOf(/b\.first_id/)
    assert.strictEqual(byId, "SEARCH b USING INDEX event_block_by_ids (id_range=?)")
    const [byKey] = plansOf(/n\.first_id/)
    assert.match(byKey!, /SEARCH b USING INTEGER PRIMARY KEY \(rowid=\?\)/)
    assert.match(byKey!, /SEARCH n USING COVERING INDEX event_block_by_ids \(id_range=\? AND account=\?/)
    assert.notMatch(byNumber! + byKey!, /SCAN [bn]\b/)
  })

  it("finds recipients, and what runs say instead", () => {
    const { plansOf, remembered } = remembering()
    migrate(remembered)
    findRecipients(remembered, [{ webhook: 1, time: 2, event: 3 }])
    const [rows] = plansOf(/join recipient r/)
    assert.match(rows!, /SEARCH r USING PRIMARY KEY \(webhook=\? AND time=\? AND event=\?\)/)
    const [runs] = plansOf(/from delivered_run/)
    assert.strictEqual(runs, "SEARCH delivered_run USING PRIMARY KEY (webhook=? AND (time,event)<(?,?))")
  })

  it("finds the recipients of events that are removed", () => {
    const { plansOf, remembered } = remembering()
    migrate(remembered)
    removeRecipients(remembered, [{ webhook: 1, time: 2, event: 3 }])
    const [plan] = plansOf(/delete from recipient/)
    assert.match(plan!, /SEARCH recipient USING PRIMARY KEY \(webhook=\? AND time=\? AND event=\?\)/)
  })
})
