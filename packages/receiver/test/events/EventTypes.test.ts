/** Which events a receiver knows: the published ones, as the service has them, and those that are declared. */
import {
  eventScope,
  EventCatalog,
  eventType,
  OperationalEventType,
  operationalNewEvent,
  operationsScope,
  publishedCatalog,
  SellerId,
  WebhookId
} from "@sellerkit/core"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { type EventOf, eventTypesOf, type EventTypesOf, payloadOf } from "../../src/events/EventTypes.ts"
import { memoryStore } from "../../src/memoryStore.ts"
import { type OperationalEvents, operationalEvents } from "../../src/events/OperationalEvents.ts"
import { publishedNames, type PublishedEvents } from "../../src/events/PublishedEvents.ts"
import { createReceiver } from "../../src/Receiver.ts"
import { event, makePlatform, notification, request, secret } from "../requests.ts"

const stock = eventType({
  key: "low",
  name: "Stock is low",
  payload: Schema.Struct({ nmID: Schema.Int, left: Schema.Int }),
  example: { nmID: 1, left: 2 }
})
const catalog = new EventCatalog([
  eventScope({ key: "stocks", name: "Stocks", category: "analytics", eventTypes: [stock] })
])

const sellerId = SellerId.make("0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11")

const namesOf = ({ scopes }: EventCatalog): ReadonlyArray<string> =>
  scopes.flatMap(({ eventTypes, key }) => eventTypes.map((type) => `${key}/${type.key}`))

describe("the events that a receiver knows", () => {
  it("are the published ones", () => {
    type Published = EventTypesOf<typeof publishedCatalog>
    expectTypeOf<keyof Published>().toEqualTypeOf<keyof PublishedEvents>()
    expectTypeOf<Published>().toExtend<PublishedEvents>()
    expectTypeOf<PublishedEvents>().toExtend<Published>()
    assert.sameMembers([...publishedNames], [...namesOf(publishedCatalog)])
  })

  it("follow from a catalog", () => {
    type Own = EventTypesOf<typeof catalog>
    expectTypeOf<EventOf<Own>["payload"]>().toEqualTypeOf<{ readonly nmID: number; readonly left: number }>()
    assert.deepStrictEqual(Object.keys(eventTypesOf(catalog)), ["stocks/low"])
  })

  it("are declared beside the published ones", async () => {
    const said: Array<string> = []
    const receiver = createReceiver({
      secrets: secret,
      store: memoryStore(),
      types: { "stocks/low": payloadOf<{ readonly left: number }>() },
      on: {
        "stocks/low": ({ payload, scope, type }) => {
          expectTypeOf({ scope, type }).toEqualTypeOf<{ scope: "stocks"; type: "low" }>()
          said.push(`${payload.left} left`)
        },
        "content/card_changed": ({ payload }) => void said.push(`card ${payload.nmID}`)
      },
      now: makePlatform().now
    })
    const low = event({ idempotencyKey: "key-2", scope: "stocks", type: "low", payload: { left: 3 } })
    assert.deepInclude(await receiver.receive(request(notification(event(), low))), { status: 200 })
    assert.deepStrictEqual(said, ["card 1", "3 left"])
  })

  it("are those of an installation's own receiver", () => {
    const names = OperationalEventType.literals.map((type) => `${operationsScope}/${type}`)
    assert.sameMembers(Object.keys(operationalEvents), names)
    const { payload } = operationalNewEvent({
      id: "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4",
      type: "webhook_failing",
      time: DateTime.makeUnsafe(0),
      owner: { sellerId: sellerId, sandbox: false, serviceId: null },
      webhookId: WebhookId.make("019845e1-67aa-7c3e-9d1f-52f0c1d2e3f5"),
      waiting: 3,
      disabledAt: DateTime.makeUnsafe(1000)
    })
    const expected: OperationalEvents["operations/webhook_failing"] = {
      sellerId: sellerId,
      sandbox: false,
      serviceId: null,
      webhookId: "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f5",
      waiting: 3,
      disabledAt: "1970-01-01T00:00:01.000Z"
    }
    assert.deepStrictEqual(JSON.parse(String(payload)), expected)
  })
})

describe("a handler for an event that there is not", () => {
  /** What the receiver says as it is made. The compiler refuses such names, unless they come from elsewhere. */
  const refusal = (names: ReadonlyArray<string>, types = {}): string => {
    const on = Object.fromEntries(names.map((name) => [name, () => undefined]))
    try {
      createReceiver({ secrets: secret, store: memoryStore(), types, on })
      return ""
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    ["content/card_chnged", "content/card_changed"],
    ["content/cardChanged", "content/card_changed"],
    ["Content/Card_Changed", "content/card_changed"],
    ["content.card_changed", "content/card_changed"],
    ["card_changed", "content/card_changed"],
    ["questions/feedback_updated", "questionsandfeedback/feedback_updated"],
    ["stock/low", "stocks/low"],
    ["stocks/lo", "stocks/low"]
  ])("is refused as the receiver is made: %s, where %s was meant", (name, meant) => {
    assert.strictEqual(
      refusal([name, "content/card_changed"], { "stocks/low": payloadOf() }),
      `on has a handler for ${name}, and there is no such event: did you mean ${meant}?\nEvent types of your own are declared in types`
    )
  })

  it("is refused with the names of those that there are, where none is near", () => {
    assert.strictEqual(
      refusal(["orders/placed"]),
      `on has a handler for orders/placed, and there is no such event: there are ${publishedNames.join(", ")}\n` +
        "Event types of your own are declared in types"
    )
  })

  it("is named along with all others", () => {
    const problem = refusal(["content/card_chnged", "content/card_creation_eror", "toString/x", "__proto__x"])
    for (const name of ["card_chnged", "card_creation_eror", "toString/x", "__proto__x"]) assert.include(problem, name)
  })

  it("is known once it is declared, by scope and type", () => {
    assert.strictEqual(refusal(["stocks/low"], { "stocks/low": payloadOf() }), "")
    assert.strictEqual(refusal(["operations/webhook_failing"], operationalEvents), "")
    for (const name of ["low", "stocks/", "/low", "stocks/low/er"]) {
      const expected = `types declares ${name}: an event's name is scope and type with a slash between them`
      assert.strictEqual(refusal([], { [name]: payloadOf() }), expected)
    }
  })
})
