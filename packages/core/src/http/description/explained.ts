/** Schemas of an OpenAPI document with a sentence and an example for each field. */
import { type Description, mapParts } from "./Description.ts"
import type { Documentation, Example, Explained } from "./Documentation.ts"

const nameIn = ($ref: string): string => $ref.slice("#/components/schemas/".length)

/** The explanation of a field of a whole, where there is one. */
type Explain = (whole: string, field: string) => Explained | undefined

export interface Explainer {
  /** A value that the schema allows, and whose parts go together. */
  exampleOf(schema: Description, whole: string): Example
  /** The schema with the explanations of its fields. A schema that has examples already is left as it is. */
  explained(schema: Description, whole: string): Description
}

/** `schemas` are the schemas that references name. */
const makeExplainer = (schemas: Description, explain: Explain, formats: Description): Explainer => {
  const exampleOfField = (schema: Description, whole: string, field: string): Example => {
    const given = "const" in schema ? schema["const"] : explain(whole, field)?.[1]
    return given === undefined ? exampleOf(schema, `${whole}.${field}`) : given
  }

  const exampleOf = (schema: Description, whole: string): Example => {
    const { $ref, anyOf, enum: values, examples, format, items, properties = {}, type } = schema
    if ($ref !== undefined) return exampleOf(schemas[nameIn($ref)], nameIn($ref))
    const [example] = examples ?? values ?? []
    if (example !== undefined) return example
    if (anyOf !== undefined) return exampleOf(anyOf[0], whole)
    if (type === "array") return items === undefined ? [] : [exampleOf(items, whole)]
    if (type !== "object")
      return type === "boolean" ? true : (schema["default"] ?? schema["minimum"] ?? formats[format])
    const together = Object.entries<Description>(properties).filter(([field]) => !explain(whole, field)?.[2])
    return Object.fromEntries(together.map(([field, of]) => [field, exampleOfField(of, whole, field)]))
  }

  const explainedField = (schema: Description, whole: string, field: string): Description => {
    const deeper = explained(schema, `${whole}.${field}`)
    const said = explain(whole, field)
    return said === undefined
      ? deeper
      : { ...deeper, description: said[0], examples: [exampleOfField(schema, whole, field)] }
  }

  const explained = (schema: Description, whole: string): Description => {
    const { additionalProperties, anyOf, examples, items, properties } = schema
    if (examples !== undefined) return schema
    return {
      ...schema,
      ...(properties && { properties: mapParts(properties, (of, field) => explainedField(of, whole, field)) }),
      ...(additionalProperties?.type && { additionalProperties: explained(additionalProperties, whole) }),
      ...(items && { items: explained(items, whole) }),
      ...(anyOf && { anyOf: anyOf.map((one: Description) => explained(one, whole)) })
    }
  }

  return { exampleOf, explained }
}

/** For our own schemas: a field that means the same everywhere is explained once. */
export const ownExplainer = (schemas: Description, { fields, formats }: Documentation): Explainer =>
  makeExplainer(schemas, (whole, field) => fields[`${whole}.${field}`] ?? fields[field], formats)

/** For schemas whose names are somebody else's. */
export const foreignExplainer = (schemas: Description, { fields, formats }: Documentation): Explainer =>
  makeExplainer(schemas, (whole, field) => fields[`${whole}.${field}`], formats)
