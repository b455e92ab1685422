/** Lists as parameters of statements. Each names its type, because the values may all be null, or there may be none. */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

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
