/** Flags that replace environment variables, and are read like them. */
import { Effect, Option, Record } from "effect"
import { GivenFlags } from "../../settings/variable.ts"

interface Given {
  readonly port?: Option.Option<string>
  readonly database?: Option.Option<string>
  readonly processes?: Option.Option<string>
}

/** Where a flag is given, its text is read for the variable, and messages name the flag. */
export const withFlags = <A, E, R>(
  self: Effect.Effect<A, E, R>,
  { database = Option.none(), port = Option.none(), processes = Option.none() }: Given
): Effect.Effect<A, E, R> => {
  const given = {
    PORT: Option.map(port, (text) => ({ flag: "--port", text })),
    SELLERKIT_DATABASE: Option.map(database, (text) => ({ flag: "--database", text })),
    SELLERKIT_PROCESSES: Option.map(processes, (text) => ({ flag: "--processes", text }))
  }
  return Effect.provideService(self, GivenFlags, Record.getSomes(given))
}
