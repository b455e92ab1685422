/** The parts of an OpenAPI document, each with where it is. */

/** A document, or a part of one, in whatever shape it is. */
export type Part = any

export interface Placed {
  readonly place: string
  readonly part: Part
}

/** Operations of paths and of webhooks. */
export const operationsOf = (document: Part): ReadonlyArray<Placed> =>
  Object.entries<Part>({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries<Part>(methods).map(([method, part]) => ({ place: `${method.toUpperCase()} ${path}`, part }))
  )

/** What is said of several parts of each operation. */
const within = (operations: ReadonlyArray<Placed>, partsOf: (operation: Part) => Record<string, Part>) =>
  operations.flatMap(({ part, place }) =>
    Object.entries(partsOf(part)).map(([name, inner]): Placed => ({ place: `${place} ${name}`, part: inner }))
  )

export const parametersOf = (document: Part): ReadonlyArray<Placed> =>
  within(operationsOf(document), ({ parameters }) =>
    Object.fromEntries(parameters.map((parameter: Part) => [`${parameter.in}.${parameter.name}`, parameter]))
  )

export const responsesOf = (document: Part): ReadonlyArray<Placed> =>
  within(operationsOf(document), ({ responses }) => responses)

export const headersOf = (document: Part): ReadonlyArray<Placed> =>
  within(responsesOf(document), ({ headers = {} }) => headers)

/** The bodies of requests and answers. */
export const bodiesOf = (document: Part): ReadonlyArray<Placed> => [
  ...within(operationsOf(document), ({ requestBody = {} }) => requestBody.content ?? {}),
  ...within(responsesOf(document), ({ content = {} }) => content)
]

/** The schemas within a schema, itself included. */
const schemasWithin = ({ part, place }: Placed): ReadonlyArray<Placed> => [
  { place, part },
  ...Object.entries<Part>(part.properties ?? {}).flatMap(([name, inner]) =>
    schemasWithin({ place: `${place}.${name}`, part: inner })
  ),
  ...[part.items, part.additionalProperties, ...(part.anyOf ?? []), ...(part.allOf ?? [])].flatMap((inner) =>
    typeof inner === "object" ? schemasWithin({ place: `${place}[]`, part: inner }) : []
  )
]

export const schemasOf = (document: Part): ReadonlyArray<Placed> =>
  [
    ...Object.entries<Part>(document.components.schemas).map(([name, part]) => ({ place: name, part })),
    ...[...bodiesOf(document), ...parametersOf(document), ...headersOf(document)].map(({ part, place }) => ({
      place,
      part: part.schema
    }))
  ].flatMap(schemasWithin)

/** The fields of all objects. */
export const fieldsOf = (document: Part): ReadonlyArray<Placed> =>
  schemasOf(document).flatMap(({ part, place }) =>
    Object.entries<Part>(part.properties ?? {}).map(([name, field]) => ({ place: `${place}.${name}`, part: field }))
  )
