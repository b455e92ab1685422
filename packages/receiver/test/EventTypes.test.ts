/** Types of events follow from a catalog, and those of the published one are what the package says. */
import { eventScope, EventCatalog, eventType, type publishedCatalog } from "@sellerkit/core"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { Schema } from "effect"
import type { EventOf, EventTypesOf } from "../src/EventTypes.ts"
import { memoryStore } from "../src/memoryStore.ts"
import type { PublishedEvents } from "../src/PublishedEvents.ts"
import { createReceiver } from "../src/Receiver.ts"
import { event, makePlatform, notification, request, secret } from "./requests.ts"

const stock = eventType({
  key: "low",
  name: "Stock is low",
  payload: Schema.Struct({ nmID: Schema.Int, left: Schema.Int }),
  example: { nmID: 1, left: 2 }
})
const catalog = new EventCatalog([
  eventScope({ key: "stocks", name: "Stocks", category: "analytics", eventTypes: [stock] })
])

describe("the types of events", () => {
  it("are the published ones unless one says otherwise, follow from a catalog, or are written down", async () => {
    type Published = EventTypesOf<typeof publishedCatalog>
    expectTypeOf<keyof Published>().toEqualTypeOf<keyof PublishedEvents>()
    expectTypeOf<Published>().toExtend<PublishedEvents>()
    expectTypeOf<PublishedEvents>().toExtend<Published>()
    type Own = EventTypesOf<typeof catalog>
    expectTypeOf<EventOf<Own>["payload"]>().toEqualTypeOf<{ readonly nmID: number; readonly left: number }>()
    interface Written {
      "stocks/low": { readonly left: number }
    }
    const left: Array<number> = []
    const receiver = createReceiver<Written>({
      secrets: secret,
      store: memoryStore(),
      platform: makePlatform().platform,
      on: {
        "stocks/low": ({ payload, scope, type }) => {
          expectTypeOf({ scope, type }).toEqualTypeOf<{ scope: "stocks"; type: "low" }>()
          left.push(payload.left)
        },
        // @ts-expect-error -- there is no such event
        "stocks/high": () => undefined
      }
    })
    const body = notification(event({ scope: "stocks", type: "low", payload: { left: 3 } }))
    assert.deepInclude(await receiver.receive(request(body)), { status: 200 })
    assert.deepStrictEqual(left, [3])
  })
})
