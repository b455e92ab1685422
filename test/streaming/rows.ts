/** What the servers of rows and their test know of each other. */

const text = "z".repeat(780)

/** 800 bytes of JSON and a few. */
export const rowOf = (row: number) => ({ row, text })

export interface RowsUsage {
  /** Rows that were read, and answers whose reading has ended. */
  readonly read: number
  readonly closed: number
  /** Bytes of memory: the most that there were, and those of now. */
  readonly largest: number
  readonly now: number
}
