/** What the change log says about the life of one operation. Times are milliseconds since 1970. */
import { type ApiChange, changesOf, startOf } from "./ApiChange.ts"

export interface OperationLifecycle {
  readonly deprecatedAt: number
  /** The day, in Moscow, from which on it is switched off. */
  readonly disabledOn?: string
  readonly disabledAt?: number
  /** The operation to be used instead. */
  readonly successor?: string
}

/** Undefined for an operation that stays. */
export const lifecycleOf = (changes: ReadonlyArray<ApiChange>, operation: string): OperationLifecycle | undefined => {
  const [deprecated] = changesOf(changes, "deprecated", operation)
  const [disabled] = changesOf(changes, "disabled", operation)
  const first = deprecated ?? disabled
  if (first === undefined) return undefined
  const successor = disabled?.successor ?? first.successor
  return {
    deprecatedAt: startOf(first.on),
    ...(disabled !== undefined && { disabledOn: disabled.on, disabledAt: startOf(disabled.on) }),
    ...(successor !== undefined && { successor })
  }
}

export type OperationState = "current" | "deprecated" | "disabled"

export const stateAt = ({ deprecatedAt, disabledAt }: OperationLifecycle, now: number): OperationState => {
  if (disabledAt !== undefined && now >= disabledAt) return "disabled"
  return now >= deprecatedAt ? "deprecated" : "current"
}
