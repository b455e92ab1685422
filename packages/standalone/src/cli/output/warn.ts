/** Says what goes wrong while a command goes on: in the same place and form as its errors. */
import { Console, Effect } from "effect"
import { CliError, CliOutput } from "effect/cli"

export const warn = Effect.fnUntraced(function* (userMessage: string, cause?: unknown) {
  const formatter = yield* CliOutput.Formatter
  yield* Console.error(formatter.formatError(new CliError.UserError({ cause, userMessage })))
})
