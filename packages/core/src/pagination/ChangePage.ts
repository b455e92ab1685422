/**
 * Pages of rows that changed since a time (Seller Statistics Reports, `dateFrom` and `lastChangeDate`; contract, Statistics rules). The
 * next request has the full time of the last row, which therefore comes again, as do others of that time.
 *
 * A page is never cut between rows of one time, and leads to a later time where there is one: a reader could not get any further
 * otherwise. A walk then gives each row at least once, and again as it is after each change that follows. Without doubles of one row
 * and one time, each state of a row comes at most once, and the last one does come.
 */

export interface ChangeRequest {
  readonly limit: number
  readonly from: number
}

/**
 * Whether a row is on the page: for the rows from the time on, asked once for each of them in turn, the first changed first. The
 * page ends before the first row that is not.
 */
export const onChangePage = <A>(
  { from, limit }: ChangeRequest,
  changedAt: (row: A) => number
): ((row: A) => boolean) => {
  let count = 0
  let last: number | undefined
  return (row) => {
    // Rows before the limit are not looked at: they may be many, and texts.
    if (++count < limit) return true
    const time = changedAt(row)
    const isOn = last === undefined || time === last || last <= from
    if (isOn) last = time
    return isOn
  }
}

/** `found`: rows from the time on, the first changed first, as far as the page may reach. */
export const changePage = <A>(
  request: ChangeRequest,
  found: ReadonlyArray<A>,
  changedAt: (row: A) => number
): ReadonlyArray<A> => {
  const isOn = onChangePage(request, changedAt)
  const end = found.findIndex((row) => !isOn(row))
  return end === -1 ? found : found.slice(0, end)
}
