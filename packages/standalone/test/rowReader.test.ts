/** Rows as they are found in an input, with the line that each begins in. */
import { assert, describe, it } from "@effect/vitest"
import { RowReader } from "../src/cli/imports/RowReader.ts"

const rowsOf = (text: string): ReadonlyArray<readonly [line: number, text: string]> => {
  const reader = new RowReader()
  const read = text.split("\n").flatMap((line) => reader.read(line))
  return [...read, ...reader.unfinished].map(({ line, text }) => [line, text.trim()])
}

describe("rows", () => {
  it("are the lines of NDJSON, without those that are blank", () => {
    assert.deepStrictEqual(rowsOf('\uFEFF\n{"a":1}\n\n  {"b":[1,2]}\r\nnonsense\n'), [
      [2, '{"a":1}'],
      [4, '{"b":[1,2]}'],
      [5, "nonsense"]
    ])
  })

  it("are the elements of an array, on one line or over several", () => {
    const spread = '[{"a":[1,{"b":"],}\\"["}]},\n\n  {\n  "c": 1,\n  "d": [\n]\n} , 12345678901234567890,"x"\n]\n'
    assert.deepStrictEqual(rowsOf(spread), [
      [1, '{"a":[1,{"b":"],}\\"["}]}'],
      [3, '{  "c": 1,  "d": []}'],
      [7, "12345678901234567890"],
      [7, '"x"']
    ])
    assert.deepStrictEqual(rowsOf("[]"), [])
    assert.deepStrictEqual(rowsOf("[[1],[2]]"), [
      [1, "[1]"],
      [1, "[2]"]
    ])
  })

  it("may have texts of any length", () => {
    for (const letters of ["x".repeat(15_000_000), "\n".repeat(5_000_000)]) {
      const long = JSON.stringify(letters)
      assert.isTrue(rowsOf(`[${long},1]`)[0]![1] === long)
    }
    assert.lengthOf(rowsOf(`["${'\\"'.repeat(1_000_000)}`), 1)
  })

  it("say where an array is broken or cut off, and go on where they can", () => {
    assert.deepStrictEqual(rowsOf('[{"a":1}\n{"b":2},\n{"c":"3}\n,{"d":4}]'), [
      [1, '{"a":1}{"b":2}'],
      [3, '{"c":"3}'],
      [4, '{"d":4}']
    ])
    assert.deepStrictEqual(rowsOf('[{"a":1},\n'), [
      [1, '{"a":1}'],
      [2, ""]
    ])
    assert.deepStrictEqual(rowsOf('[{"a":1}]\nmore'), [
      [1, '{"a":1}'],
      [2, "more"]
    ])
    assert.deepStrictEqual(rowsOf(""), [])
  })
})
