import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { payloadTexts } from "../../src/events/operator/payloadTexts.ts"

describe("payloadTexts", () => {
  it("gives each payload as it was written", () => {
    const first = '{ "a" : [ 1.50 , "}]\\"{" , { } ] , "big":12345678901234567890 }'
    const second = "{}"
    const body = ` { "sellerId" : "x" , "events" : [ {"type":"t" , "payload" : ${first} , "scope":"s"} , {"payload":${second}} ] } `
    assert.deepStrictEqual(payloadTexts(body), [first, second])
  })

  it("takes the last of a member given twice, as parsing JSON does", () => {
    assert.deepStrictEqual(payloadTexts('{"events":[{"payload":{"a":1},"payload":{"a":2}}]}'), ['{"a":2}'])
    assert.deepStrictEqual(payloadTexts('{"events":[],"events":[{"payload":{}}]}'), ["{}"])
  })

  it("takes no notice of what is overwritten, whatever it is", () => {
    assert.deepStrictEqual(payloadTexts('{"events":[1,"]",{"payload":[]}],"events":[{"payload":{}}]}'), ["{}"])
    assert.deepStrictEqual(payloadTexts('{"events":{"payload":{}},"events":[{"payload":{"a":1}}]}'), ['{"a":1}'])
  })

  it("sees where a text ends that has quotes and backslashes", () => {
    const payload = '{"\\"":"\\\\","\\\\":"\\\\\\"}"}'
    assert.deepStrictEqual(payloadTexts(`{"events":[{"payload":${payload}}]}`), [payload])
  })

  it("knows a member by its name however that is written", () => {
    assert.deepStrictEqual(payloadTexts('{"\\u0065vents":[{"p\\u0061yload":{"a":1}}]}'), ['{"a":1}'])
  })

  it("gives nothing where there are no events, and an empty text where there is no payload", () => {
    assert.deepStrictEqual(payloadTexts("{}"), [])
    assert.deepStrictEqual(payloadTexts('{"events":[]}'), [])
    assert.deepStrictEqual(payloadTexts('{"events":[{"type":"t"}]}'), [""])
  })

  const Body = Schema.Struct({
    sellerId: Schema.String,
    events: Schema.Array(Schema.Struct({ type: Schema.String, payload: Schema.Record(Schema.String, Schema.Json) }))
  })

  it.prop("agrees with JSON.parse, however the JSON is spaced", [Body], ([body]) => {
    for (const space of [undefined, 1, "\t"]) {
      const text = JSON.stringify(body, null, space)
      const parsed = payloadTexts(text).map((payload) => JSON.parse(payload) as unknown)
      assert.deepStrictEqual(
        parsed,
        (JSON.parse(text) as typeof body).events.map(({ payload }) => payload)
      )
    }
  })
})
