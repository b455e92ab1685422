/** Options that the service cannot be started with. Says nothing of what was given, which may be secret. */
import { Schema } from "effect"

export class OptionsInvalid extends Schema.TaggedError<OptionsInvalid>()("OptionsInvalid", {
  /** Where, such as `allowedNetworks[0]`. */
  option: Schema.String,
  problem: Schema.String
}) {
  override get message() {
    return `Option ${this.option}: ${this.problem}`
  }
}
