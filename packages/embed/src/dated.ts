/** What the domain answers, for hosts: its points in time as dates. */
import { DateTime, Predicate } from "effect"

export type Dated<A> = A extends DateTime.Utc
  ? Date
  : A extends boolean | number | string | null | undefined
    ? A
    : { readonly [Key in keyof A]: Dated<A[Key]> }

const datedValue = (value: unknown): unknown => {
  if (DateTime.isDateTime(value)) return DateTime.toDateUtc(value)
  if (Array.isArray(value)) return value.map(datedValue)
  return Predicate.isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, datedValue(member)]))
    : value
}

/** For records and lists of them. */
export const dated = datedValue as <A>(value: A) => Dated<A>
