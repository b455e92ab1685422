/** When something begins that then stays so, found by halves. */

/**
 * The first millisecond after `from`, up to `until`, at which it is so; undefined where it is not by then. It is not so at `from`.
 * Times are milliseconds since 1970.
 */
export const firstTime = (from: number, until: number, isSo: (time: number) => boolean): number | undefined => {
  if (!isSo(until)) return undefined
  let [before, after] = [from, until]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isSo(middle)) after = middle
    else before = middle
  }
  return after
}
