/** Identifiers: UUIDs in any case on the way in, lower case everywhere else, so that two spellings are one id. */
import { Schema, SchemaAST, SchemaTransformation } from "effect"

/** Any version and variant: ids of sellers are made elsewhere. */
export const Uuid = Schema.String.check(Schema.isGUID({ message: "Expected a UUID" })).pipe(
  Schema.decode(SchemaTransformation.toLowerCase()),
  Schema.annotateEncoded({ format: "uuid" })
)

const idName = "sellerkitIdName"

/** Ids of one kind, under the name that logs have for them. */
export const loggedAs =
  (name: string) =>
  <S extends Schema.Top>(schema: S) =>
    schema.annotate({ [idName]: name })

/** What logs call ids with the schema; undefined where it is not one of ids. */
export const idNameOf: (ast: SchemaAST.AST) => string | undefined = SchemaAST.resolveAt(idName)
