/** A report that arrives: its rows so far, and whether there are more to come. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { Account } from "../api/Account.ts"
import { Failure, pauseAfter } from "../api/Failure.ts"
import { readReport, type ReportDays, type ReportName } from "../api/reports.ts"
import { RowReader } from "./RowReader.ts"

export interface ReportState {
  /** Texts of JSON. */
  readonly rows: ReadonlyArray<string>
  readonly isComplete: boolean
  readonly failure?: Failure
  /** Milliseconds since 1970. */
  readonly nextAttemptAt?: number
}

const nothing: ReportState = { rows: [], isComplete: false }

export const useReport = (account: Account, name: ReportName, { from, to }: ReportDays): ReportState => {
  const state = useSignal<ReportState>(nothing)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let timer: ReturnType<typeof setTimeout> | undefined

    const read = async (failures: number): Promise<void> => {
      const reader = new RowReader()
      const rows: Array<string> = []
      state.value = nothing
      try {
        await readReport(
          account,
          name,
          { from, to },
          (text) => {
            rows.push(...reader.read(text))
            state.value = { rows, isComplete: false }
          },
          signal
        )
        state.value = { rows, isComplete: true }
      } catch (cause) {
        if (signal.aborted) return
        if (!(cause instanceof Failure)) throw cause
        const pause = pauseAfter(cause, failures + 1)
        state.value = {
          rows,
          isComplete: false,
          failure: cause,
          ...(pause === undefined ? {} : { nextAttemptAt: Date.now() + pause })
        }
        if (pause !== undefined) timer = setTimeout(() => void read(failures + 1), pause)
      }
    }
    void read(0)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [account.sellerId, account.sandbox, name, from, to])
  return state.value
}
