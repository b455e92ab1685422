/** The service cannot be reached, or fails. It may be different in a moment, so that whoever waits may ask again. */
import { Schema } from "effect"
import { CliError } from "effect/cli"

export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", {
  message: Schema.String
}) {
  override get [CliError.userMessage]() {
    return this.message
  }
}
