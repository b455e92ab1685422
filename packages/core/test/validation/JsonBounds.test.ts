/** How much structure JSON has is judged on its text, before anything reads it. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { excessIn, jsonBounds } from "../../src/validation/JsonBounds.ts"

/** The same question asked of the value: a leaf has no depth, an object or an array one more than its deepest part. */
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((part: unknown) => depthOf(part)))
    : 0

const awkwardText = Schema.Literals([
  "",
  "[",
  "]",
  "{}",
  '"',
  "\\",
  '\\"',
  '"]',
  "[[[\\",
  '\\\\"[',
  "é",
  "\u2028",
  "\n"
])

/** JSON values whose keys and texts are full of brackets, quotes and backslashes. */
interface Nested {
  readonly [key: string]: Json
}
type Json = string | number | null | ReadonlyArray<Json> | Nested

const Json: Schema.Codec<Json> = Schema.suspend(() =>
  Schema.Union([awkwardText, Schema.Int, Schema.Null, Schema.Array(Json), Schema.Record(awkwardText, Json)])
)

const nestingExceeds = (json: string, levels: number): boolean =>
  excessIn(json, { levels, values: Number.POSITIVE_INFINITY }) !== undefined

describe("the levels of a JSON text", () => {
  it.each([
    ["7", 0],
    ['"[{"', 0],
    ["{}", 1],
    ["[]", 1],
    ["[[],[],{}]", 2],
    ['{"a":{"b":[1]}}', 3],
    ['["[[[[", "]]]]", {"{":"}"}]', 2],
    ['["\\"[[[["]', 1],
    ['["\\\\",[]]', 2],
    ['["\\\\\\"[",[]]', 2],
    ['{"\\"":{"\\\\":{}}}', 3],
    ["  [ \n [ \t ] ]  ", 2],
    ["", 0]
  ])("finds in %s %i levels", (json, depth) => {
    assert.isFalse(nestingExceeds(json, depth), "as deep as allowed")
    if (depth > 0) assert.isTrue(nestingExceeds(json, depth - 1), "deeper than allowed")
  })

  it.prop(
    "agrees with the depth of the value that JSON.parse makes",
    [Json, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 })), Schema.Literals([0, 2])],
    ([value, limit, space]) => {
      const json = JSON.stringify(value, null, space)
      assert.strictEqual(nestingExceeds(json, limit), depthOf(JSON.parse(json)) > limit)
    }
  )

  it.prop("does not mind text that is no JSON", [Schema.String], ([text]) => {
    assert.isFalse(nestingExceeds(text, text.length))
  })

  it("allows 64 levels when nobody says how many", () => {
    assert.strictEqual(jsonBounds.levels, 64)
    assert.isUndefined(excessIn("[".repeat(64)))
    assert.strictEqual(excessIn("[".repeat(65)), "Expected at most 64 levels of nesting")
  })

  it("counts what is open at once, not what there is", () => {
    assert.isFalse(nestingExceeds(`[${"[],".repeat(10_000)}[]]`, 2))
  })

  it("is not misled by a text that never ends", () => {
    assert.isFalse(nestingExceeds(`"${"[".repeat(1000)}`, 0))
    assert.isFalse(nestingExceeds(`"\\`, 0))
  })

  it("copes with any depth", () => {
    assert.isTrue(nestingExceeds("[".repeat(1_000_000), 999_999))
  })

  it.prop(
    "finds no more levels than there are brackets",
    [Arbitrary.array(Arbitrary.schema(awkwardText))],
    ([texts]) => {
      const text = texts.join("")
      assert.isFalse(nestingExceeds(text, text.replaceAll(/[^[{]/g, "").length))
    }
  )
})

describe("the values of a JSON text", () => {
  it.each([
    ["[1,2,3]", 3],
    ['{"a":1,"b":2}', 2],
    ["[{},{},{}]", 6],
    ['[",,,,"]', 1],
    ["7", 0]
  ])("are counted in %s: %i", (json, values) => {
    assert.isUndefined(excessIn(json, { levels: 64, values }))
    if (values > 0)
      assert.strictEqual(excessIn(json, { levels: 64, values: values - 1 }), `Expected at most ${values - 1} values`)
  })

  it("are ten thousand at most when nobody says how many", () => {
    assert.isUndefined(excessIn(`[${"1,".repeat(9999)}1]`))
    assert.strictEqual(excessIn(`[${"1,".repeat(10_000)}1]`), "Expected at most 10000 values")
  })
})
