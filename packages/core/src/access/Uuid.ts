/** Identifiers: UUIDs. Input may have either case; everything else is lower case, so that two spellings are one id. */
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

/** The name that logs have for ids of a schema; undefined where the schema is not one of ids. */
export const idNameOf: (ast: SchemaAST.AST) => string | undefined = SchemaAST.resolveAt(idName)
