/** Tables fit the terminal, and lose nothing by it. */
import { assert, describe, it } from "@effect/vitest"
import { CliOutput } from "effect/cli"
import { paintWith } from "../src/cli/output/Output.ts"
import { type Cell, table } from "../src/cli/output/Table.ts"

const id = "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4"

const rows: ReadonlyArray<ReadonlyArray<Cell>> = [
  [["dim", "Webhook"], "Name", "State"],
  [id, "Заказы 🧾 и возвраты", ["red", "failing for 3m 5s (4 requests), backing off for 12s more"]],
  [id, "x", ["green", "healthy"]]
]

const shown = (columns: number, canColor = false): string => table(rows, { paint: paintWith(canColor), columns })

const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .toSorted()

describe("a table", () => {
  it("aligns its columns", () => {
    const lines = shown(Infinity).split("\n")
    assert.lengthOf(lines, 3)
    const starts = lines.map((line) => {
      const [before] = line.split(/failing|healthy|State/)
      return CliOutput.displayWidth(before!)
    })
    assert.lengthOf(new Set(starts), 1, "wide characters count as two")
  })

  it.each([60, 72, 80, 100, 120])("fits %d columns, and still holds every word", (columns) => {
    const text = shown(columns)
    for (const line of text.split("\n")) assert.isAtMost(CliOutput.displayWidth(line), columns, line)
    assert.deepStrictEqual(wordsOf(text), wordsOf(shown(Infinity)))
    assert.include(text, id, "ids stay whole, so that they can be copied")
  })

  it("is as wide as its ids where nothing can give any more", () => {
    assert.include(shown(10), id)
  })

  it("breaks words that are longer than an id", () => {
    const word = "w".repeat(100)
    const text = table([[id, word]], { paint: paintWith(false), columns: 80 })
    assert.isAtMost(Math.max(...text.split("\n").map((line) => line.length)), 80)
    assert.strictEqual(text.replaceAll(/[^w]/g, ""), word)
  })

  it("paints each line of a cell on its own, so that colours stay in their column", () => {
    const lines = shown(80, true).split("\n")
    for (const line of lines) {
      const begun = line.split("\u001B[31m").length - 1
      assert.isAtMost(begun, 1)
      if (begun === 1) assert.isTrue(line.endsWith("\u001B[0m"))
    }
    assert.isAbove(lines.filter((line) => line.includes("\u001B[31m")).length, 1)
  })
})
