/**
 * What existing clients leave out of bodies, or write as nothing. The description of the API does not list nothing as a choice, so
 * that clients which are generated from it have plain types: it says that nothing is read as well.
 */
import { Option, Schema, SchemaGetter } from "effect"

/** The title of a choice that means nothing. */
export const nothing = "nothing"

const asNothing = <S extends Schema.Top>(schema: S) => schema.annotate({ title: nothing })

/** What is left of a schema when it was read. Its name is that of what clients send. */
const readAs = <S extends Schema.Top>(schema: S) => Schema.toType(schema).annotate({ identifier: undefined })

/** A field. Clients in Go, Java or C# write null for what is not set: it counts as left out, and so does 0 where that is named. */
export const mayBeLeftOut = <S extends Schema.Top>(schema: S, ...others: ReadonlyArray<0>) =>
  Schema.optionalKey(
    Schema.Union([schema, asNothing(Schema.Null), ...others.map((value) => asNothing(Schema.Literal(value)))])
  ).pipe(
    Schema.decodeTo(Schema.optionalKey(readAs(schema)), {
      decode: SchemaGetter.transformOptional(
        Option.filter((value): value is S["Type"] => value !== null && !others.some((other) => other === value))
      ),
      encode: SchemaGetter.passthrough()
    })
  )

/**
 * The payload of an operation all of whose fields may be left out. Clients that set none of them send no body, null or, in PHP,
 * where an array without members is a list, an empty list.
 */
export const mayBeEmpty = <S extends Schema.Top>(body: S) => {
  const asEmpty = <Nothing extends Schema.Top>(schema: Nothing) =>
    asNothing(schema).pipe(
      Schema.decodeTo(readAs(body), {
        decode: SchemaGetter.transform(() => ({})),
        encode: SchemaGetter.forbidden(() => "It is sent as an object")
      })
    )
  return [body, asEmpty(Schema.Null), asEmpty(Schema.Tuple([]))] as const
}
