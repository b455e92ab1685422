/**
 * The opaque `next` and `prev` of a page. A cursor is the position of a record, not a count, so that walking forward and
 * back gives the same records while new ones arrive.
 */
import { Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"

/** Where a record stands: its time in milliseconds since 1970, and its id, because other records may have the same time. */
export interface Position {
  readonly time: number
  readonly id: string
}

/** Ids that no record has. They stand before and after all records of one time, and lead back from an empty page. */
export const beforeAll = "00000000-0000-0000-0000-000000000000"
export const afterAll = "ffffffff-ffff-ffff-ffff-ffffffffffff"

const positionPattern = /^(-?\d{1,15})_([0-9a-f-]{36})$/

export const formatCursor = ({ id, time }: Position): string => Base64Url.encode(`${time}_${id}`)

/** Undefined when the text was not made by `formatCursor`. */
export const parseCursor = (cursor: string): Position | undefined => {
  const text = Result.getOrElse(Base64Url.decodeString(cursor), () => "")
  const [, time, id] = positionPattern.exec(text) ?? []
  return time === undefined || id === undefined ? undefined : { time: Number(time), id }
}

/** Opaque to clients. The empty string, which responses carry where there is no further page, means no cursor. */
export const Cursor = Schema.String.check(
  Schema.makeFilter(
    (text) => text === "" || parseCursor(text) !== undefined || "Expected a cursor from next or prev of a response"
  )
)
