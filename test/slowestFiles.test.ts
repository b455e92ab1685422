import { assert, describe, it } from "@effect/vitest"
import { slowestFilesTable, type FileTime } from "./results/slowestFiles.ts"

const time = (file: string, loadSeconds: number, testSeconds: number): FileTime => ({ file, loadSeconds, testSeconds })

describe("the slowest files", () => {
  it("are listed with loading counted, the slowest first", () => {
    assert.deepStrictEqual(
      slowestFilesTable([time("a.test.ts", 0.1, 2), time("b.test.ts", 3, 0.25), time("long.test.ts", 1, 9)]).split(
        "\n"
      ),
      [
        "The slowest test files  seconds  of which loading",
        "long.test.ts               10.0               1.0",
        "b.test.ts                   3.3               3.0",
        "a.test.ts                   2.1               0.1"
      ]
    )
  })

  it("are ten at most", () => {
    const times = Array.from({ length: 12 }, (_, index) => time(`${index}.test.ts`, 0, index))
    const lines = slowestFilesTable(times).split("\n").slice(1)
    assert.deepStrictEqual(
      lines.map((line) => line.split(" ")[0]),
      ["11", "10", "9", "8", "7", "6", "5", "4", "3", "2"].map((name) => `${name}.test.ts`)
    )
  })
})
