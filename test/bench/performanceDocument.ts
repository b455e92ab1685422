/** docs/performance.md: prose of people around parts that are written from a run. */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { listText, sectionText } from "./report.ts"
import type { Chart, Section } from "./Section.ts"

const root = join(import.meta.dirname, "..", "..")
const documentFile = join(root, "docs", "performance.md")
const chartFolder = join(root, "docs", "performance")
const formatter = join(root, "node_modules", "oxfmt", "bin", "oxfmt")

const imageText = ({ alternative, name }: Chart): string => `![${alternative}](performance/${name}.svg)`

/** Puts the text between the part's markers. */
export const replacePart = (document: string, name: string, text: string): string => {
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`]
  const [start, stop] = [document.indexOf(begin), document.indexOf(end)]
  if (start < 0 || stop < start) throw new Error(`The document has no part ${name}`)
  return `${document.slice(0, start + begin.length)}\n\n${text}\n\n${document.slice(stop)}`
}

/** `facts` are the machine's. Sections that were not measured stay as they are. */
export const writeDocument = (sections: ReadonlyArray<Section>, facts: ReadonlyArray<string>): void => {
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)}`
  const parts: ReadonlyArray<readonly [name: string, text: string]> = [
    ["machine", listText(facts)],
    ...sections.map((section) => {
      const dated = { ...section, settings: [measured, ...section.settings] }
      return [section.name, sectionText(dated, imageText)] as const
    })
  ]
  const written = parts.reduce(
    (document, [name, text]) => replacePart(document, name, text),
    readFileSync(documentFile, "utf8")
  )
  writeFileSync(documentFile, written)
  mkdirSync(chartFolder, { recursive: true })
  for (const { name, svg } of sections.flatMap(({ charts }) => charts)) {
    writeFileSync(join(chartFolder, `${name}.svg`), svg)
  }
  const { status } = spawnSync(process.execPath, [formatter, documentFile], { cwd: root, stdio: "inherit" })
  if (status !== 0) throw new Error("The document could not be formatted")
}
