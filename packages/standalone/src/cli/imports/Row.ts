/** What is imported: values of JSON, each with the line that it begins in. */

export interface Row {
  /** From 1. */
  readonly line: number
  /** As it is written there. */
  readonly text: string
}

export interface RefusedRow {
  readonly line: number
  /** Where in the row; empty for the whole of it. */
  readonly field: string
  readonly reason: string
}

/** What a service says of rows that were sent. */
export interface Sent {
  readonly accepted: number
  readonly refused: ReadonlyArray<RefusedRow>
  /** Refused rows that are not among them. */
  readonly more: number
}

export const nothingSent: Sent = { accepted: 0, refused: [], more: 0 }

export const plus = (one: Sent, other: Sent): Sent => ({
  accepted: one.accepted + other.accepted,
  refused: [...one.refused, ...other.refused],
  more: one.more + other.more
})
