/** Answers of drivers as text. */
import { Predicate, Redacted } from "effect"

/** The order of keys means nothing. */
const sorted = (given: object) =>
  Object.fromEntries(Object.entries(given).toSorted(([left], [right]) => (left < right ? -1 : 1)))

const plain = (raw: unknown, given: unknown): unknown => {
  // Drivers have to agree on secrets as well.
  if (Redacted.isRedacted(raw)) return Redacted.value(raw)
  if (raw instanceof Error) return sorted({ ...raw, message: raw.message })
  return Predicate.isObject(given) && !Array.isArray(given) ? sorted(given) : given
}

export const shown = (value: unknown): string =>
  JSON.stringify(
    value,
    function (this: Record<string, unknown>, key, given) {
      return plain(this[key], given)
    },
    2
  ) ?? "nothing"
