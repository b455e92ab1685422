/** A report that arrives: its rows so far, and whether there are more to come. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { Account } from "../api/Account.ts"
import { parsed } from "../api/http/request.ts"
import { readReport, type ReportDays, type ReportName, rowDepthOf } from "../api/reports.ts"
import { type FailedAttempt, failedAttempt } from "../data/failedAttempt.ts"
import { repeatedly } from "../data/repeatedly.ts"
import { Columns } from "./Columns.ts"
import type { Cells } from "./csv.ts"
import { RowReader } from "./RowReader.ts"

export interface ReportState extends Partial<FailedAttempt> {
  /** Texts of JSON. */
  readonly rows: ReadonlyArray<string>
  readonly columns: ReadonlyArray<string>
  readonly isComplete: boolean
}

const nothing: ReportState = { rows: [], columns: [], isComplete: false }

export const useReport = (account: Account, name: ReportName, { from, to }: ReportDays): ReportState => {
  const state = useSignal<ReportState>(nothing)
  useEffect(() => {
    let failures = 0
    return repeatedly(async (stopped) => {
      const reader = new RowReader(rowDepthOf(name))
      const columns = new Columns()
      const rows: Array<string> = []
      // With other columns than before: what gets the same objects again is not rendered again, and there may be many rows to copy.
      const arrived = (isComplete: boolean): ReportState => ({ rows, columns: [...columns.names], isComplete })
      const take = (text: string): void => {
        for (const row of reader.read(text)) {
          rows.push(row)
          columns.add(parsed(row, (json) => JSON.parse(json) as Cells))
        }
        state.value = arrived(false)
      }
      state.value = nothing
      try {
        await readReport(account, name, { from, to }, take, stopped)
        state.value = arrived(true)
        return undefined
      } catch (cause) {
        if (stopped.aborted) return undefined
        const { pause, shown } = failedAttempt(cause, ++failures)
        state.value = { ...arrived(false), ...shown }
        return pause
      }
    })
  }, [account.sellerId, account.sandbox, name, from, to])
  return state.value
}
