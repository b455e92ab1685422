/** Answers of drivers as text. */
import { Predicate } from "effect"

/** The order of keys means nothing. */
const sorted = (given: object) =>
  Object.fromEntries(Object.entries(given).toSorted(([left], [right]) => (left < right ? -1 : 1)))

const plain = (raw: unknown, given: unknown): unknown => {
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
