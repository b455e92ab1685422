/** A flag that may be left out, and whose help says what counts then. */
import { Flag } from "effect/cli"

export const withDefault =
  <const A extends string | number>(description: string, value: A) =>
  <B>(flag: Flag.Flag<B>): Flag.Flag<A | B> =>
    flag.pipe(Flag.withDescription(`${description} (default: ${value})`), Flag.withDefault(value))
