/** How the OpenAPI document says that operations are deprecated and switched off. */
import type { OperationLifecycle } from "../../lifecycle/OperationLifecycle.ts"
import { moscowDay } from "../../time/MoscowTime.ts"
import { lifecycleHeaders } from "../lifecycle/lifecycleHeaders.ts"
import { type Description, mapParts } from "./Description.ts"
import type { Installation } from "./openApiDocument.ts"

const sentences: Readonly<Record<string, string>> = {
  deprecation: "Since when the operation is deprecated: `@` and seconds since 1970 (RFC 9745). Absent before.",
  sunset: "When the operation is switched off (RFC 8594).",
  link: "The change log and, where it is served here, the operation that does the same now (RFC 8288)."
}

const headersOf = (lifecycle: OperationLifecycle, successorPath: string | undefined): Description =>
  mapParts(lifecycleHeaders(lifecycle, successorPath, "/"), (example, name) => ({
    description: sentences[name],
    schema: { type: "string" },
    example
  }))

const sentenceOf = ({ deprecatedAt, disabledOn, successor }: OperationLifecycle): string =>
  [
    `Deprecated since ${moscowDay(deprecatedAt)}`,
    ...(disabledOn === undefined ? [] : [`switched off on ${disabledOn}`]),
    ...(successor === undefined ? [] : [`use \`${successor}\``])
  ].join("; ")

const withResponses = (
  responses: Description,
  headers: Description,
  lifecycle: OperationLifecycle,
  enforces: boolean
): Description => {
  const all =
    enforces && lifecycle.disabledAt !== undefined
      ? {
          ...responses,
          410: { description: "The operation is switched off. The body says since when, and what to use.", headers: {} }
        }
      : responses
  return mapParts(all, (response) => ({ ...response, headers: { ...response["headers"], ...headers } }))
}

export const withLifecycle = (spec: Description, { enforces, lifecycleOf }: Installation): Description => {
  const pathOf = (operation: string | undefined): string | undefined => {
    const [method = "", path = ""] = operation?.split(" ") ?? []
    return spec["paths"][path]?.[method.toLowerCase()] === undefined ? undefined : path
  }
  return {
    ...spec,
    paths: mapParts(spec["paths"], (methods, path) =>
      mapParts(methods, (operation, method) => {
        const lifecycle = lifecycleOf(`${method.toUpperCase()} ${path}`)
        if (lifecycle === undefined) return operation
        const headers = headersOf(lifecycle, pathOf(lifecycle.successor))
        return {
          ...operation,
          deprecated: true,
          description: `${operation["description"]} ${sentenceOf(lifecycle)}.`,
          responses: withResponses(operation["responses"], headers, lifecycle, enforces),
          ...(lifecycle.disabledOn !== undefined && { "x-sunset": lifecycle.disabledOn })
        }
      })
    )
  }
}
