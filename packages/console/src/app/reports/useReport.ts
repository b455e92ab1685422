/** A report that arrives: its rows so far, and whether there are more to come. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { Account } from "../api/Account.ts"
import { readReport, type ReportDays, type ReportName, rowDepthOf } from "../api/reports.ts"
import { type FailedAttempt, failedAttempt } from "../data/failedAttempt.ts"
import { repeatedly } from "../data/repeatedly.ts"
import { RowReader } from "./RowReader.ts"

export interface ReportState extends Partial<FailedAttempt> {
  /** Texts of JSON. */
  readonly rows: ReadonlyArray<string>
  readonly isComplete: boolean
}

const nothing: ReportState = { rows: [], isComplete: false }

export const useReport = (account: Account, name: ReportName, { from, to }: ReportDays): ReportState => {
  const state = useSignal<ReportState>(nothing)
  useEffect(() => {
    let failures = 0
    return repeatedly(async (stopped) => {
      const reader = new RowReader(rowDepthOf(name))
      const rows: Array<string> = []
      const take = (text: string): void => {
        rows.push(...reader.read(text))
        state.value = { rows, isComplete: false }
      }
      state.value = nothing
      try {
        await readReport(account, name, { from, to }, take, stopped)
        state.value = { rows, isComplete: true }
        return undefined
      } catch (cause) {
        if (stopped.aborted) return undefined
        const { pause, shown } = failedAttempt(cause, ++failures)
        state.value = { rows, isComplete: false, ...shown }
        return pause
      }
    })
  }, [account.sellerId, account.sandbox, name, from, to])
  return state.value
}
