/** Names of path parameters that the document writes in a way that the router cannot, and names that logs have for their ids. */
import { Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { idNameOf, Uuid } from "../../access/Uuid.ts"

const publishedAs = "sellerkitPathName"

/** A parameter's schema, under the name that the document has for it. */
export const inPathAs = <S extends Schema.Top>(name: string, schema: S) => schema.annotate({ [publishedAs]: name })

const parametersOf = ({ params }: HttpApiEndpoint.Top): ReadonlyArray<readonly [name: string, ast: SchemaAST.AST]> =>
  params !== undefined && SchemaAST.isObjects(params.ast)
    ? params.ast.propertySignatures.map(({ name, type }) => [String(name), type] as const)
    : []

/** Published names of parameters, by their names in the program, where the two differ. */
export type PathNames = Readonly<Record<string, string>>

export const pathNamesOf = (endpoint: HttpApiEndpoint.Top): PathNames =>
  Object.fromEntries(
    parametersOf(endpoint).flatMap(([name, ast]) => {
      const published = SchemaAST.resolveAt<string>(publishedAs)(ast)
      return published === undefined ? [] : [[name, published]]
    })
  )

/** The names in all operations of an API. */
export const pathNamesOfAll = (groups: Readonly<Record<string, HttpApiGroup.Constraint>>): PathNames =>
  Object.assign(
    {},
    ...Object.values(groups).flatMap(({ endpoints }) =>
      Object.values(endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>).map(pathNamesOf)
    )
  )

/** `/api/v1/events/{eventId}` as `/api/v1/events/{event-id}`. */
export const publishedPath = (path: string, names: PathNames): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => `{${names[parameter] ?? parameter}}`)

const isUuid = Schema.is(Uuid)

/**
 * The ids in a request's path, under the names that log lines have for them. Only valid ids: a caller may have put anything else
 * there, secrets included.
 */
export const idsInPath = (
  endpoint: HttpApiEndpoint.Top,
  params: Readonly<Record<string, string | undefined>>
): ReadonlyArray<readonly [name: string, id: string]> =>
  parametersOf(endpoint).flatMap(([parameter, ast]) => {
    const name = idNameOf(ast)
    const id = params[parameter]
    return name !== undefined && isUuid(id) ? [[name, id] as const] : []
  })
