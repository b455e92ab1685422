/** One environment variable, or the flag that stands in for it: its value, or what is wrong with it and what to do. */
import { Array, Config, Context, Effect, Option, type Result, Schema } from "effect"

/** Sentences that begin with the name of a variable or flag. They never repeat its value: some are secrets. */
export type Problems = ReadonlyArray<string>

export interface GivenFlag {
  /** Such as `--port`. */
  readonly flag: string
  readonly text: string
}

/** Flags of the command line that count instead of variables, by the variable. */
export const GivenFlags = Context.Reference<Readonly<Record<string, GivenFlag>>>("@sellerkit/standalone/GivenFlags", {
  defaultValue: () => ({})
})

/** What changes a setting: the name of its variable, or its flag where that is given. */
export const changedWith = (variable: string): Effect.Effect<string> =>
  Effect.map(GivenFlags, (given) => given[variable]?.flag ?? variable)

const textOf = Effect.fnUntraced(function* (name: string) {
  const given = (yield* GivenFlags)[name]
  return given === undefined ? yield* Effect.orDie(Config.option(Config.NonEmptyString(name))) : Option.some(given.text)
})

/** None where the variable is not set. */
export const variable = Effect.fnUntraced(function* <A>(
  name: string,
  schema: Schema.Codec<A, string>,
  advice: string
): Effect.fn.Return<Option.Option<A>, Problems> {
  const text = yield* textOf(name)
  if (Option.isNone(text)) return Option.none()
  const value = Schema.decodeEffect(schema)(text.value)
  const source = yield* changedWith(name)
  return yield* Effect.mapBoth(value, { onFailure: () => [`${source}: ${advice}`], onSuccess: Option.some })
})

/** Everything that is wrong, so that one start shows all of it. */
export const problemsOf = (readings: Readonly<Record<string, Result.Result<unknown, Problems>>>): Problems =>
  Array.getFailures(Object.values(readings)).flat()
