/** The diagrams of statuses in the documents are the tables that campaigns are run by. */
import { mediaTransitions, transitions } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { inLanguage } from "./fixtures/snippets.ts"

interface Diagram {
  readonly table: Readonly<Record<string, { readonly from: ReadonlyArray<number>; readonly to: number }>>
  /** What changes a status besides actions of the seller. */
  readonly withoutAction: ReadonlyArray<string>
}

const documents: Readonly<Record<string, Diagram>> = {
  "docs/campaigns.md": {
    table: transitions,
    withoutAction: [
      "an auction campaign is created",
      "an automatic campaign is created",
      "an automatic campaign is created with on_pause",
      "nothing is left of its budget",
      "it was shown for three minutes"
    ]
  },
  "docs/media-campaigns.md": {
    table: mediaTransitions,
    withoutAction: [
      "three minutes later",
      "three minutes later, before its dates",
      "three minutes later, after its dates",
      "three minutes later, with its limits reached",
      "three minutes later, without a budget",
      "its dates begin",
      "its dates end",
      "its limits are reached",
      "nothing is left of its budget",
      "the next day begins in Moscow"
    ]
  }
}

for (const [document, { table, withoutAction }] of Object.entries(documents)) {
  const diagrams = inLanguage("mermaid").filter(({ file }) => file === document)
  const text = diagrams[0]!.text

  const numbers = new Map(
    [...text.matchAll(/^ {2}state "(-?\d+) [^"]+" as (\w+)$/gm)].map(([, status, name]) => [name, Number(status)])
  )

  const arrows = [...text.matchAll(/^ {2}(\S+) --> (\S+): (.+)$/gm)].map(([, from, to, label]) => ({
    from: numbers.get(from),
    to: numbers.get(to),
    label: label!
  }))

  describe(`the diagram of statuses in ${document}`, () => {
    it("has the transitions of the table, and no others", () => {
      assert.lengthOf(diagrams, 1)
      const drawn = arrows
        .filter(({ label }) => !withoutAction.includes(label))
        .map(({ from, label, to }) => `${label} ${from} ${to}`)
      const known = Object.entries(table).flatMap(([action, { from, to }]) =>
        from.map((status) => `${action} ${status} ${to}`)
      )
      assert.deepStrictEqual(drawn.toSorted(), known.toSorted())
    })

    it("is nothing but states and arrows that the test reads", () => {
      const [first, ...lines] = text.trimEnd().split("\n")
      assert.strictEqual(first, "stateDiagram-v2")
      assert.lengthOf(lines, numbers.size + arrows.length)
      const others = arrows.map(({ label }) => label).filter((label) => !(label in table))
      assert.deepStrictEqual(others.toSorted(), withoutAction.toSorted())
    })
  })
}
