/** Something that a viewer does, such as pressing a button: it runs once at a time, and its failure stands where it was begun. */
import { useSignal } from "@preact/signals"
import { Failure } from "../api/http/Failure.ts"

export interface Action<Given extends ReadonlyArray<unknown>> {
  readonly run: (...given: Given) => void
  readonly isRunning: boolean
  readonly failure: Failure | undefined
}

export const useAction = <Given extends ReadonlyArray<unknown>>(
  act: (...given: Given) => Promise<void>
): Action<Given> => {
  const isRunning = useSignal(false)
  const failure = useSignal<Failure | undefined>(undefined)
  const run = async (...given: Given): Promise<void> => {
    if (isRunning.peek()) return
    isRunning.value = true
    failure.value = undefined
    try {
      await act(...given)
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause
      failure.value = cause
    } finally {
      isRunning.value = false
    }
  }
  return { run: (...given) => void run(...given), isRunning: isRunning.value, failure: failure.value }
}
