/** A payload is kept as the text that was accepted: within bounds, an object, and digit for digit. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, ByteSize, Result, Schema } from "effect"
import { PayloadText, payloadValue, readPayload } from "../../src/events/Payload.ts"

const read = (payload: unknown, largest = 1_000_000) => readPayload(payload, ByteSize.bytes(largest))

const textOf = (payload: unknown, largest?: number): string => Result.getOrThrow(read(payload, largest)).text

const problemOf = (payload: unknown, largest?: number): string => Result.getOrThrow(Result.flip(read(payload, largest)))

/** A JSON object nested so many levels deep, itself counted. */
const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`

const arrays = (levels: number): string => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`

const notJson = "Expected a value that can be written as JSON"
const notAnObject = "Expected a JSON object"
const tooDeep = "Expected at most 64 levels of nesting"

describe("the nesting of a payload", () => {
  it.each([
    ["objects", nested],
    ["arrays", arrays]
  ])("may be 64 levels of %s", (_what, json) => {
    assert.strictEqual(textOf(new PayloadText(json(64))), json(64))
  })

  it.each([
    ["objects", nested],
    ["arrays", arrays]
  ])("may not be 65 levels of %s", (_what, json) => {
    assert.strictEqual(problemOf(new PayloadText(json(65))), tooDeep)
  })

  it("is bounded for values as it is for text", () => {
    assert.strictEqual(problemOf(JSON.parse(nested(65))), tooDeep)
  })

  it("is refused however deep it is, without running out of stack", () => {
    assert.strictEqual(problemOf(new PayloadText(nested(200_000)), 10_000_000), tooDeep)
  })

  it("does not count brackets in texts", () => {
    assert.isTrue(Result.isSuccess(read({ a: "[{".repeat(100), ["{".repeat(100)]: 1 })))
  })
})

describe("the size of a payload", () => {
  it.each([
    ["a", 1],
    ["é", 2],
    ["字", 3],
    ["😀", 4]
  ])("counts the bytes of %s", (character, bytes) => {
    const payload = { a: character.repeat(10) }
    const size = '{"a":""}'.length + 10 * bytes
    assert.strictEqual(textOf(payload, size), JSON.stringify(payload))
    assert.strictEqual(problemOf(payload, size - 1), `Expected at most ${size - 1} bytes of JSON`)
  })

  it("counts the blanks of a text", () => {
    assert.isTrue(Result.isFailure(read(new PayloadText('{ "a" : 1 }'), '{"a":1}'.length)))
  })

  it.prop(
    "is refused exactly when it has more bytes than allowed",
    [
      Arbitrary.array(Arbitrary.schema(Schema.Literals(["a", "é", "字", "😀"])), { maxLength: 30 }),
      Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 })))
    ],
    ([characters, largest]) => {
      const payload = { a: characters.join("") }
      const bytes = Buffer.byteLength(JSON.stringify(payload))
      assert.strictEqual(Result.isSuccess(read(payload, largest)), bytes <= largest)
    }
  )
})

describe("the kind of a payload", () => {
  it.each([[[]], [[{}]], [null], ["text"], [7], [true], [new Date(0)], [Object("text")]])(
    "is refused: %j",
    (payload) => {
      assert.strictEqual(problemOf(payload), notAnObject)
    }
  )

  it.each(["[]", "null", '"text"', "7", "", " ", "{", "{}{}", "{'a':1}", "{a:1}", '{"a":1,}', "undefined", "\ufeff{}"])(
    "is refused as text: %j",
    (text) => assert.strictEqual(problemOf(new PayloadText(text)), notAnObject)
  )

  const cycle: Record<string, unknown> = {}
  cycle["self"] = cycle

  it.each([
    ["undefined", undefined],
    ["a function", () => ({})],
    ["a symbol", Symbol("payload")],
    ["a bigint", 1n],
    ["an object with a bigint", { a: 1n }],
    ["a cycle", cycle],
    ["an object that fails to be written", { toJSON: () => assert.fail("not today") }]
  ])("is refused, and not failed on: %s", (_what, payload) => {
    assert.strictEqual(problemOf(payload), notJson)
  })

  it("is refused when its text is no Unicode", () => {
    assert.strictEqual(problemOf(new PayloadText('{"a":"\ud800"}')), notJson)
  })

  it("may be an empty object", () => {
    assert.strictEqual(textOf({}), "{}")
  })
})

describe("the text of a payload", () => {
  it.each([
    '{ "b" : 1,\n\t"a" : [ ] }',
    '{"a":1,"a":2}',
    '{"n":12345678901234567890,"d":1.10,"e":1E2}',
    '{"a":"\\u00e9\\/"}',
    '{"__proto__":{"a":1}}',
    '  {"a":"字"}\r\n'
  ])("is kept as it was given: %j", (text) => {
    assert.strictEqual(textOf(new PayloadText(text)), text)
  })

  it("of a value is what JSON writes", () => {
    assert.strictEqual(textOf({ b: 1, a: [undefined, 1.5, "é"], gone: undefined }), '{"b":1,"a":[null,1.5,"é"]}')
  })

  it("comes with the value it stands for", () => {
    const { value } = Result.getOrThrow(read(new PayloadText('{ "a": [1, "b"] }')))
    assert.deepStrictEqual(value, { a: [1, "b"] })
  })
})

describe("the value of a stored payload", () => {
  it.each([
    '{"a":1,"b":[true,null,"x"],"c":{"d":1.5}}',
    '{"id":9007199254740993}',
    '{"id":-9007199254740993}',
    '{"deep":[{"ids":[12345678901234567890,1]}]}',
    '{"text":"12345678901234567890"}',
    '{"safe":9007199254740991,"large":123456789012345678901234567890}'
  ])("is written as JSON again as it was: %s", (text) => {
    assert.strictEqual(JSON.stringify(payloadValue(text)), text)
  })

  it.prop(
    "keeps every digit of an integer, however long",
    [
      Schema.Boolean,
      Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))), {
        maxLength: 40
      })
    ],
    ([negative, digits]) => {
      const text = `{"n":${negative ? "-" : ""}1${digits.join("")}}`
      assert.strictEqual(JSON.stringify(payloadValue(text)), text)
    }
  )

  it("can be read as a number where a number can hold it", () => {
    assert.deepStrictEqual(payloadValue('{"small":42,"id":"12345678901234567890"}'), {
      small: 42,
      id: "12345678901234567890"
    })
  })

  it("does not turn a number that is too large into null", () => {
    assert.strictEqual(JSON.stringify(payloadValue('{"n":1e400}')), '{"n":1e400}')
  })
})
