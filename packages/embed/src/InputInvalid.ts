/** Values that a host gives, checked as those of the API are. */
import { FieldProblem, fieldProblems } from "@sellerkit/core"
import { Effect, Schema, type SchemaAST } from "effect"

/** A call was given what it cannot take. Nothing was changed. */
export class InputInvalid extends Schema.TaggedError<InputInvalid>()("InputInvalid", {
  problems: Schema.Array(FieldProblem)
}) {
  override get message() {
    return this.problems.map(({ location, message }) => `${location}: ${message}`).join("; ")
  }
}

/** `name` names the value in messages. Lists everything that is wrong with it. */
export const decodeInput = <A, R>(
  schema: Schema.ConstraintDecoder<A, R>,
  name: string,
  options?: SchemaAST.ParseOptions
): ((value: unknown) => Effect.Effect<A, InputInvalid, R>) => {
  // Stopping at the first problem is faster, and most values have none.
  const decode = Schema.decodeUnknownEffect(schema, options)
  const decodeWhole = Schema.decodeUnknownEffect(schema, { ...options, errors: "all" })
  return (value) =>
    Effect.catch(decode(value), () => decodeWhole(value)).pipe(
      Effect.mapError(({ issue }) => new InputInvalid({ problems: fieldProblems(name, issue, value) }))
    )
}
