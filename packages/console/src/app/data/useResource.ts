/** Data of the service that a page shows: loaded, loaded again, and kept on the page while a further attempt is made. */
import { useSignal } from "@preact/signals"
import { useCallback, useEffect } from "preact/hooks"
import type { Failure } from "../api/http/Failure.ts"
import { type FailedAttempt, failedAttempt } from "./failedAttempt.ts"
import { repeatedly } from "./repeatedly.ts"

interface State<Data> extends Partial<FailedAttempt> {
  readonly key: string
  readonly data?: Data
}

export interface Resource<Data> {
  /** The latest that was loaded, also beside a failure. */
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  readonly nextAttemptAt: number | undefined
  readonly reload: () => void
}

interface Options<Data> {
  /**
   * Takes the place of `load` where what is shown follows what happens: gives what there is, again whenever it changes, and completes
   * when the service ends the answer, which is then asked for again.
   */
  readonly follow?: ((onData: (data: Data) => void, signal: AbortSignal) => Promise<void>) | undefined
  /** Milliseconds after which it is loaded again. Undefined where it stays as it is. */
  readonly every?: (data: Data) => number | undefined
}

/**
 * `key` names what is loaded: another key is other data. Where the service cannot be reached, failed or asks to wait, it is tried
 * again, which the viewer sees.
 */
export const useResource = <Data>(
  key: string,
  load: (signal: AbortSignal) => Promise<Data>,
  { every, follow }: Options<Data> = {}
): Resource<Data> => {
  const state = useSignal<State<Data>>({ key })
  const round = useSignal(0)
  useEffect(() => {
    let failures = 0
    return repeatedly(async (stopped) => {
      const show = (data: Data): void => {
        failures = 0
        if (!stopped.aborted) state.value = { key, data }
      }
      try {
        if (follow !== undefined) {
          await follow(show, stopped)
          return stopped.aborted ? undefined : 0
        }
        const data = await load(stopped)
        show(data)
        return every?.(data)
      } catch (cause) {
        if (stopped.aborted) return undefined
        const { pause, shown } = failedAttempt(cause, ++failures)
        const known = state.peek()
        const data = known.key === key && known.data !== undefined ? { data: known.data } : {}
        state.value = { key, ...data, ...shown }
        return pause
      }
    })
  }, [key, round.value])
  const reload = useCallback(() => {
    round.value++
  }, [])
  const current: State<Data> = state.value.key === key ? state.value : { key }
  return { data: current.data, failure: current.failure, nextAttemptAt: current.nextAttemptAt, reload }
}
