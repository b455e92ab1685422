/** What became of rows that the marketplace's own side told. */

/** What is wrong with a row. */
export interface RowProblem {
  readonly field: string
  readonly reason: string
}

interface RefusedRow<Row> extends RowProblem {
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

interface PlacedProblem extends RowProblem {
  /** Of the row, from 0. */
  readonly place: number
}

/** What a write answers. It may come from another process: rows are told by their places. */
export interface WrittenRows extends Recorded {
  readonly refused: ReadonlyArray<PlacedProblem>
}

/** Those that are taken, and what is wrong with the others. */
export const partedBy = <Row>(
  rows: ReadonlyArray<Row>,
  problemOf: (row: Row) => RowProblem | undefined
): { readonly taken: ReadonlyArray<Row>; readonly refused: ReadonlyArray<PlacedProblem> } => {
  const refused = rows.flatMap((row, place) => {
    const problem = problemOf(row)
    return problem === undefined ? [] : [{ ...problem, place }]
  })
  const places = new Set(refused.map(({ place }) => place))
  return { taken: rows.filter((_, place) => !places.has(place)), refused }
}

/** What was answered about these rows. */
export const about =
  <Row>(rows: ReadonlyArray<Row>) =>
  ({ accepted, changed, refused }: WrittenRows): RecordedRows<Row> => ({
    accepted,
    changed,
    refused: refused.map(({ field, place, reason }) => ({ field, reason, row: rows[place]! }))
  })

/** Of several writes together. */
export const together = <Row>(parts: ReadonlyArray<RecordedRows<Row>>): RecordedRows<Row> => ({
  accepted: parts.reduce((sum, { accepted }) => sum + accepted, 0),
  changed: parts.reduce((sum, { changed }) => sum + changed, 0),
  refused: parts.flatMap(({ refused }) => refused)
})
