/** Bodies are read as the service writes them; what is none is refused with the place where it is wrong. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readNotification } from "../../src/events/Notification.ts"
import { Refusal } from "../../src/Refusal.ts"
import { event, notification } from "../requests.ts"

const read = (text: string) => readNotification(new TextEncoder().encode(text))

const messageOf = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    assert.instanceOf(error, Refusal)
    assert.strictEqual(error.status, 400)
    return error.message
  }
  return assert.fail("It was read")
}

const Text = Schema.NonEmptyString

describe("a notification", () => {
  it.prop(
    "is read as it was written, whatever is in it",
    [Schema.Array(Schema.Struct({ key: Text, scope: Text, type: Text, test: Schema.Boolean, payload: Schema.Json }))],
    ([events]) => {
      const body = notification(...events.map(({ key, ...rest }) => event({ idempotencyKey: key, ...rest })))
      // JSON has no negative zero.
      const written = (JSON.parse(body) as { readonly events: ReadonlyArray<ReturnType<typeof event>> }).events
      const { events: found, ...rest } = read(body)
      assert.deepStrictEqual(rest, { sellerId: "seller-1", requestId: "request-1" })
      assert.deepStrictEqual(
        found,
        written.map((one) => ({
          ...one,
          sellerId: "seller-1",
          name: `${one.scope}/${one.type}`,
          time: new Date(one.time)
        }))
      )
    }
  )

  it.prop("is refused, and nothing worse, when it is any other JSON", [Schema.Json], ([value]) => {
    assert.match(messageOf(JSON.stringify(value)), /^The body is no notification: /)
  })

  it.prop("is refused, and nothing worse, when it is any text", [Schema.String], ([text]) => {
    assert.match(messageOf(`${text}{`), /^The body is no JSON in UTF-8$/)
  })

  it("is refused when it is no UTF-8", () => {
    const bytes = new TextEncoder().encode(notification(event()))
    bytes[bytes.indexOf("k".codePointAt(0)!)] = 0xff
    assert.throws(() => readNotification(bytes), "The body is no JSON in UTF-8")
  })

  it.each([
    [{ id: 1 }, "events.1.id: expected a string that is not empty"],
    [{ idempotencyKey: "" }, "events.1.idempotencyKey: expected a string that is not empty"],
    [{ time: "yesterday" }, "events.1.time: expected a time in ISO 8601"],
    [{ scope: null }, "events.1.scope: expected a string that is not empty"],
    [{ type: undefined }, "events.1.type: expected a string that is not empty"],
    [{ test: "false" }, "events.1.test: expected true or false"],
    [{ payload: undefined }, "events.1.payload: expected a payload"]
  ])("names what is wrong with an event: %j", (change, message) => {
    assert.strictEqual(messageOf(notification(event(), event(change))), `The body is no notification: ${message}`)
  })

  it.each([
    [{ requestId: "r", events: [] }, "sellerId: expected a string that is not empty"],
    [{ sellerId: "s", events: [] }, "requestId: expected a string that is not empty"],
    [{ sellerId: "s", requestId: "r", events: {} }, "events: expected a list of events"],
    [{ sellerId: "s", requestId: "r", events: [[]] }, "events.0: expected an object"]
  ])("names what is wrong with the notification: %j", (body, message) => {
    assert.strictEqual(messageOf(JSON.stringify(body)), `The body is no notification: ${message}`)
  })

  it("may have no events, and more fields than are known", () => {
    assert.deepStrictEqual(read('{"sellerId":"s","requestId":"r","events":[],"more":1}').events, [])
  })
})
