/** What the domain answers, for hosts without Effect: its points in time as dates, its ids as strings. */
import { type Brand, DateTime, Option, Predicate } from "effect"

export type Plain<A> = unknown extends A
  ? A
  : A extends DateTime.Utc
    ? Date
    : A extends Brand.Brand<string>
      ? Brand.Brand.Unbranded<A>
      : A extends boolean | number | string | null | undefined
        ? A
        : { readonly [Key in keyof A]: Plain<A[Key]> }

const plainValue = (value: unknown): unknown => {
  if (DateTime.isDateTime(value)) return DateTime.toDateUtc(value)
  if (Array.isArray(value)) return value.map(plainValue)
  return Predicate.isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainValue(member)]))
    : value
}

const meantValue = (value: unknown): unknown => {
  if (value instanceof Date) return Option.getOrElse(DateTime.make(value), () => value)
  if (Array.isArray(value)) return value.map(meantValue)
  return Predicate.isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, meantValue(member)]))
    : value
}

/** Back from what hosts without Effect give. Ids are checked where they are used, and so is a date that is invalid, which stays one. */
export const meant = meantValue as <A>(value: Plain<A>) => A

/** For records and lists of them. */
export const plain = plainValue as <A>(value: A) => Plain<A>
