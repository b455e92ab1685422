/** Rows of reports that arrive in parts, and as files. */
import { assert, describe, it } from "@effect/vitest"
import { reportKinds } from "@sellerkit/core"
import { propertyRuns } from "@sellerkit/testing"
import { Arbitrary, Effect, Schema } from "effect"
import { mayHaveMore } from "../src/app/api/reports.ts"
import { Columns } from "../src/app/reports/Columns.ts"
import { csvOf } from "../src/app/reports/csv.ts"
import { RowReader } from "../src/app/reports/RowReader.ts"

const cell = Arbitrary.schema(Schema.Union([Schema.String, Schema.Int, Schema.Boolean, Schema.Null]))
const rows = Arbitrary.array(
  Arbitrary.map(Arbitrary.array(cell, { maxLength: 4 }), (cells) => ({
    cells,
    text: `{"a":"}\\"${cells.length}{"`,
    inner: { "{": cells[0] ?? null }
  })),
  { maxLength: 8 }
)

const splitAt = (text: string, places: ReadonlyArray<number>): ReadonlyArray<string> => {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((one, other) => one - other)
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

describe("rows of a report", () => {
  it.effect.prop(
    "are found, wherever the parts end in which they arrive",
    [rows, Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5000 }))))],
    ([expected, places]) =>
      Effect.sync(() => {
        const reader = new RowReader()
        const found = splitAt(JSON.stringify(expected), places).flatMap((part) => reader.read(part))
        assert.deepStrictEqual(
          found.map((text) => JSON.parse(text) as unknown),
          expected
        )
      }),
    { arbitrary: propertyRuns(200, 40) }
  )

  it.effect.prop(
    "are found within other objects",
    [rows, Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5000 }))))],
    ([expected, places]) =>
      Effect.sync(() => {
        const reader = new RowReader(3)
        const answer = JSON.stringify({ data: { about: '{"', items: expected }, after: { items: [] } })
        const found = splitAt(answer, places).flatMap((part) => reader.read(part))
        assert.deepStrictEqual(
          found.map((text) => JSON.parse(text) as unknown),
          expected
        )
      }),
    { arbitrary: propertyRuns(100, 20) }
  )

  it("are none in an empty list", () => {
    assert.deepStrictEqual(new RowReader().read("[]"), [])
  })
})

describe("columns of a report", () => {
  it("are all that any row has, each behind the one that it follows", () => {
    const columns = new Columns()
    for (const row of [{ b: 1, d: 1 }, { a: 2, b: 2, c: 2, d: 2 }, { d: 3, e: 3 }, {}]) columns.add(row)
    assert.deepStrictEqual(columns.names, ["a", "b", "c", "d", "e"])
  })
})

describe("a report", () => {
  it("may have more rows than an answer where the answer has as many as it may have", () => {
    for (const kind of ["orders", "sales", "incomes", "stocks", "realization"] as const) {
      const { most } = reportKinds[kind]
      assert.deepStrictEqual([mayHaveMore(kind, most - 1), mayHaveMore(kind, most)], [false, true], kind)
    }
  })
})

describe("a file for spreadsheets", () => {
  it("has a line for each row, and quotes what needs it", () => {
    const written = csvOf(["id", "text"], [{ id: 1, text: 'a "b", c' }, { id: null }])
    assert.strictEqual(written, 'id,text\r\n1,"a ""b"", c"\r\n,\r\n')
  })

  it("calculates nothing that somebody wrote", () => {
    for (const text of ["=1+1", "+1", "@SUM(A1)", "-1+1", "\t=1"]) {
      assert.match(csvOf(["a"], [{ a: text }]).split("\r\n")[1]!, /^"?'/)
    }
    assert.strictEqual(csvOf(["a"], [{ a: -12.5 }]), "a\r\n-12.5\r\n")
  })
})
