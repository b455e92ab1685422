/** Decoding that names everything that is wrong with an input, where the input is small enough for that. */
import { Effect, Schema, type SchemaAST } from "effect"
import { jsonBounds } from "./JsonBounds.ts"

// our choice: as many as a seller's request may have. Each wrong value takes its time, in which nobody else is served.
const mostExamined = jsonBounds.values

/** Whether it has at most so many elements of arrays and fields of objects, at all levels together. Looks at no more than these. */
const hasAtMost = (most: number, input: unknown): boolean => {
  const waiting = [input]
  let count = 0
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== "object" || value === null) continue
    const inside: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value)
    count += inside.length
    if (count > most) return false
    waiting.push(...inside)
  }
  return true
}

/** Stops at the first problem, and looks for all of them in an input that is not too large. */
export const decodeExamined = <A, R>(
  schema: Schema.ConstraintDecoder<A, R>,
  options?: SchemaAST.ParseOptions
): ((input: unknown) => Effect.Effect<A, Schema.SchemaError, R>) => {
  const decode = Schema.decodeUnknownEffect(schema, { ...options, errors: "first" })
  const decodeWhole = Schema.decodeUnknownEffect(schema, { ...options, errors: "all" })
  return (input) =>
    Effect.catch(decode(input), (error) => (hasAtMost(mostExamined, input) ? decodeWhole(input) : Effect.fail(error)))
}
