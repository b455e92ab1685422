/** How the OpenAPI document says that operations are deprecated and switched off. */
import { requestIdHeader } from "./answerHeaders.ts"
import { type Description, mapParts } from "./Description.ts"
import type { DescribedLifecycle, Installation } from "./openApiDocument.ts"

const sentences: Readonly<Record<string, string>> = {
  deprecation: "Since when the operation is deprecated: `@` and seconds since 1970 (RFC 9745). Absent before.",
  sunset: "When the operation is switched off (RFC 8594).",
  link: "The change log and, where it is served here, the operation that does the same now (RFC 8288)."
}

const sentenceOf = ({ deprecatedOn, disabledOn, successor }: DescribedLifecycle): string =>
  [
    `Deprecated since ${deprecatedOn}`,
    ...(disabledOn === undefined ? [] : [`switched off on ${disabledOn}`]),
    ...(successor === undefined ? [] : [`use \`${successor}\``])
  ].join("; ")

const switchedOff: Description = {
  410: {
    description: "The operation is switched off. The body says since when, and what to use.",
    headers: requestIdHeader
  }
}

const ofLifecycle = (operation: Description, lifecycle: DescribedLifecycle): Description => {
  const { description, responses } = operation
  const { disabledOn, isEnforced } = lifecycle
  const headers = mapParts(lifecycle.headers, (example, name) => ({
    description: sentences[name],
    schema: { type: "string" },
    example
  }))
  return {
    ...operation,
    deprecated: true,
    description: `${description} ${sentenceOf(lifecycle)}.`,
    responses: mapParts({ ...responses, ...(isEnforced && switchedOff) }, (response) => ({
      ...response,
      headers: { ...response["headers"], ...headers }
    })),
    ...(disabledOn !== undefined && { "x-sunset": disabledOn })
  }
}

export const withLifecycle = (spec: Description, { lifecycleOf }: Installation): Description => ({
  ...spec,
  paths: mapParts(spec["paths"], (methods, path) =>
    mapParts(methods, (operation, method) => {
      const lifecycle = lifecycleOf(`${method.toUpperCase()} ${path}`)
      return lifecycle === undefined ? operation : ofLifecycle(operation, lifecycle)
    })
  )
})
