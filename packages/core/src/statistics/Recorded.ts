/** What became of rows that the marketplace's own side told. */

/** What is wrong with a row. */
export interface RowProblem {
  readonly field: string
  readonly reason: string
}

export interface RefusedRow<Row> extends RowProblem {
  readonly row: Row
}

/** How many rows were stored, and how many of them are other than before. */
export interface Recorded {
  readonly accepted: number
  readonly changed: number
}

export interface RecordedRows<Row> extends Recorded {
  /** Those that were not stored. */
  readonly refused: ReadonlyArray<RefusedRow<Row>>
}

/** Those that are taken, and the others with what is wrong with them. */
export const partedBy = <Row>(
  rows: ReadonlyArray<Row>,
  problemOf: (row: Row) => RowProblem | undefined
): { readonly taken: ReadonlyArray<Row>; readonly refused: ReadonlyArray<RefusedRow<Row>> } => {
  const problems = new Map(rows.map((row) => [row, problemOf(row)]))
  return {
    taken: rows.filter((row) => problems.get(row) === undefined),
    refused: rows.flatMap((row) => {
      const problem = problems.get(row)
      return problem === undefined ? [] : [{ ...problem, row }]
    })
  }
}

/** Of several writes together. */
export const together = <Row>(parts: ReadonlyArray<RecordedRows<Row>>): RecordedRows<Row> => ({
  accepted: parts.reduce((sum, { accepted }) => sum + accepted, 0),
  changed: parts.reduce((sum, { changed }) => sum + changed, 0),
  refused: parts.flatMap(({ refused }) => refused)
})
