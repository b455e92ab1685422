/** Checks what a command is given as the service would. */
import { Effect, Schema, SchemaIssue } from "effect"
import { CommandFailed } from "./CommandFailed.ts"

const reason = SchemaIssue.makeFormatterDefault()

/** `what` names the value in the message. */
export const checked = (schema: Schema.Codec<string>, what: string, text: string) =>
  Effect.mapError(
    Schema.decodeEffect(schema)(text),
    ({ issue }) => new CommandFailed({ message: `${what}: ${reason(issue)}` })
  )
