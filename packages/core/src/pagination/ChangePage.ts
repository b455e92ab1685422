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

/** `found`: rows from the time on, the first changed first, as far as the page may reach. */
export const changePage = <A>(
  { from, limit }: ChangeRequest,
  found: ReadonlyArray<A>,
  changedAt: (row: A) => number
): ReadonlyArray<A> => {
  const isLater = (row: A): boolean => changedAt(row) > from
  const last = Math.max(limit - 1, found.findIndex(isLater))
  const end = found.findIndex((row, index) => index > last && changedAt(row) !== changedAt(found[last]!))
  return end === -1 ? found : found.slice(0, end)
}
