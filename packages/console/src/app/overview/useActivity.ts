/** The samples of the last hour, which go on as long as the page is shown. A reading that breaks off is taken up again. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { type ActivitySample, readActivity } from "../api/activity.ts"
import { type FailedAttempt, failedAttempt } from "../data/failedAttempt.ts"
import { repeatedly } from "../data/repeatedly.ts"

// our choice: as long as the service keeps them, in milliseconds.
const shownFor = 60 * 60_000

export interface ActivityState extends Partial<FailedAttempt> {
  readonly samples: ReadonlyArray<ActivitySample>
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
        const { pause, shown } = failedAttempt(cause, ++failures)
        state.value = { samples: state.peek().samples, ...shown }
        return pause
      }
    })
  }, [])
  return state.value
}
