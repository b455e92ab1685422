/** Payloads of any size, although a Durable Object takes no row of more than 2 MB: long ones are kept in parts. */
import { rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"

// our choice: in units of UTF-16, each of which takes at most three bytes of UTF-8. Half a megabyte is left for the rest of a
// row.
const longestPart = 500_000

/** The high half of a character of two units, which SQLite could not keep without the other. */
const isHighHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800

const endOfPart = (payload: string, start: number): number => {
  const end = start + longestPart
  return end < payload.length && isHighHalf(payload.charCodeAt(end - 1)) ? end - 1 : end
}

/** The first part, which is the payload where that is not long, and the others. */
export const partsOf = (payload: string): readonly [first: string, ...others: ReadonlyArray<string>] => {
  let end = endOfPart(payload, 0)
  const first = payload.slice(0, end)
  const others: Array<string> = []
  while (end < payload.length) {
    const start = end
    end = endOfPart(payload, start)
    others.push(payload.slice(start, end))
  }
  return [first, ...others]
}

export const insertParts = (host: SqliteHost, event: number, parts: ReadonlyArray<string>): void => {
  for (const [number, text] of parts.entries()) {
    host.run("insert into payload_part (event, part, text) values (?, ?, ?)", event, number, text)
  }
}

/** Bytes of the payload of an event `e`, in all of its parts. */
export const storedBytes = `length(cast(e.payload as blob))
  + (select coalesce(sum(length(cast(p.text as blob))), 0) from payload_part p where p.event = e.event)`

export interface EventRow {
  readonly id: string
  readonly idempotency_key: string | null
  readonly time: number
  readonly scope: string
  readonly type: string
  readonly test: number
  readonly payload: string
}

export const eventColumns = "e.id, e.idempotency_key, e.time, e.scope, e.type, e.test, e.payload"

/** Other parts exist only if the first one is as long as a part may be. */
const mayContinue = ({ payload }: EventRow): boolean => payload.length >= longestPart - 1

const whole = <Row extends EventRow>(host: SqliteHost, stored: Row): Row => {
  if (!mayContinue(stored)) return stored
  const sql = "select p.text from event e join payload_part p using (event) where e.id = ? order by p.part"
  const others = rows<{ text: string }>(host, sql, stored.id)
  return { ...stored, payload: stored.payload + others.map(({ text }) => text).join("") }
}

/** Rows of a query for `eventColumns`, with all of their payloads. */
export const eventRows = <Row extends EventRow = EventRow>(
  host: SqliteHost,
  sql: string,
  ...parameters: ReadonlyArray<SqlValue>
): ReadonlyArray<Row> => rows<Row>(host, sql, ...parameters).map((stored) => whole(host, stored))
