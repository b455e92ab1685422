/**
 * The code that reads a flag or an argument. It is loaded once there is something to read: help and completions do without it.
 */
import { Effect, Option } from "effect"
import { CliError } from "effect/cli"

interface Read {
  readonly kind: "flag" | "argument"
  readonly name: string
  /** The message for a wrong value: `Expected …`. */
  readonly expected: string
}

export const readBy =
  <Given extends string | number, A>(
    { expected, kind, name }: Read,
    load: () => Promise<(given: Given) => Option.Option<A>>
  ) =>
  (given: Given): Effect.Effect<A, CliError.InvalidValue> =>
    Effect.flatMap(Effect.promise(load), (read) =>
      Option.match(read(given), {
        onNone: () => Effect.fail(new CliError.InvalidValue({ option: name, value: String(given), expected, kind })),
        onSome: Effect.succeed
      })
    )
