/** The one error of every storage port. */
import { Schema } from "effect"

export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  /** The port method that failed, such as `EventStore.append`. */
  operation: Schema.String,
  /** Whether the same call can succeed later: the database is busy or unreachable, not wrong. */
  retryable: Schema.Boolean,
  /** Whether waiting does not help: the storage has to be repaired, or opened by a new process. */
  lasting: Schema.optionalKey(Schema.Boolean),
  cause: Schema.Defect()
}) {
  override get message() {
    return `${this.operation} failed${this.retryable ? ", repeating it may succeed" : ""}`
  }
}
