/** How records become texts, and values again. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { collection, series } from "../../src/records/Collection.ts"
import { InvalidRecord } from "../../src/records/InvalidRecord.ts"
import { encodeKey } from "../../src/records/Key.ts"
import { range } from "../../src/records/Lookup.ts"

const Note = Schema.Struct({
  id: Schema.Int,
  text: Schema.String,
  label: Schema.optionalKey(Schema.String),
  remindAt: Schema.optionalKey(Schema.DateTimeUtc)
})
type Note = typeof Note.Type

const notes = collection("note", {
  schema: Note,
  key: ({ id }) => [id],
  indexes: { byLabel: ({ label }) => (label === undefined ? undefined : [label]), byText: ({ text }) => [text] },
  due: ({ remindAt }) => remindAt
})

const lines = series("line", {
  key: (text: string) => [text.length],
  indexes: {},
  text: (text) => text,
  parse: (text) => text
})

const time = DateTime.makeUnsafe(1_768_469_400_125)

describe("a record of a collection", () => {
  it("has its key, its JSON, what it is listed under and its times", () => {
    assert.deepStrictEqual(notes.encode({ id: 7, text: "a", label: "b", remindAt: time }), {
      collection: "note",
      key: encodeKey([7]),
      content: '{"id":7,"text":"a","label":"b","remindAt":"2026-01-15T09:30:00.125Z"}',
      places: [encodeKey(["b", 7]), encodeKey(["a", 7])],
      dueAt: 1_768_469_400_125,
      since: undefined
    })
  })

  it("stands in no index that does not list it", () => {
    const { dueAt, places } = notes.encode({ id: 7, text: "a" })
    assert.deepStrictEqual([places, dueAt], [[undefined, encodeKey(["a", 7])], undefined])
  })

  it.prop("is read as it was written", [Note], ([drawn]) => {
    // JSON has one zero.
    const note = { ...drawn, id: drawn.id + 0, text: "" }
    assert.deepStrictEqual(notes.decode(notes.encode(note).content), note)
  })

  it.each(["\0", "\ud800", "\udfff a", "\u{10ffff}\u0001"])("keeps every text as JSON: %j", (text) => {
    const { content } = notes.encode({ id: 7, text })
    assert.isTrue(content.isWellFormed() && !content.includes("\0"))
    assert.deepStrictEqual(notes.decode(content), { id: 7, text })
  })

  it("is read without the fields that newer code has added", () => {
    assert.deepStrictEqual(notes.decode('{"id":7,"text":"a","colour":"red","more":{}}'), { id: 7, text: "a" })
  })

  it.each(["", "{}", '{"id":"7","text":"a"}', '{"id":7', "null"])("is not read from what is none: %j", (content) => {
    assert.throws(() => notes.decode(content))
  })

  it("is refused where its schema refuses it", () => {
    assert.throws(() => notes.encode({ id: 7.5, text: "a" }))
  })

  it("is refused where a place in an index is too long", () => {
    assert.throws(() => notes.encode({ id: 7, text: "a".repeat(1000) }), InvalidRecord, "A key takes more than")
  })
})

describe("a collection", () => {
  it("has as many indexes as storages have columns for, and no more", () => {
    const listed = () => undefined
    const make = (indexes: Readonly<Record<string, () => undefined>>) =>
      collection("many", { schema: Note, key: ({ id }) => [id], indexes })
    make({ byOne: listed, byTwo: listed, byThree: listed })
    assert.throws(() => make({ byOne: listed, byTwo: listed, byThree: listed, byFour: listed }), "more than 3 indexes")
  })
})

describe("a row of a series", () => {
  it.each(["", "1;2;3", "я\t😀\n\u0001"])("is kept as it is: %j", (text) => {
    assert.strictEqual(lines.decode(lines.encode(text).content), text)
  })

  it.each([
    ["a\0", "U+0000"],
    ["a\ud800b", "half of a surrogate pair"],
    ["\udc00", "half of a surrogate pair"]
  ])("is refused where not every storage can keep it: %j", (text, reason) => {
    assert.throws(() => lines.encode(text), InvalidRecord, reason)
  })

  it("may take 1,000,000 bytes, and no more", () => {
    assert.strictEqual(lines.encode("я".repeat(500_000)).content.length, 500_000)
    assert.throws(() => lines.encode("я".repeat(500_001)), InvalidRecord, "more than 1000000 bytes")
  })
})

describe("a lookup", () => {
  it("names an index that the collection has", () => {
    assert.include(range(notes, { index: "byLabel", limit: 1 }).stored, { collection: "note", index: 0 })
    // @ts-expect-error: there is no such index.
    range(notes, { index: "byColour", limit: 1 })
    // @ts-expect-error: it has the order of its keys alone.
    range(lines, { index: "byLabel", limit: 1 })
  })
})
