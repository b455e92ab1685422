/** An OpenAPI document with what people read of it. */
import { type Description, mapParts } from "./Description.ts"
import type { Documentation, Example } from "./Documentation.ts"
import { type Explainer, ownExplainer } from "./explained.ts"

/** The wrong field in the example of a refused request. */
const mistakeOf = ({ mistakes }: Documentation, [first]: ReadonlyArray<Description>, body: Example): Example => {
  const part = first?.["in"] ?? "body"
  const location = `${part}.${first?.["name"] ?? Object.keys(body ?? {})[0]}`
  const [message, value] = mistakes[location] ?? mistakes[part]!
  return { message, location, value }
}

/** `/webhooks/{id}/test` names a webhook. */
const notFound = (
  { nouns }: Documentation,
  path: string,
  parameters: ReadonlyArray<Description>
): readonly [title: string, detail: string] => {
  const noun = nouns[path.split("/{").at(-2)!.split("/").at(-1)!]!
  const id = parameters.findLast((parameter) => parameter["in"] === "path")
  return [`${noun} not found`, `There is no ${noun.toLowerCase()} ${id?.["example"]}`]
}

const isRecord = (example: Example): example is Readonly<Record<string, Example>> =>
  typeof example === "object" && example !== null && !Array.isArray(example)

/** The framework takes no body for null. */
const isRequired = ({ schema }: Description): boolean =>
  schema["x-may-be-nothing"] !== true && !schema.anyOf?.some(({ type }: Description) => type === "null")

/** As the framework describes an answer that has a body, or none. */
const mayBeEmpty = ({ content, description }: Description): boolean =>
  content !== undefined && description.includes("<No Content>")

const isProblem = (status: string): boolean => status >= "400"

/** An operation that is another spelling of an operation has that operation's name. */
const nameOf = (operation: Description): string => operation["x-alias-of"] ?? operation["operationId"]

const makeParameters =
  ({ exampleOf }: Explainer, { fields }: Documentation) =>
  (operation: Description): ReadonlyArray<Description> =>
    operation["parameters"].map((parameter: Description) => {
      const { name, schema } = parameter
      const [description, example = exampleOf(schema, name)] =
        fields[`${nameOf(operation)}?${name}`] ?? fields[`?${name}`] ?? []
      return { ...parameter, description, example }
    })

const makeContent =
  ({ exampleOf, explained }: Explainer, { fields }: Documentation) =>
  (
    content: Description,
    operation: string,
    part: "answer" | "body",
    example = (schema: Description): Example => fields[`${operation}.${part}`]?.[1] ?? exampleOf(schema, operation)
  ): Description =>
    mapParts(content, ({ schema }) => ({
      schema: explained(schema, operation),
      // The viewer looks at examples that have names, and at no others.
      examples: { example: { value: example(schema) } }
    }))

const makeOperation = (explainer: Explainer, documentation: Documentation) => {
  const { answers, fields, problems, refusals } = documentation
  const parametersOf = makeParameters(explainer, documentation)
  const contentOf = makeContent(explainer, documentation)

  return (operation: Description, path: string): Description => {
    const name = nameOf(operation)
    const { requestBody, responses } = operation
    const parameters = parametersOf(operation)
    const request = requestBody && contentOf(requestBody.content, name, "body")
    const said = fields[`${name}.body`]?.[0]

    /** What it is about, and which fields of the request. */
    const problem = (usual: Readonly<Record<string, Example>>, status: string): Example => {
      const [title, detail] =
        status === "404"
          ? notFound(documentation, path, parameters)
          : (problems[`${name} ${status}`] ?? problems[status]!)
      const wrong = request && Object.values<Description>(request)[0]!["examples"].example.value
      const errors = status === "400" ? [mistakeOf(documentation, parameters, wrong)] : []
      return { ...usual, title, detail, origin: name, errors }
    }

    /** An error by the shape of its body: of Seller Webhooks Service, one with a status in it, a list, or one text. */
    const error = (schema: Description, status: string): Example => {
      const usual = explainer.exampleOf(schema, name)
      if (isRecord(usual) && "origin" in usual) {
        return "errors" in usual ? problem(usual, status) : { ...usual, origin: name }
      }
      if (isRecord(usual) && "errors" in usual) return usual
      const text = refusals[`${name} ${status}`]!
      if (!isRecord(usual)) return text
      return "message" in usual ? { message: text, type: usual["type"] } : { ...usual, error: text }
    }

    const answer = (response: Description, status: string): Description => ({
      ...response,
      ...(mayBeEmpty(response) && { "x-may-be-empty": true }),
      description: answers[`${name} ${status}`] ?? answers[isProblem(status) ? status : name],
      ...(response["content"] && {
        content: contentOf(
          response["content"],
          name,
          "answer",
          isProblem(status) ? (schema) => error(schema, status) : undefined
        )
      })
    })

    return {
      ...operation,
      parameters,
      ...(request && {
        requestBody: {
          ...requestBody,
          ...(said && { description: said }),
          content: request,
          required: Object.values<Description>(request).every(isRequired)
        }
      }),
      responses: mapParts(responses, answer)
    }
  }
}

/** The document's operations and named schemas, each with its sentences and examples. */
export const documented = (spec: Description, documentation: Documentation): Description => {
  const { components, info, paths } = spec
  const explainer = ownExplainer(components.schemas, documentation)
  const explainedOperation = makeOperation(explainer, documentation)
  return {
    ...spec,
    info: { ...info, description: documentation.description },
    paths: mapParts(paths, (methods, path) => mapParts(methods, (operation) => explainedOperation(operation, path))),
    components: { ...components, schemas: mapParts(components.schemas, explainer.explained) }
  }
}
