/** How much more statistics may say that a campaign has spent. */
import type { RowProblem } from "./Recorded.ts"

/** our choice, in hundredths of a rouble: fifty trillion roubles. Whole numbers are exact up to ninety, and lines that put right need room. */
export const mostSpent = 5_000_000_000_000_000

/**
 * Looks at the rows of one write in turn, each by the hundredths of a rouble that it adds to what was told before. `room`: how many may
 * be added. What a row takes back makes no room in the same write: a later row with its key may take its place.
 */
export const spendingRoom = (room: number) => {
  let left = Math.max(0, room)
  return (more: number): RowProblem | undefined => {
    if (more > left) {
      const reason = `Expected at most ${left / 100} roubles more than were told before: what the campaign has spent has its most`
      return { field: "sum", reason }
    }
    left -= Math.max(0, more)
    return undefined
  }
}
