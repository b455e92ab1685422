/** Identifiers: UUIDs in any case on the way in, lower case everywhere else, so that two spellings are one id. */
import { Schema, SchemaTransformation } from "effect"

/** Any version and variant: ids of sellers are made elsewhere. */
export const Uuid = Schema.String.check(Schema.isGUID({ message: "Expected a UUID" })).pipe(
  Schema.decode(SchemaTransformation.toLowerCase()),
  Schema.annotateEncoded({ format: "uuid" })
)
