/** Says what goes wrong while a command goes on, where its errors are said and in the same form. */
import { Console, Effect } from "effect"
import { CliError, CliOutput } from "effect/cli"

export const warn = Effect.fnUntraced(function* (userMessage: string, cause?: unknown) {
  const formatter = yield* CliOutput.Formatter
  yield* Console.error(formatter.formatError(new CliError.UserError({ cause, userMessage })))
})
