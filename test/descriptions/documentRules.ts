/** What must hold of every OpenAPI document of ours. Each rule gives the places where it does not. */
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import {
  bodiesOf,
  fieldsOf,
  headersOf,
  operationsOf,
  parametersOf,
  type Part,
  type Placed,
  responsesOf,
  schemasOf
} from "./documentParts.ts"

type Rule = (document: Part) => ReadonlyArray<string>

const places = (found: ReadonlyArray<Placed>): ReadonlyArray<string> => found.map(({ place }) => place)

/** Begins as a sentence does, ends as one, and has words between. */
const isSentence = (text: unknown): boolean =>
  typeof text === "string" && /^[A-Z0-9`"][^]*[^.][.)]$/.test(text.split("\n\n")[0]!) && text.split(/\s/).length > 1

const examplesOf = ({ example, examples }: Part): ReadonlyArray<unknown> => {
  if (examples === undefined) return example === undefined ? [] : [example]
  return Array.isArray(examples) ? examples : Object.values<Part>(examples).map(({ value }) => value)
}

const withoutSentence = (found: ReadonlyArray<Placed>) =>
  places(found.filter(({ part }) => !isSentence(part.description)))

const withoutExample = (found: ReadonlyArray<Placed>) =>
  places(found.filter(({ part }) => examplesOf(part).length === 0))

/** The default bounds of a whole number, on both sides. */
const isBound = (bound: unknown): boolean => typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER

const isNumber = ({ type }: Part): boolean => ["integer", "number"].includes(type)

/** Checks values by the schemas of a document. */
const makeValidate = (document: Part) => {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true, validateFormats: true }))
  ajv.addSchema({ $id: "document", components: document.components })
  return (schema: Part, value: unknown): string | undefined => {
    const validate = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
    )
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

export const rules: Readonly<Record<string, Rule>> = {
  "says what it is for": ({ info }) => (isSentence(info.description) && info.description.length > 500 ? [] : ["info"]),

  "has a sentence and a summary for each operation": (document) => [
    ...withoutSentence(operationsOf(document)),
    ...places(operationsOf(document).filter(({ part }) => !part.summary))
  ],

  "has a sentence for each parameter and header": (document) => [
    ...withoutSentence(parametersOf(document)),
    ...withoutSentence(headersOf(document))
  ],

  "has a sentence for each field": (document) => withoutSentence(fieldsOf(document)),

  "has a sentence for each status": (document) => withoutSentence(responsesOf(document)),

  "has a sentence for each way to say who calls": ({ components }) =>
    withoutSentence(Object.entries(components.securitySchemes).map(([place, part]) => ({ place, part }))),

  "has an example of each body, parameter, header and field": (document) =>
    [bodiesOf, parametersOf, headersOf, fieldsOf].flatMap((of) => withoutExample(of(document))),

  "has examples that fit their schemas": (document) => {
    const validate = makeValidate(document)
    const wrong = (placed: Placed, schema: Part) =>
      examplesOf(placed.part).flatMap((example) => {
        const problem = validate(schema, example)
        return problem === undefined ? [] : [`${placed.place}: ${problem}: ${JSON.stringify(example)}`]
      })
    return [
      ...[...bodiesOf(document), ...parametersOf(document), ...headersOf(document)].flatMap((placed) =>
        wrong(placed, placed.part.schema)
      ),
      ...schemasOf(document).flatMap((placed) => wrong(placed, placed.part))
    ]
  },

  "has bounds for each number": (document) =>
    places(
      schemasOf(document).filter(
        ({ part }) =>
          isNumber(part) &&
          part.enum === undefined &&
          !(isBound(part.minimum) && isBound(part.maximum) && part.minimum <= part.maximum)
      )
    ),

  "has a pattern for each text in a path": (document) =>
    places(
      parametersOf(document).filter(
        ({ part }) =>
          part.in === "path" && !isNumber(part.schema) && (part.schema.pattern ?? part.schema.enum) === undefined
      )
    ),

  // A viewer calls what has no tag "Webhooks" by itself.
  "names each tag once, and puts each operation under one": (document) => {
    const names: ReadonlyArray<string> = document.tags.map(({ name }: Part) => name)
    return [
      ...names.filter((name, index) => names.indexOf(name) !== index),
      ...withoutSentence(document.tags.map((part: Part) => ({ place: part.name, part }))),
      ...places(operationsOf(document).filter(({ part }) => part.tags?.length !== 1 || !names.includes(part.tags[0]))),
      ...names.filter((name) => !operationsOf(document).some(({ part }) => part.tags?.includes(name)))
    ]
  }
}
