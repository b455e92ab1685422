/** Lists in statements: as their parameters, and joined with what is looked up for each of their elements. */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** A parameter names its type, because the values may all be null, or there may be none. */
const list =
  <Value>(elementOid: number) =>
  (values: ReadonlyArray<Value | null>): PgTypes.Parameter =>
    Result.getOrThrow(PgTypes.array(values, elementOid))

const wholeNumbers = list<bigint>(PgTypes.OID.int8)

export const uuids = list<string>(PgTypes.OID.uuid)
export const texts = list<string>(PgTypes.OID.text)
export const booleans = list<boolean>(PgTypes.OID.bool)
export const integers = list<number>(PgTypes.OID.int4)

/** Times, among others. */
export const bigints = (values: ReadonlyArray<bigint | number | null>): PgTypes.Parameter =>
  wholeNumbers(values.map((value) => (value === null ? null : BigInt(value))))

/**
 * A join whose right side is looked up for each row of the left. PostgreSQL assumes that a key's columns are independent of each
 * other. So it expects no record to have all of them, and may read everything that a seller has. Behind `offset 0` it looks for
 * the whole key.
 */
export const eachOf = (lookUp: string, name: string): string => `cross join lateral (${lookUp} offset 0) ${name}`
