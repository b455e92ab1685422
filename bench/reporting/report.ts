/** Sections as text: the same on the terminal and in docs/performance/measurements.md. */
import type { Aim, Section, Table } from "./Section.ts"

const cellsOf = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): string =>
  `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(" | ")} |`

export const tableText = ({ columns, rows }: Table): string => {
  const widths = columns.map((column, index) => Math.max(3, column.length, ...rows.map((row) => row[index]!.length)))
  return [
    cellsOf(columns, widths),
    cellsOf(
      widths.map((width) => "-".repeat(width)),
      widths
    ),
    ...rows.map((row) => cellsOf(row, widths))
  ].join("\n")
}

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
