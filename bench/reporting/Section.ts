/** What a benchmark found: tables, charts, and how it compares with what was aimed at. */

export interface Table {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export interface Aim {
  readonly what: string
  readonly aim: string
  readonly reached: string
  readonly isMet: boolean
}

export interface Chart {
  /** The file's name, without its extension. */
  readonly name: string
  /** What it shows, for those who do not see it. */
  readonly alternative: string
  readonly svg: string
}

export interface Section {
  /** The marker of its part in docs/performance/measurements.md. */
  readonly name: string
  readonly title: string
  /** Every setting that the figures depend on. */
  readonly settings: ReadonlyArray<string>
  readonly tables: ReadonlyArray<Table>
  readonly aims: ReadonlyArray<Aim>
  readonly charts: ReadonlyArray<Chart>
}
