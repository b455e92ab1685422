/** A command could not do what it was asked for. The message says what is wrong and what to do. */
import { Schema } from "effect"
import { CliError } from "effect/cli"

export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {
  override get [CliError.userMessage]() {
    return this.message
  }
}
