/** What a failure of the storage means for code that goes on without it. */
import { Cause } from "effect"
import { StorageError } from "./StorageError.ts"

const errorOf = (cause: Cause.Cause<unknown>): StorageError | undefined => {
  const failure = Cause.squash(cause)
  return failure instanceof StorageError ? failure : undefined
}

/** Whether the same can succeed later. */
export const isStorageAway = (cause: Cause.Cause<unknown>): boolean => errorOf(cause)?.retryable === true

/** Whether waiting alone does not help. */
export const isStorageLost = (cause: Cause.Cause<unknown>): boolean => errorOf(cause)?.lasting === true

const noted = new WeakSet<StorageError>()

/** Notes that the storage itself logs the failure (`StorageOutage`). */
export const noteFailure = (error: StorageError): void => void noted.add(error)

/** Whether the storage logs it itself, so that no other code has to. */
export const isNoted = (cause: Cause.Cause<unknown>): boolean => {
  const error = errorOf(cause)
  return error !== undefined && noted.has(error)
}
