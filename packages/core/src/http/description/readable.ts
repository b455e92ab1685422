/** Makes a generated OpenAPI document say what people expect of one. */
import { Predicate } from "effect"
import { offsets } from "../../pagination/OffsetPage.ts"
import { pageLimits } from "../../pagination/TimePage.ts"
import { nothing } from "../../validation/mayBeLeftOut.ts"
import { type Bounds, ownBounds } from "../operation/Operation.ts"
import type { PathNames } from "../paths/pathNames.ts"
import type { Description } from "./Description.ts"

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)

/** Whole numbers that are listed one by one, which the framework calls numbers. */
const listed = (schema: Description): Description =>
  schema["type"] === "number" && schema["enum"]?.every(isWhole) ? { ...schema, type: "integer" } : schema

/** The same in a query, where the framework lists them as texts. */
const listedAsText = (schema: Description): Description =>
  schema["enum"]?.every((text: string) => /^-?\d+$/.test(text))
    ? { type: "integer", enum: schema["enum"].map(Number) }
    : schema

const truths = new Set(["true", "True", "1", "false", "False", "0"])

/** Texts for true and false, in all spellings that clients send. */
const isTruth = (values: unknown): boolean =>
  Array.isArray(values) && values.includes("true") && values.every((value) => truths.has(value))

/** Lists of anything, which generators of clients want to be told. */
const ofAnything = (schema: Description): Description =>
  schema["type"] === "array" && schema["items"] === undefined && schema["prefixItems"] === undefined
    ? { ...schema, items: {} }
    : schema

/** A choice without those that mean nothing. */
const something = ({ anyOf, ...schema }: Description): Description => {
  if (!Array.isArray(anyOf)) return schema
  const choices = anyOf.filter(({ title }: Description) => title !== nothing)
  if (choices.length === anyOf.length) return { ...schema, anyOf }
  return { ...(choices.length === 1 ? choices[0] : { anyOf: choices }), ...schema, "x-may-be-nothing": true }
}

/** The type of a value that the framework describes as text because it travels in a query or a header. */
const meantBy = ({ enum: values, pattern, type }: Description): Description | undefined => {
  if (type !== "string") return undefined
  if (String(pattern).startsWith("^[+-]?(?:\\d+")) return { type: "integer" }
  return isTruth(values) ? { type: "boolean" } : undefined
}

/** Bounds of one value side by side instead of in a list, where they do not contradict each other. */
const flattened = ({ allOf, ...schema }: Description): Description => {
  if (!Array.isArray(allOf)) return schema
  const parts: ReadonlyArray<Description> = [schema, ...allOf]
  const keys = parts.flatMap((part) => Object.keys(part))
  return new Set(keys).size === keys.length ? Object.assign({}, ...parts) : { ...schema, allOf }
}

const ofParameter = (parameter: Description, bounds: Bounds, pathNames: PathNames): Description => {
  const { in: place, name, schema } = parameter
  const allBounds: Bounds = { limit: pageLimits, offset: offsets, ...bounds }
  if (place !== "path" && place !== "query") return parameter
  return {
    ...parameter,
    name: place === "path" ? (pathNames[name] ?? name) : name,
    schema: schema.type === "integer" ? { ...schema, ...allBounds[name] } : listedAsText(schema)
  }
}

/**
 * The description as people expect it: numbers and booleans in queries are such, and objects may carry further fields, which
 * requests ignore and answers may gain.
 */
export const readable = <Node>(node: Node, bounds: Bounds = {}, pathNames: PathNames = {}): Node => {
  const read = (part: unknown, outer: Bounds): unknown => {
    if (Array.isArray(part)) return part.map((element) => read(element, outer))
    if (!Predicate.isObject(part)) return part
    const { additionalProperties, [ownBounds]: own, ...rest } = ofAnything(listed(flattened(something(part))))
    const inner = { ...outer, ...own }
    const parts = Object.entries({ ...rest, ...(additionalProperties && { additionalProperties }) })
    return (
      meantBy(rest) ??
      ofParameter(Object.fromEntries(parts.map(([name, value]) => [name, read(value, inner)])), inner, pathNames)
    )
  }
  return read(node, bounds) as Node
}
