/** The one error of every storage port. */
import { Schema } from "effect"

export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  /** The port method that failed, such as `EventStore.append`. */
  operation: Schema.String,
  /** Whether the same call can succeed later: the database is busy or unreachable, not wrong. */
  retryable: Schema.Boolean,
  /** Whether that takes somebody who repairs the storage, or a process that opens it again: waiting alone does not help. */
  lasting: Schema.optionalKey(Schema.Boolean),
  cause: Schema.Defect()
}) {
  override get message() {
    return `${this.operation} failed${this.retryable ? ", repeating it may succeed" : ""}`
  }
}
