/**
 * docs/performance/measurements.md, where prose of people stands around parts that are written from a run, and the pages that show the
 * figures of it that a user needs.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { replacePart } from "../../test/fixtures/documentPart.ts"
import { type Page, pages, withExcerpts } from "./excerpts.ts"
import { listText, sectionText } from "./report.ts"
import type { Chart, Section } from "./Section.ts"

const root = join(import.meta.dirname, "..", "..")
const folder = join(root, "docs", "performance")
export const measurementsFile = join(folder, "measurements.md")
export const fileOf = ({ file }: Page): string => join(root, "docs", file)
const formatter = join(root, "node_modules", "oxfmt", "bin", "oxfmt")

const imageText = ({ alternative, name }: Chart): string => `![${alternative}](${name}.svg)`

/** The document with what was measured. `facts` are the machine's. Sections that were not measured stay as they are. */
export const withSections = (
  document: string,
  sections: ReadonlyArray<Section>,
  facts: ReadonlyArray<string>,
  day: string
): string =>
  sections.reduce(
    (written, section) => {
      const dated = { ...section, settings: [`Measured on ${day}`, ...section.settings] }
      return replacePart(written, section.name, sectionText(dated, imageText))
    },
    replacePart(document, "machine", listText(facts))
  )

export const writeDocument = (sections: ReadonlyArray<Section>, facts: ReadonlyArray<string>): void => {
  const day = new Date().toISOString().slice(0, 10)
  const measurements = withSections(readFileSync(measurementsFile, "utf8"), sections, facts, day)
  mkdirSync(folder, { recursive: true })
  for (const { name, svg } of sections.flatMap(({ charts }) => charts)) writeFileSync(join(folder, `${name}.svg`), svg)
  writeFileSync(measurementsFile, measurements)
  for (const page of pages) {
    const file = fileOf(page)
    writeFileSync(file, withExcerpts(readFileSync(file, "utf8"), page, measurements))
  }
  const { status } = spawnSync(process.execPath, [formatter, measurementsFile, ...pages.map(fileOf)], {
    cwd: root,
    stdio: "inherit"
  })
  if (status !== 0) throw new Error("The documents could not be formatted")
}
