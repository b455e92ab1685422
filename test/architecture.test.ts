/** The way of an event through the code is the one that `docs/architecture.md` lists, and delivery has few folders of few files. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { readModules } from "./boundaries/modules.ts"

const core = "packages/core/src"
const modules = new Map(readModules().map((module) => [module.path, module]))

/** A file that an event goes through, and the file in which it meets one before it, where that does not import it. */
interface Step {
  readonly path: string
  readonly by: string | undefined
}

const stepsOf = (document: string): ReadonlyArray<Step> => {
  const section = /^## One event\n([^]*?)^## /m.exec(document)![1]!
  return [...section.matchAll(/^\d+\. `([^`]+)`(?: \(by\s+`([^`]+)`\))?:/gm)].map(([, path, by]) => ({
    path: posix.join(core, path!),
    by: by === undefined ? undefined : posix.join(core, by)
  }))
}

const steps = stepsOf(readFileSync(join(import.meta.dirname, "..", "docs", "architecture.md"), "utf8"))

const imports = (from: string, to: string): boolean => modules.get(from)!.imports.some(({ target }) => target === to)

/** Whether one of them imports the other, or both are the same. */
const meet = (one: string, other: string): boolean => one === other || imports(one, other) || imports(other, one)

const follows = ({ by, path }: Step, before: string): boolean =>
  by === undefined ? imports(before, path) : meet(before, by) && meet(path, by)

const isReached = (step: Step, before: ReadonlyArray<Step>): boolean => before.some(({ path }) => follows(step, path))

describe("the way of an event", () => {
  it("begins with its publication and ends with its record, in at most 15 files", () => {
    assert.isAtMost(steps.length, 15)
    assert.match(modules.get(steps[0]!.path)!.code, /\bpublish\(/)
    const settling = [...modules.values()].filter(({ code, path }) => path.startsWith(core) && /\.settle\(/.test(code))
    assert.deepStrictEqual(
      [steps.at(-1)!.path],
      settling.map(({ path }) => path)
    )
  })

  it.each(steps.slice(1).map((step, index) => ({ step, before: steps.slice(0, index + 1) })))(
    "leads to $step.path",
    ({ before, step }) => {
      for (const path of [step.path, step.by ?? step.path]) assert.isTrue(modules.has(path), `${path} is there`)
      assert.isTrue(isReached(step, before), "from a file before it")
    }
  )

  it("is broken where the list leaves a file out", () => {
    const listed = steps.filter(({ path }) => !path.endsWith("/deliver.ts"))
    const lost = listed.filter((step, index) => index > 0 && !isReached(step, listed.slice(0, index)))
    assert.deepStrictEqual(
      lost.map(({ path }) => posix.basename(path)),
      ["Notification.ts", "outcome.ts"]
    )
  })
})

describe("the folder of delivery", () => {
  it("has at most six folders of at most eight files", () => {
    const delivery = `${core}/delivery/`
    const paths = [...modules.keys()]
      .filter((path) => path.startsWith(delivery))
      .map((path) => path.slice(delivery.length))
    const folders = Map.groupBy(paths, (path) => posix.dirname(path))
    assert.deepStrictEqual(folders.get("."), ["index.ts"])
    folders.delete(".")
    assert.isAtMost(folders.size, 6)
    for (const [folder, files] of folders) assert.isAtMost(files.length, 8, folder)
  })
})
