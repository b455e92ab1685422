/** The operator's operation on reports, as a call of the service. */
import { Effect, Result } from "effect"
import type { Account } from "../../access/Account.ts"
import type { Asked } from "../../operator/Asked.ts"
import { readLines, recordedLines, rowOf, valueOf } from "../../operator/recordLines.ts"
import { ReportChunks } from "./ReportChunks.ts"
import { type ReportKind, reportKinds, type ReportRows } from "../ReportKind.ts"
import { Reports } from "../Reports.ts"
import type { OperatorReportsApi } from "./OperatorReportsApi.ts"

/** A host's own process has no chunks. */
type RecordAsked = Omit<Asked<typeof OperatorReportsApi, "record">, "headers"> &
  Partial<Pick<Asked<typeof OperatorReportsApi, "record">, "headers">>

/** How lines of a kind are read. */
const makeReading = <Kind extends ReportKind>(kind: Kind) => {
  const row = rowOf<ReportRows[Kind]>(reportKinds[kind].row)
  return (text: string) => Result.flatMap(valueOf(text), row)
}

const readings: { readonly [Kind in ReportKind]: ReturnType<typeof makeReading<Kind>> } = {
  incomes: makeReading("incomes"),
  stocks: makeReading("stocks"),
  orders: makeReading("orders"),
  sales: makeReading("sales"),
  realization: makeReading("realization")
}

export const reportOperations = Effect.gen(function* () {
  const reports = yield* Reports
  const chunks = yield* ReportChunks

  const record = Effect.fnUntraced(function* <Kind extends ReportKind>(account: Account, kind: Kind, text: string) {
    const { good, refused } = yield* readLines(text, readings[kind])
    const recorded = yield* reports.record(
      account,
      kind,
      good.map(({ row }) => row)
    )
    return recordedLines(recorded, refused)
  })

  return {
    record: Effect.fnUntraced(function* ({
      headers: { "idempotency-key": key } = {},
      params: { kind, sellerId },
      payload,
      query: { sandbox = false }
    }: RecordAsked) {
      const account = { sellerId, sandbox }
      const recorded = record(account, kind, payload)
      return yield* key === undefined ? recorded : chunks.once(account, { kind, key, text: payload }, recorded)
    })
  }
})
