/** One more feature is its own files, and a line in few others: as the document says, and as a copy of the project shows. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Line, type Listed, makeWorkspace, newFiles } from "./adding-a-feature/workspace.ts"
import { run } from "./fixtures/command.ts"
import { root, snippets } from "./fixtures/snippets.ts"

const document = "docs/adding-a-feature.md"
const text = readFileSync(join(root, document), "utf8")

/** Rows of a table, by the first cell, which is a path. */
const tableUnder = (heading: string): ReadonlyMap<string, string> => {
  const part = text.split(/^## /m).find((one) => one.startsWith(heading))!
  return new Map([...part.matchAll(/^\| `([^`]+)` +\| (.*?) *\|$/gm)].map(([, path, cell]) => [path!, cell!]))
}

const touched = tableUnder("What it touches")

/** In the cell of a file: the code that it gets. */
const codeIn = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

const lines: ReadonlyArray<Line> = [...touched].flatMap(([file, cell]) =>
  codeIn(cell).flatMap((code): ReadonlyArray<Line> => {
    if (/^(import|export) /.test(code)) return [{ file, behind: "import ", line: code }]
    return code.startsWith("notes: ") ? [{ file, behind: "  const makers", line: `    ${code}` }] : []
  })
)

const listed: ReadonlyArray<Listed> = [...touched].flatMap(([file, cell]) =>
  [...cell.matchAll(/`(\w+)` in the list/g)].map(([, name]) => ({ file, name: name! }))
)

const folder = mkdtempSync(join(tmpdir(), "sellerkit-feature-"))
makeWorkspace(folder, lines, listed)
afterAll(() => rmSync(folder, { recursive: true }))

const module = (name: string) => join(root, "node_modules", name)

describe("one more feature", () => {
  it("is at most 16 files, and touches at most 6: those that the document lists", () => {
    assert.sameMembers([...newFiles.keys()], [...tableUnder("Its files").keys()])
    assert.isAtMost(newFiles.size, 16)
    assert.isAtMost(touched.size, 6)
    const edited = new Set([...lines, ...listed].map(({ file }) => file))
    // It is written by a command.
    assert.sameMembers([...edited, "test/openapi.json"], [...touched.keys()])
  })

  it("is shown in the document as it is in its files", () => {
    const files = [...newFiles.values()].map((path) => readFileSync(path, "utf8"))
    const shown = snippets.filter((snippet) => snippet.file === document && snippet.language === "ts part")
    assert.isNotEmpty(shown)
    for (const { line, text: part } of shown) {
      assert.isTrue(
        files.some((file) => file.includes(part)),
        `${document}:${line}`
      )
    }
  })

  it("fits the types of the packages", async () => {
    const { out, status } = await run(process.execPath, [
      module("typescript/bin/tsc"),
      "-p",
      folder,
      "--singleThreaded"
    ])
    assert.strictEqual(status, 0, out)
  })

  it("passes its tests over the whole service, and is described", async () => {
    const { out, status } = await run(process.execPath, [module("vitest/vitest.mjs"), "run", "--root", folder])
    assert.strictEqual(status, 0, out)
  })
})
