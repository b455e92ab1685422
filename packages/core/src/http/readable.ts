/** Makes a generated OpenAPI document say what people expect of one. */
import { Predicate } from "effect"
import { pageLimits } from "../pagination/TimePage.ts"
import type { Description } from "./Description.ts"
import { publishedName } from "./pathNames.ts"

// How the framework writes a number that travels as text, in queries and headers.
const isNumberText = ({ pattern, type }: Description): boolean =>
  type === "string" && typeof pattern === "string" && pattern.startsWith("^[+-]?(?:\\d+")

/** Bounds of one value side by side instead of in a list, where they do not contradict each other. */
const flattened = ({ allOf, ...schema }: Description): Description => {
  if (!Array.isArray(allOf)) return schema
  const parts: ReadonlyArray<Description> = [schema, ...allOf]
  const keys = parts.flatMap((part) => Object.keys(part))
  return new Set(keys).size === keys.length ? Object.assign({}, ...parts) : { ...schema, allOf }
}

/**
 * The description as people expect it: numbers in queries and headers are numbers, and objects may carry further fields,
 * which requests ignore and answers may gain.
 */
export const readable = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(readable)
  if (!Predicate.isObject(node)) return node
  const { additionalProperties, ...rest } = flattened(node as Description)
  if (isNumberText(rest)) return { type: "integer" }
  const kept =
    additionalProperties === false ? rest : { ...rest, ...(additionalProperties && { additionalProperties }) }
  const described = Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, readable(value)]))
  if (described["in"] === "path") return { ...described, name: publishedName(String(described["name"])) }
  return described["name"] === "limit" && described["in"] === "query"
    ? { ...described, schema: { type: "integer", ...pageLimits } }
    : described
}
