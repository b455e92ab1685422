/**
 * What pages for users show of docs/performance/measurements.md: some rows and columns, medians alone, and charts. So every figure that
 * they show is one that was measured, and all documents say the same.
 */
import { partOf, replacePart } from "../../test/fixtures/documentPart.ts"
import { tableText } from "./report.ts"
import type { Table } from "./Section.ts"

interface TableExcerpt {
  /** Its place among the tables of the section. */
  readonly table: number
  /** Rows by their first cells, with what the page calls them. Absent: all, as they are. */
  readonly rows?: Readonly<Record<string, string>>
  /** Columns besides the first by their heads, with what the page calls them. */
  readonly columns: Readonly<Record<string, string>>
}

export interface Excerpt {
  /** The marker of its part in both documents. */
  readonly name: string
  readonly tables: ReadonlyArray<TableExcerpt>
}

/** A page of `docs`, and what it shows. */
export interface Page {
  readonly file: string
  readonly showsMachine: boolean
  /** Where the charts are, from the page; absent where it shows none. */
  readonly charts?: string
  readonly excerpts: ReadonlyArray<Excerpt>
}

const asTheyAre = (...names: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]))

const answers = {
  table: 0,
  columns: { ...asTheyAre("Rows of others", "Rows/s", "First byte", "Memory, MiB more"), MB: "MB sent" }
}

const performance: ReadonlyArray<Excerpt> = [
  {
    name: "throughput",
    tables: [
      {
        table: 0,
        rows: {
          "(b1) One event per request": "One event per request, published in the process",
          "(b1) One event per request, published over HTTP": "One event per request, published over HTTP",
          "(b2) Batches": "Batches, published in the process",
          "(b2) Batches, published over HTTP": "Batches, published over HTTP",
          "(a) Raw undici": "The HTTP client alone, with requests made beforehand"
        },
        columns: {
          ...asTheyAre("Events/s", "Requests/s"),
          "CPU per event, µs": "Processor time per event, µs",
          "Written per event, bytes": "Written per event, bytes",
          "Memory at most, MiB": "Memory at most, MiB"
        }
      }
    ]
  },
  { name: "latency", tables: [{ table: 0, columns: asTheyAre("p50", "p90", "p99", "Longest") }] },
  {
    name: "api",
    tables: [
      { table: 0, columns: { "Requests/s": "Requests/s", "CPU per request, µs": "Processor time per request, µs" } }
    ]
  },
  { name: "idle", tables: [{ table: 0, columns: asTheyAre("Measured") }] },
  { name: "growth", tables: [] },
  { name: "growthPostgres", tables: [] },
  { name: "fairness", tables: [{ table: 0, columns: asTheyAre("p50", "p95", "p99") }] },
  {
    name: "queues",
    tables: [
      {
        table: 0,
        columns: {
          "Events/s": "Events/s",
          "CPU per event, µs": "Processor time per event, µs",
          "Database's, µs": "Of the database, µs",
          p50: "Latency, p50",
          p99: "p99"
        }
      }
    ]
  },
  { name: "reports", tables: [answers] },
  { name: "reportsPostgres", tables: [answers] },
  {
    name: "console",
    tables: [
      { table: 0, columns: asTheyAre("Events", "The API", "It is shown") },
      { table: 1, columns: { ...asTheyAre("A second"), "CPU per delivery, µs": "Processor time per delivery, µs" } }
    ]
  },
  { name: "imports", tables: [{ table: 0, columns: asTheyAre("Rows/s", "Of bare") }] }
]

/** What an event costs, by which one says how large a service has to be. */
const costs: ReadonlyArray<Excerpt> = [
  {
    name: "queues",
    tables: [
      {
        table: 0,
        rows: {
          "The service, one event per request": "One event per request",
          "The service, batches": "Batches"
        },
        columns: { "CPU per event, µs": "The service, µs", "Database's, µs": "PostgreSQL, µs" }
      }
    ]
  },
  {
    name: "disk",
    tables: [
      {
        table: 0,
        columns: asTheyAre("PostgreSQL, bytes", "Its write-ahead log, bytes", "SQLite, bytes")
      }
    ]
  }
]

export const pages: ReadonlyArray<Page> = [
  { file: "performance.md", showsMachine: true, charts: "performance", excerpts: performance },
  { file: "deployment.md", showsMachine: false, excerpts: costs }
]

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The tables of a part, in their order. Their cells have no bars in them. */
const tablesOf = (part: string): ReadonlyArray<Table> =>
  [...part.matchAll(/(?:^\|.*\|$\n?)+/gm)].map(([text]) => {
    const [columns, , ...rows] = text.trim().split("\n").map(cellsOf)
    return { columns: columns!, rows }
  })

/** Without the lowest and the highest value, in brackets behind it. */
const medianOf = (cell: string): string => cell.replace(/ \([^()]* – [^()]*\)$/, "")

/** Rows that were not measured are left out. */
const chosenOf = ({ columns, rows }: Table, chosen: TableExcerpt): Table => {
  const places = Object.keys(chosen.columns).map((column) => {
    const place = columns.indexOf(column, 1)
    if (place < 0) throw new Error(`The table has no column ${column}`)
    return place
  })
  const names = chosen.rows ?? asTheyAre(...rows.map(([name]) => name!))
  return {
    columns: [columns[0]!, ...Object.values(chosen.columns)],
    rows: Object.entries(names).flatMap(([name, title]) =>
      rows.filter(([first]) => first === name).map((row) => [title, ...places.map((place) => medianOf(row[place]!))])
    )
  }
}

/** The part of the page: tables, charts, and the day. */
export const excerptText = (measurements: string, { name, tables }: Excerpt, charts?: string): string => {
  const part = partOf(measurements, name)
  const measured = tablesOf(part)
  const drawn = charts === undefined ? [] : [...part.matchAll(/^!\[(.*)\]\((.*)\)$/gm)]
  return [
    ...tables.map((chosen) => tableText(chosenOf(measured[chosen.table]!, chosen))),
    ...drawn.map(([, alternative, file]) => `![${alternative}](${charts}/${file})`),
    ...[...part.matchAll(/^- (Measured on .*)$/gm)].map(([, measuredOn]) => `${measuredOn}.`)
  ].join("\n\n")
}

/** The text of a page with what the measurements say now. */
export const withExcerpts = (text: string, { charts, excerpts, showsMachine }: Page, measurements: string): string =>
  excerpts.reduce(
    (written, excerpt) => replacePart(written, excerpt.name, excerptText(measurements, excerpt, charts)),
    showsMachine ? replacePart(text, "machine", partOf(measurements, "machine")) : text
  )
