/** Makes a generated OpenAPI document say what people expect of one. */
import { Predicate } from "effect"
import { pageLimits } from "../../pagination/TimePage.ts"
import type { PathNames } from "../pathNames.ts"
import type { Description } from "./Description.ts"

/** The type of a value that the framework describes as text because it travels in a query or a header. */
const meantBy = ({ enum: values, pattern, type }: Description): Description | undefined => {
  if (type !== "string") return undefined
  if (String(pattern).startsWith("^[+-]?(?:\\d+")) return { type: "integer" }
  return String(values) === "true,false" ? { type: "boolean" } : undefined
}

/** Bounds of one value side by side instead of in a list, where they do not contradict each other. */
const flattened = ({ allOf, ...schema }: Description): Description => {
  if (!Array.isArray(allOf)) return schema
  const parts: ReadonlyArray<Description> = [schema, ...allOf]
  const keys = parts.flatMap((part) => Object.keys(part))
  return new Set(keys).size === keys.length ? Object.assign({}, ...parts) : { ...schema, allOf }
}

/** Bounds of the numbers in queries, by the names of parameters: the framework leaves them out where a number is a text. */
export type Bounds = Readonly<Record<string, Description>>

const ofParameter = (parameter: Description, bounds: Bounds, pathNames: PathNames): Description => {
  const { in: place, name, schema } = parameter
  const allBounds: Bounds = { limit: pageLimits, ...bounds }
  if (place === "path") return { ...parameter, name: pathNames[name] ?? name }
  return place === "query" ? { ...parameter, schema: { ...schema, ...allBounds[name] } } : parameter
}

/**
 * The description as people expect it: numbers and booleans in queries are such, and objects may carry further fields, which
 * requests ignore and answers may gain.
 */
export const readable = <Node>(node: Node, bounds: Bounds = {}, pathNames: PathNames = {}): Node => {
  const read = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(read)
    if (!Predicate.isObject(part)) return part
    const { additionalProperties, ...rest } = flattened(part)
    const parts = Object.entries({ ...rest, ...(additionalProperties && { additionalProperties }) })
    return (
      meantBy(rest) ??
      ofParameter(Object.fromEntries(parts.map(([name, value]) => [name, read(value)])), bounds, pathNames)
    )
  }
  return read(node) as Node
}
