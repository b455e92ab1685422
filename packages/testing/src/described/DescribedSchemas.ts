/** The schemas of an OpenAPI document: whether values fit them, and values that do and that do not. */
import { Arbitrary, JsonSchema, Schema, SchemaRepresentation } from "effect"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import type { Described } from "./DescribedOperation.ts"

export interface DescribedSchemas {
  /** What is wrong with a value; undefined where nothing is. */
  problemOf(schema: Described, value: unknown): string | undefined
  /** Values that fit, of every shape that is allowed. */
  fitting(schema: Described): Arbitrary.Arbitrary<unknown>
  /** Values that do not fit: each breaks one rule. */
  broken(schema: Described): ReadonlyArray<unknown>
}

const reference = "#/components/schemas/"

const makeFitting = (components: Described) => (schema: Described) => {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(reference, "#/$defs/")
  const document = JsonSchema.fromSchemaOpenApi3_1(JSON.parse(whole))
  // Patterns are our own.
  const fitting = SchemaRepresentation.fromJsonSchemaDocument(document, { patterns: "apply" })
  return Arbitrary.schema(Schema.make<Schema.Codec<unknown>>(fitting.ast))
}

const resolved = (components: Described, schema: Described): Described =>
  schema.$ref === undefined ? schema : components.schemas[schema.$ref.slice(reference.length)]

/** What existing clients send for nothing, where the description says that it is read (`x-may-be-nothing`). */
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Of another type than the schema's. */
const ofAnotherType = [null, true, "text", 0.5, [], {}]

const brokenBounds = ({ maxItems, maxLength, maximum, minItems, minLength, minimum }: Described) => [
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maximum === undefined ? [] : [maximum + 1]),
  ...(minLength === undefined ? [] : ["x".repeat(minLength - 1)]),
  ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
  ...(minItems === undefined ? [] : [Array(minItems - 1).fill(null)]),
  ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill(null)])
]

const brokenFields = ({ examples, properties = {}, required = [] }: Described, broken: DescribedSchemas["broken"]) => {
  const [example] = examples ?? []
  const whole: Record<string, unknown> =
    example ??
    Object.fromEntries(Object.entries<Described>(properties).map(([name, { examples }]) => [name, examples[0]]))
  const without = (name: string) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
  return [
    ...required.map(without),
    ...Object.entries<Described>(properties).flatMap(([name, schema]) =>
      broken(schema).map((value) => ({ ...whole, [name]: value }))
    )
  ]
}

export const describedSchemas = ({ components }: Described): DescribedSchemas => {
  const ajv = formats.default(new Ajv2020({ strict: false }))
  ajv.addSchema({ $id: "document", components })
  const validators = new Map<Described, ReturnType<typeof ajv.compile>>()
  const validatorOf = (schema: Described) => {
    const known = validators.get(schema)
    if (known !== undefined) return known
    const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
    validators.set(schema, made)
    return made
  }
  const problemOf: DescribedSchemas["problemOf"] = (schema, value) => {
    const validate = validatorOf(schema)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
  const broken: DescribedSchemas["broken"] = (described) => {
    const mayBeNothing = described["x-may-be-nothing"] === true
    const schema = resolved(components, described)
    const { items, type, uniqueItems } = schema
    const [item] = type === "array" ? (schema.examples?.[0] ?? []) : []
    return [
      ...ofAnotherType,
      ...(schema.enum === undefined ? [] : [`not ${schema.enum[0]}`]),
      ...brokenBounds(schema),
      ...(uniqueItems === true && item !== undefined ? [[item, item]] : []),
      ...(items === undefined ? [] : broken(items).map((value) => [value])),
      ...(type === "object" ? brokenFields(schema, broken) : [])
    ].filter((value) => problemOf(schema, value) !== undefined && !(mayBeNothing && isNothing(value)))
  }
  return { problemOf, fitting: makeFitting(components), broken }
}
