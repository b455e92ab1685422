/** The samples of the last hour, which go on as long as the page is shown. A reading that breaks off is taken up again. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { type ActivitySample, readActivity } from "../api/activity.ts"
import { Failure, pauseAfter } from "../api/Failure.ts"
import { repeatedly } from "../data/repeatedly.ts"

// our choice: as long as the service keeps them, in milliseconds.
const shownFor = 60 * 60_000

export interface ActivityState {
  readonly samples: ReadonlyArray<ActivitySample>
  readonly failure?: Failure
  /** Milliseconds since 1970. */
  readonly nextAttemptAt?: number
}

export const useActivity = (): ActivityState => {
  const state = useSignal<ActivityState>({ samples: [] })
  useEffect(() => {
    let failures = 0
    return repeatedly(async (stopped) => {
      const take = (more: ReadonlyArray<ActivitySample>): void => {
        failures = 0
        const end = more.at(-1)?.at ?? 0
        state.value = { samples: [...state.peek().samples, ...more].filter(({ at }) => at > end - shownFor) }
      }
      const { samples } = state.peek()
      try {
        await readActivity(samples.at(-1)?.at ?? 0, take, stopped)
        return 0
      } catch (cause) {
        if (stopped.aborted) return undefined
        if (!(cause instanceof Failure)) throw cause
        failures++
        const pause = pauseAfter(cause, failures)
        state.value = {
          samples: state.peek().samples,
          failure: cause,
          ...(pause === undefined ? {} : { nextAttemptAt: Date.now() + pause })
        }
        return pause
      }
    })
  }, [])
  return state.value
}
