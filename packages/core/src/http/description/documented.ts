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
const notFound = ({ formats, nouns }: Documentation, path: string): readonly [title: string, detail: string] => {
  const noun = nouns[path.split("/{").at(-2)!.split("/").at(-1)!]!
  return [`${noun} not found`, `There is no ${noun.toLowerCase()} ${formats.uuid}`]
}

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
  (content: Description, operation: string, example?: Example): Description =>
    mapParts(content, ({ schema }) => ({
      schema: explained(schema, operation),
      // The viewer looks at examples that have names, and at no others.
      examples: { example: { value: example ?? fields[`${operation}.body`]?.[1] ?? exampleOf(schema, operation) } }
    }))

const makeOperation = (explainer: Explainer, documentation: Documentation) => {
  const { answers, fields, problems } = documentation
  const parametersOf = makeParameters(explainer, documentation)
  const contentOf = makeContent(explainer, documentation)

  return (operation: Description, path: string): Description => {
    const name = nameOf(operation)
    const { parameters, requestBody, responses } = operation
    const request = requestBody && contentOf(requestBody.content, name)

    const problem = (status: string): Example => {
      const [title, detail] =
        status === "404" ? notFound(documentation, path) : (problems[`${name} ${status}`] ?? problems[status]!)
      const wrong = request?.["application/json"].examples.example.value
      const errors = status === "400" ? [mistakeOf(documentation, parameters, wrong)] : []
      return { title, detail, requestId: fields["requestId"]?.[1], origin: name, errors }
    }

    const answer = (response: Description, status: string): Description => ({
      ...response,
      description: answers[`${name} ${status}`] ?? answers[isProblem(status) ? status : name],
      ...(response["content"] && {
        content: contentOf(response["content"], name, isProblem(status) ? problem(status) : undefined)
      })
    })

    return {
      ...operation,
      parameters: parametersOf(operation),
      ...(request && { requestBody: { ...requestBody, content: request } }),
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
