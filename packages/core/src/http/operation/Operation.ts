/** What every operation declares besides its schemas: access, rate budget and documentation. */
import { Context, Option } from "effect"
import { type HttpApiEndpoint, type HttpApiGroup, OpenApi } from "effect/http-api"
import type { Access } from "../../access/Access.ts"
import type { NamedLimit } from "../../limits/Limits.ts"
import type { Budgeted } from "../../limits/RateBudget.ts"

/** Bounds of the numbers in paths and queries, by the names of parameters: the framework leaves them out where a number is a text. */
export type Bounds = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Where an operation has bounds of its own. It is not published. */
export const ownBounds = "x-own-bounds"

export interface Operation {
  readonly summary: string
  readonly description: string
  readonly access: Access
  readonly limit: NamedLimit
  /** The operation that this is another spelling of. Both have the same budget and the same name. */
  readonly aliasOf?: string
  /** Its answer is rows that are sent while they are read (`answerRows`): described with what such an answer has besides. */
  readonly streamsRows?: true
  /** Bounds of numbers in its query that are not those of other operations, for its description. */
  readonly bounds?: Bounds
}

class OperationAnnotation extends Context.Service<OperationAnnotation, Operation>()(
  "@sellerkit/core/http/operation/Operation"
) {}

/** Use as `endpoint.annotateMerge(operation({ … }))`. */
export const operation = (value: Operation): Context.Context<never> => {
  const { name, permits, window } = value.limit
  return OpenApi.annotations({
    summary: value.summary,
    description: value.description,
    override: {
      "x-token-types": value.access.tokenTypes,
      "x-token-category": value.access.category,
      ...(value.access.refusesReadOnly && { "x-token-access": "write" }),
      "x-rate-limit": { budget: name, requests: permits, window: String(window) },
      ...(value.bounds !== undefined && { [ownBounds]: value.bounds }),
      ...(value.aliasOf !== undefined && { "x-alias-of": value.aliasOf }),
      ...(value.streamsRows && { "x-streams-rows": true })
    }
  }).pipe(Context.add(OperationAnnotation, value)) as Context.Context<never>
}

/** The same for an operation that anybody may call, without a token and as often as they like. */
export const publicOperation = ({ description, summary }: Pick<Operation, "description" | "summary">) =>
  OpenApi.annotations({ summary, description })

/** What a middleware knows about the endpoint that it wraps. */
export interface Declared {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
}

// Each endpoint belongs to one group.
const known = new WeakMap<HttpApiEndpoint.Top, Option.Option<Operation>>()

/** None where anybody may call it (`publicOperation`). */
const findOperation = ({ endpoint, group }: Declared): Option.Option<Operation> => {
  const found = known.get(endpoint)
  if (found !== undefined) return found
  const declared = Context.getOption(Context.merge(group.annotations, endpoint.annotations), OperationAnnotation)
  known.set(endpoint, declared)
  return declared
}

/** Whether it is a GET that changes nothing. Some changes are made by GET. What anybody may call changes nothing. */
export const isReadByGet = (declared: Declared): boolean =>
  declared.endpoint.method === "GET" && Option.getOrUndefined(findOperation(declared))?.access.refusesReadOnly !== true

/** How answers name the operation. */
export const originOf = (declared: Declared): string =>
  Option.getOrUndefined(findOperation(declared))?.aliasOf ??
  `${declared.group.identifier}.${declared.endpoint.identifier}`

/** An operation as the change log and its readers name it, such as `GET /ping`. */
export const nameOf = ({ method, path }: Pick<HttpApiEndpoint.Top, "method" | "path">): string => `${method} ${path}`

/** The paths of an API's operations, by their names. */
export const operationPaths = (
  groups: Readonly<Record<string, HttpApiGroup.Constraint>>
): ReadonlyMap<string, string> =>
  new Map(
    Object.values(groups).flatMap(({ endpoints }) =>
      Object.values(endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>).map(
        (endpoint) => [nameOf(endpoint), endpoint.path] as const
      )
    )
  )

/** The operation that an endpoint declares; a group's declaration is the fallback. */
export const operationOf = (declared: Declared): Operation =>
  Option.getOrThrowWith(findOperation(declared), () => new Error(`${originOf(declared)} declares no operation`))

export const budgetOf = (declared: Declared): Budgeted => ({
  operation: originOf(declared),
  limit: operationOf(declared).limit
})
