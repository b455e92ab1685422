/** The service cannot be reached, or fails. It may answer in a moment, so a waiting caller may try again. */
import { Schema } from "effect"
import { CliError } from "effect/cli"

export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", {
  message: Schema.String
}) {
  override get [CliError.userMessage]() {
    return this.message
  }
}
