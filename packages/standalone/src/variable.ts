/** One environment variable: its value, or what is wrong with it and what to do. */
import { Array, Config, Effect, Option, type Result, Schema } from "effect"

/** Sentences that begin with the name of a variable. They never repeat its value: some are secrets. */
export type Problems = ReadonlyArray<string>

/** None where the variable is not set. */
export const variable = Effect.fnUntraced(function* <A>(
  name: string,
  schema: Schema.Codec<A, string>,
  advice: string
): Effect.fn.Return<Option.Option<A>, Problems> {
  const text = yield* Effect.orDie(Config.option(Config.NonEmptyString(name)))
  if (Option.isNone(text)) return Option.none()
  const value = Schema.decodeEffect(schema)(text.value)
  return yield* Effect.mapBoth(value, { onFailure: () => [`${name}: ${advice}`], onSuccess: Option.some })
})

/** Everything that is wrong, so that one start shows all of it. */
export const problemsOf = (readings: Readonly<Record<string, Result.Result<unknown, Problems>>>): Problems =>
  Array.getFailures(Object.values(readings)).flat()
