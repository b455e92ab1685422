/** The diagram of statuses in the documents is the table that campaigns are run by. */
import { transitions } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { inLanguage } from "./fixtures/snippets.ts"

/** What changes a status besides actions of the seller. */
const withoutAction = [
  "an auction campaign is created",
  "an automatic campaign is created",
  "an automatic campaign is created with on_pause",
  "nothing is left of its budget",
  "three minutes later"
]

const diagrams = inLanguage("mermaid").filter(({ file }) => file === "docs/campaigns.md")
const text = diagrams[0]!.text

const numbers = new Map(
  [...text.matchAll(/^ {2}state "(-?\d+) [^"]+" as (\w+)$/gm)].map(([, status, name]) => [name, Number(status)])
)

const arrows = [...text.matchAll(/^ {2}(\S+) --> (\S+): (.+)$/gm)].map(([, from, to, label]) => ({
  from: numbers.get(from),
  to: numbers.get(to),
  label: label!
}))

describe("the diagram of statuses", () => {
  it("has the transitions of the table, and no others", () => {
    assert.lengthOf(diagrams, 1)
    const drawn = arrows
      .filter(({ label }) => !withoutAction.includes(label))
      .map(({ from, label, to }) => `${label} ${from} ${to}`)
    const known = Object.entries(transitions).flatMap(([action, { from, to }]) =>
      from.map((status) => `${action} ${status} ${to}`)
    )
    assert.deepStrictEqual(drawn.toSorted(), known.toSorted())
  })

  it("is nothing but states and arrows that the test reads", () => {
    const [first, ...lines] = text.trimEnd().split("\n")
    assert.strictEqual(first, "stateDiagram-v2")
    assert.lengthOf(lines, numbers.size + arrows.length)
    const others = arrows.map(({ label }) => label).filter((label) => !(label in transitions))
    assert.deepStrictEqual(others.toSorted(), withoutAction.toSorted())
  })
})
