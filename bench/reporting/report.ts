/** Sections as text: the same on the terminal and in docs/performance/measurements.md. */
import { markdownTable } from "../../test/fixtures/markdownTable.ts"
import type { Aim, Section, Table } from "./Section.ts"

export const tableText = ({ columns, rows }: Table): string => markdownTable(columns, rows)

const aimsText = (aims: ReadonlyArray<Aim>): string =>
  tableText({
    columns: ["What", "Aim", "Measured", "Reached"],
    rows: aims.map(({ aim, isMet, reached, what }) => [what, aim, reached, isMet ? "yes" : "no"])
  })

export const listText = (lines: ReadonlyArray<string>): string => lines.map((line) => `- ${line}`).join("\n")

/** Without its title. `chartText` gives what stands for a chart. */
export const sectionText = (
  { aims, charts, settings, tables }: Section,
  chartText: (chart: Section["charts"][number]) => string
): string =>
  [
    ...tables.map(tableText),
    ...charts.map(chartText),
    ...(aims.length === 0 ? [] : [aimsText(aims)]),
    listText(settings)
  ]
    .filter((part) => part !== "")
    .join("\n\n")
