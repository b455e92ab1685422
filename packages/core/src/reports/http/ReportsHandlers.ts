/** Each report, from the rows that the service gives. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { rowsOfToday } from "../../lifecycle/revision.ts"
import { millisOf } from "../../time/MoscowDateTime.ts"
import { reportKinds } from "../ReportKind.ts"
import { Reports } from "../Reports.ts"
import type { ChangingKind, DatedKind, RealizationAsked } from "../ReportSource.ts"
import { detailedText } from "./detailedRealizationView.ts"
import { mostCurrentStocks, ReportsApi } from "./ReportsApi.ts"
import { currentStockText } from "./currentStocksView.ts"
import { oldStockText, realizationText } from "./shownFields.ts"
import { rowsAnswer } from "./rowsAnswer.ts"

interface StocksRequest {
  readonly payload: {
    readonly nmIds?: ReadonlyArray<number>
    readonly chrtIds?: ReadonlyArray<number>
    readonly limit?: number
    readonly offset?: number
  }
}

interface Since {
  readonly query: { readonly dateFrom: string; readonly flag?: 0 | 1 }
}

interface PeriodAsked {
  readonly dateFrom: string
  readonly dateTo: string
  readonly limit?: number
  readonly period?: RealizationAsked["period"]
}

const realizationAsked = (
  { dateFrom, dateTo, limit = reportKinds.realization.most, period = "weekly" }: PeriodAsked,
  after: number
): RealizationAsked => ({ from: dateFrom.slice(0, 10), to: dateTo.slice(0, 10), limit, period, after })

const aroundStocks = { before: `{"data":{"items":[`, after: "]}}" }

export const ReportsHandlers = HttpApiBuilder.group(
  sellerApi(ReportsApi),
  "reports",
  Effect.fn(function* (handlers) {
    const reports = yield* Reports

    const changed = (kind: ChangingKind, view?: (text: string) => string) =>
      Effect.fnUntraced(function* ({ query: { dateFrom } }: Since) {
        const { owner } = yield* CurrentCaller
        const shown = yield* Effect.orDie(reports.changedSince(owner, kind, millisOf(dateFrom)))
        return yield* Effect.orDie(rowsAnswer(shown, { kind, ...(view && { view }) }))
      })

    const dated = (kind: DatedKind) =>
      Effect.fnUntraced(function* (request: Since) {
        const { dateFrom, flag = 0 } = request.query
        if (flag === 0) return yield* changed(kind)(request)
        const { owner } = yield* CurrentCaller
        const shown = yield* Effect.orDie(reports.ofDay(owner, kind, dateFrom.slice(0, 10)))
        return yield* Effect.orDie(rowsAnswer(shown, { kind }))
      })

    const currentStocks = Effect.fnUntraced(function* ({ payload }: StocksRequest) {
      const { owner } = yield* CurrentCaller
      const { chrtIds = [], limit = mostCurrentStocks, nmIds = [], offset = 0 } = payload
      const shown = yield* Effect.orDie(reports.stocks(owner, { chrtIds, limit, nmIds, offset }))
      return yield* Effect.orDie(rowsAnswer(shown, { kind: "stocks", around: aroundStocks, view: currentStockText }))
    })

    return handlers.handleAll({
      incomes: changed("incomes"),
      currentStocks,
      currentStocksAlias: currentStocks,
      stocks: changed("stocks", oldStockText),
      orders: dated("orders"),
      sales: dated("sales"),
      realization: Effect.fnUntraced(function* ({ query }) {
        const { owner } = yield* CurrentCaller
        const shown = yield* Effect.orDie(reports.realization(owner, realizationAsked(query, query.rrdid ?? 0)))
        const ofToday = yield* rowsOfToday("GET /api/v5/supplier/reportDetailByPeriod")
        // The rows of a day are not those of another one, although they were not recorded again: they have no validator.
        const [answered, view] =
          ofToday === undefined
            ? [shown, realizationText]
            : [{ rows: shown.rows }, (row: string) => ofToday(realizationText(row))]
        return yield* Effect.orDie(rowsAnswer(answered, { kind: "realization", whenEmpty: 204, view }))
      }),
      detailed: Effect.fnUntraced(function* ({ payload }) {
        const { owner } = yield* CurrentCaller
        const shown = yield* Effect.orDie(reports.realization(owner, realizationAsked(payload, payload.rrdId ?? 0)))
        return yield* Effect.orDie(
          rowsAnswer(shown, { kind: "realization", whenEmpty: 204, view: detailedText(payload.fields ?? []) })
        )
      })
    })
  })
)
