/** A request to an operation as its description says it, or with one thing about it that is wrong. */
import { Arbitrary, Schema } from "effect"
import { mostly, Which } from "../property/choices.ts"
import type { DescribedOperation, DescribedParameter } from "./DescribedOperation.ts"
import type { DescribedSchemas } from "./DescribedSchemas.ts"

/** `uncategorised`: a token without the categories that operations ask for. */
export const Credential = Schema.Literals(["own", "none", "wrong", "personal", "readOnly", "uncategorised"])
export type Credential = typeof Credential.Type

/** The status with which the description says that such a caller is refused; undefined where it is let in. */
export const refusalOf = ({ access, isPublic }: DescribedOperation, credential: Credential): 401 | 403 | undefined => {
  if (isPublic || credential === "own") return undefined
  if (access === undefined || credential === "none" || credential === "wrong") return 401
  const { category, refusesReadOnly, tokenTypes } = access
  const isLetIn: Readonly<Record<typeof credential, boolean>> = {
    personal: tokenTypes.includes("personal"),
    readOnly: !refusesReadOnly,
    uncategorised: category === "any"
  }
  return isLetIn[credential] ? undefined : 403
}

/**
 * Where a value comes from: `known` is the number of one of the caller's resources, `missing` an unknown id, `absent` may be left
 * out and `omitted` may not, `twice` comes twice although only one is expected.
 */
export type PlannedValue =
  | { readonly from: "example" | "omitted" | "twice" }
  | { readonly from: "known"; readonly which: number }
  | { readonly from: "missing" }
  | { readonly from: "absent" }
  | { readonly from: "schema"; readonly value: unknown }
  | { readonly from: "broken"; readonly value: unknown }

export type PlannedBody =
  | { readonly from: "nothing" }
  | { readonly from: "example" }
  /** The example, about a campaign that there is not. */
  | { readonly from: "missing" }
  /** The example, with these fields instead of its own. */
  | { readonly from: "schema"; readonly fields: Readonly<Record<string, unknown>>; readonly value: unknown }
  | { readonly from: "broken"; readonly value: unknown }
  | { readonly from: "text"; readonly text: string; readonly type: string }

export interface RequestPlan {
  /** Its id. */
  readonly operation: string
  readonly credential: Credential
  readonly parameters: Readonly<Record<string, PlannedValue>>
  readonly body: PlannedBody
}

/** What cannot be read as JSON at all. Where a body is not required, none is none of that. */
export const unreadable = ({ body }: DescribedOperation): ReadonlyArray<PlannedBody> => [
  { from: "text", text: "{", type: "application/json" },
  ...(body?.required === true ? [{ from: "text", text: "", type: "application/json" } as const] : []),
  { from: "text", text: "7", type: "text/plain" }
]

/** Texts that do not fit a parameter. */
const brokenTexts = (schemas: DescribedSchemas, { place, schema }: DescribedParameter): ReadonlyArray<string> => {
  // An empty part of a path is another path.
  const texts = ["17", "yes", "a b", "0.5", "-1", "%", "\u0000", "x".repeat(90), ...(place === "path" ? [] : [""])]
  const read = (text: string): unknown => {
    if (schema.type === "boolean") return text === "true" || (text === "false" ? false : text)
    return schema.type === "integer" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text
  }
  return texts.filter((text) => schemas.problemOf(schema, read(text)) !== undefined)
}

const isBroken = ({ from }: PlannedBody | PlannedValue): boolean =>
  ["broken", "omitted", "text", "twice"].includes(from)

/** What is wrong about a parameter. */
export const wrongValues = (schemas: DescribedSchemas, parameter: DescribedParameter): ReadonlyArray<PlannedValue> => [
  ...brokenTexts(schemas, parameter).map((value): PlannedValue => ({ from: "broken", value })),
  ...(parameter.place === "query" ? [{ from: "twice" } as const] : []),
  ...(parameter.place === "query" && parameter.required ? [{ from: "omitted" } as const] : [])
]

/** Whether the description says that the request is wrong. */
export const isWrong = ({ body, parameters }: RequestPlan): boolean =>
  [body, ...Object.values(parameters)].some(isBroken)

const oneOf = <A>(...choices: ReadonlyArray<Arbitrary.Arbitrary<A>>): Arbitrary.Arbitrary<A> =>
  Arbitrary.flatMap(Arbitrary.schema(Schema.Literals(choices.map((_, index) => index))), (index) => choices[index]!)

const constants = <A>(values: ReadonlyArray<A>): Arbitrary.Arbitrary<A> => oneOf(...values.map(Arbitrary.Constant))

const known = Arbitrary.map(Arbitrary.schema(Which), (which): PlannedValue => ({ from: "known", which }))

const valueOf = (schemas: DescribedSchemas, parameter: DescribedParameter): Arbitrary.Arbitrary<PlannedValue> => {
  const broken = wrongValues(schemas, parameter)
  const wrong = broken.length === 0 ? [] : [constants(broken)]
  if (parameter.noun !== "") {
    return oneOf(known, known, known, Arbitrary.Constant<PlannedValue>({ from: "missing" }), ...wrong)
  }
  const fitting = Arbitrary.map(schemas.fitting(parameter.schema), (value): PlannedValue => ({ from: "schema", value }))
  return oneOf(
    Arbitrary.Constant<PlannedValue>({ from: parameter.required ? "example" : "absent" }),
    fitting,
    fitting,
    ...wrong
  )
}

/** Values that a body cannot be. The service reads lines one by one, and refuses none of them as a whole. */
export const brokenBodies = (schemas: DescribedSchemas, { body }: DescribedOperation): ReadonlyArray<PlannedBody> =>
  body?.type === "application/json"
    ? schemas.broken(body.schema).map((value): PlannedBody => ({ from: "broken", value }))
    : []

const bodyOf = (schemas: DescribedSchemas, operation: DescribedOperation): Arbitrary.Arbitrary<PlannedBody> => {
  const { body } = operation
  if (body === undefined) return Arbitrary.Constant({ from: "nothing" })
  // A list is taken as a whole.
  const wrong = constants([...brokenBodies(schemas, operation), ...unreadable(operation)])
  if (body.type !== "application/json") return oneOf<PlannedBody>(Arbitrary.Constant({ from: "example" }), wrong)
  const names = Array.isArray(body.example) ? [] : Object.keys(body.example)
  const chosen = names.length === 0 ? Arbitrary.Constant([]) : Arbitrary.schema(Schema.Array(Schema.Literals(names)))
  const mixed = Arbitrary.map(
    Arbitrary.all({ value: schemas.fitting(body.schema), chosen }),
    ({ chosen, value }): PlannedBody => ({
      from: "schema",
      value,
      fields: Object.fromEntries(chosen.map((name) => [name, (value as Record<string, unknown>)[name]]))
    })
  )
  return oneOf<PlannedBody>(Arbitrary.Constant({ from: "example" }), mixed, mixed, wrong)
}

const planOf = (schemas: DescribedSchemas, operation: DescribedOperation): Arbitrary.Arbitrary<RequestPlan> =>
  Arbitrary.map(
    Arbitrary.all({
      credential: Arbitrary.schema(mostly(Schema.Literal("own"), Credential)),
      parameters: Arbitrary.all(
        Object.fromEntries(operation.parameters.map((parameter) => [parameter.name, valueOf(schemas, parameter)]))
      ),
      body: bodyOf(schemas, operation)
    }),
    (plan) => ({ operation: operation.id, ...plan })
  )

/** What one caller sends, one after the other. */
export const anyPlans = (
  schemas: DescribedSchemas,
  operations: ReadonlyArray<DescribedOperation>
): Arbitrary.Arbitrary<ReadonlyArray<RequestPlan>> =>
  Arbitrary.array(oneOf(...operations.map((operation) => planOf(schemas, operation))), { minLength: 1, maxLength: 10 })
